// a clash
