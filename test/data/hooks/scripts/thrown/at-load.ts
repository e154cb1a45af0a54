throw 10n; export default () => ({});
