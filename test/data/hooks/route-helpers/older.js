const old = require('./old.js'); module.exports = old;
