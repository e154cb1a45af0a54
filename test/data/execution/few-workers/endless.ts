export default function sync() {
  for (;;);
}
