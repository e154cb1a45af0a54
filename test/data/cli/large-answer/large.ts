export default () => ({ status: { text: 'x'.repeat(1_000_000) }, children: [] });
