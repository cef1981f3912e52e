"""The rules as data: their texts, scenarios that show them, and what their readings change."""
