"""What every floor stands on: types, bits, memo, signals, hands, and rules as numbers."""
