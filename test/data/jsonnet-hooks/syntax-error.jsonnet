function(request) {
  status: ,
}
