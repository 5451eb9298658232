import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * A receiver of webhooks in a process of its own: it reads each whole, answers 200 and counts. Asked, it says how many it
 * has taken.
 */
let taken = 0;
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    taken += 1;
    response.writeHead(200, { 'content-length': '0' }).end();
  });
});
server.listen(0, '127.0.0.1', () => console.log(`receiving on http://127.0.0.1:${(server.address() as AddressInfo).port}`));

process.on('message', (message) => {
  if (message !== 'usage') process.send?.({ taken });
});
