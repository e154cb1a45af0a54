export default (name: string) => ({ name });
