export default () => { throw 10n; };
