{ greet(name):: 'Hello, %s!' % name }
