// never loaded: only its name matters
