function(name) { 'app.kubernetes.io/instance': name }
