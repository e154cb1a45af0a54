left out
