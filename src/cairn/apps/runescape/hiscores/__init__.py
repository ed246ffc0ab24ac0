"""The official hiscores: their boards, and what their answers mean."""
