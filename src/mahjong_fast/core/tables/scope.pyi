# Nothing for Python: the C functions are declared in the .pxd beside.
