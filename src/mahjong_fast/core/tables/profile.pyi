# Nothing for Python: the C functions are declared in _profile.pxd.
