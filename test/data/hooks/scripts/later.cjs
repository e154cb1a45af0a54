const { RetryLater } = require('hookd');

module.exports = () => {
  throw new RetryLater(3);
};
