module.exports = async (context) => ({ children: [] });
