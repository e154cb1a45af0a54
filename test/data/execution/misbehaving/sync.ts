/** Does what the parent asks for. */
export default async (request: any) => {
  const how: string = request.parent.spec.how;
  const bad = behaviours[how];
  if (bad !== undefined) await bad();
  return { status: { how }, children: [] };
};

const never = () => new Promise(() => {});

const behaviours: Record<string, () => unknown> = {
  loop: () => {
    for (;;) {}
  },
  'never settles': never,
  slow: () => new Promise((resolve) => setTimeout(resolve, 300)),
  exit: () => process.exit(3),
  'exit after answering': () => setTimeout(() => process.exit(4), 1),
  'throw in a timer': () => {
    setTimeout(() => {
      throw new Error('from a timer');
    }, 1);
    return never();
  },
  'reject unnoticed': () => {
    void Promise.reject(new Error('nobody looks'));
    return never();
  },
  'reject after answering': () => {
    setTimeout(() => Promise.reject(new Error('too late')), 1);
  },
  'many objects': () => {
    const kept: unknown[] = [];
    for (;;) kept.push({ numbers: [1, 2, 3] });
  },
  // V8 gives up the whole process here, whatever limits the thread has.
  'one huge array': () => new Array(3e8).fill({}),
  'an array beyond what V8 can': () => 'x'.repeat(2 ** 28).split(''),
  // Outside of the heap, where no limit of a thread counts.
  'many buffers': () => {
    const kept: unknown[] = [];
    for (;;) kept.push(Buffer.alloc(50_000_000, 1));
  },
  'kill the process': () => process.kill(process.pid, 'SIGKILL'),
  'endless recursion': () => {
    const deeper = (n: number): number => deeper(n + 1) + 1;
    return deeper(0);
  },
  'write without end': () => {
    for (;;) console.log('again');
  },
};
