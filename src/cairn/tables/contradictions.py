"""What an entity's declaration may not say, found when its class is made."""

from typing import TYPE_CHECKING

from cairn.tables.errors import DeclarationError

if TYPE_CHECKING:
    from cairn.tables.layout import Layout


def check(layout: "Layout") -> None:
    """Raises `DeclarationError` for the first contradiction."""
    name, table, fields = layout.entity.__name__, layout.table, layout.entity.model_fields
    for part in layout.parts.values():
        unknown = set(part.reads) - set(fields)
        if unknown:
            raise DeclarationError(f"{name}.{part.name} reads {', '.join(sorted(unknown))}: no such field")
    for field in layout.fields.values():
        if field.attribute != field.name and field.attribute in fields:
            raise DeclarationError(
                f"{name}.{field.name} is stored as {field.attribute}, which is another field's name"
            )
        if field.is_expiry and field.attribute != table.ttl:
            raise DeclarationError(f"{name}.{field.name}: {table!r} expires by {table.ttl}")
    if layout.version is not None and table.version is None:
        raise DeclarationError(f"{name}: {table!r} names no attribute for a version")
    if not layout.versions.are_without_gap:
        raise DeclarationError(
            f"{name}: there is an upgrade for each version below {layout.version}, without a gap"
        )
