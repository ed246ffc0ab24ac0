"""Each note of the document has a test that holds the declaration to it; a note that is new fails by its words."""

from collections.abc import Callable

from tests.apps.real import test_access_patterns, test_items, test_schema
from tests.apps.real.rows import DOCUMENT
from tests.documents.agreement import assert_agrees

HELD: dict[str, Callable[..., object]] = {
    "schemaVersion is an number": test_schema.test_versions_are_the_documents,
    "username is a human-readable string": test_schema.test_attributes_are_stored_in_the_documents_types,
    "for GSI-K1 on the User item": test_items.test_users_without_a_paid_subscription_are_not_among_those_whose_ends,
    "the index is set if and only if": test_items.test_users_without_a_paid_subscription_are_not_among_those_whose_ends,
    "gsiK1SortKey will be set to": test_items.test_a_subscription_without_an_end_sorts_after_all_that_have_one,
    "cardId can be either": test_items.test_a_cards_id_is_a_uuid_or_a_users_well_known_card,
    "expiresAtDate is of type": test_items.test_the_day_and_time_of_an_expiry_are_utc_and_have_no_zone,
    "keys that depend on optional attributes": test_items.test_keys_that_depend_on_what_is_missing_are_not_set,
    "textTags is a list of maps": test_schema.test_attributes_are_stored_in_the_documents_types,
    "colors is a list of maps": test_schema.test_attributes_are_stored_in_the_documents_types,
    "Post.albumRank is -1": test_access_patterns.test_the_ranks_of_an_album_leave_out_what_is_not_completed,
    "Album.rankCount is a count": test_items.test_the_rank_of_a_post_and_the_count_of_ranks_move_together,
    "Chat.gsiA1PartitionKey:": test_items.test_only_direct_chats_are_found_by_their_users_in_sorted_order,
    "is to be filled in if and only if": test_items.test_only_direct_chats_are_found_by_their_users_in_sorted_order,
    "userId and userId2 in the field": test_items.test_only_direct_chats_are_found_by_their_users_in_sorted_order,
    "only Card items with postId": test_items.test_only_cards_about_a_post_or_a_comment_are_found_by_it,
    "For AppStoreReceipt and AppStoreSub": test_items.test_what_apple_tells_is_kept_whole,
    "The userDeleted subitem is added": test_items.test_a_tombstone_is_anonymous,
}
"""Each note of the document by its beginning, and the test that holds the declaration to it."""


def test_each_note_of_the_document_is_held_by_a_test() -> None:
    notes = [each.text for each in DOCUMENT.lines_under("Main Table", "Notes")]
    beginnings = {note: [each for each in HELD if note.startswith(each)] for note in notes}
    assert_agrees("notes", HELD, [found for each in beginnings.values() for found in each])
    assert [note for note, found in beginnings.items() if len(found) != 1] == []
