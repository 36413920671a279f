"""The classic algorithms, each written from its idea; `README.md` tells them."""
