"""The compiled core, floor by floor: see docs/architecture.md."""
