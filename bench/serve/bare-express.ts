import type { AddressInfo } from 'node:net';
import express from 'express';
import sync from '../../examples/hello-world/sync.js';

// What one would write without hookd: the same hook in the process that listens, no deadline, no checks, no log.
const app = express();
app.use(express.json({ limit: '32mb' }));
app.post('/sync', (request, response) => {
  response.json(sync(request.body));
});
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => server.close());
