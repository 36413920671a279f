"""What a reading is worth, and which is worth most."""
