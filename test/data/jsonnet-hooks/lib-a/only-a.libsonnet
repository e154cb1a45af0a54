'only a'
