# Nothing for Python: the C functions are declared in _signals.pxd.
