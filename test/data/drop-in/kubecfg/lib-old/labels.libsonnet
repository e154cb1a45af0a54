function(name) error 'kubecfg searches its library directories from the first to the last'
