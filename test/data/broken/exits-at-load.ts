process.exit(5);
