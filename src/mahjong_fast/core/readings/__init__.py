"""Every way to see a hand as a form."""
