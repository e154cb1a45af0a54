export default function sync() {
  throw new Error('from an ES module');
}
