exports.describe = (facts) => ({ status: facts });
