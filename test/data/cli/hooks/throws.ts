export default function throws() {
  throw new Error('no luck');
}
