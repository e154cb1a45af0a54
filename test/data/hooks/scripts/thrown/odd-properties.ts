export default () => { throw { message: 5, stack: {} }; };
