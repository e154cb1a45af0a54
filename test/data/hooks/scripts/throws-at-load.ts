const wanted = 'X';

if (wanted === 'X') throw new Error('X is not set');

export default () => ({});
