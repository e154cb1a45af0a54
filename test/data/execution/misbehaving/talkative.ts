export default () => {
  console.debug('debug %s', 'text');
  console.log('log', { a: [1] });
  console.info('info');
  console.warn('warn\nin two lines');
  console.error('error');
  console.group('Group');
  console.info('in the group');
  console.groupEnd();
  process.stdout.write('out ');
  process.stdout.write('put\n');
  process.stderr.write('problem\n');
  return { status: {}, children: [] };
};
