export default () => Promise.reject('just text');
