/** Writes 80 kB to the log. */
export default () => {
  for (let line = 0; line < 10; line++) console.log('x'.repeat(8000));
  return { status: { talks: true }, children: [] };
};
