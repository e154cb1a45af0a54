/** Answers 8 MB. */
export default () => ({ status: { text: 'x'.repeat(8_000_000) }, children: [] });
