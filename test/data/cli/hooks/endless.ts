export default function endless() {
  for (;;);
}
