# Nothing for Python: the C functions are declared in _choice.pxd.
