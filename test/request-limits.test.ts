import net from 'node:net';
import { describe, expect, it } from 'vitest';
import { forTests, startTestServer } from './support/start.js';

const LIMITS = { headMs: 400, wholeMs: 1_200, checkMs: 50 };
/** Far more than a busy machine takes, and far less than the half minute in which Node looks by itself. */
const LATE_MS = 10_000;

const server = forTests(() => startTestServer({ requestLimits: LIMITS }));

/** What is answered to a client that sends this, then nothing, or more of it again and again; and after how long it is let go. */
async function cutOff(begin: string, more = ''): Promise<{ answer: string; afterMs: number }> {
  const { hostname, port } = new URL(server.url);
  const startedAt = performance.now();
  return new Promise((resolve) => {
    let answer = '';
    const client = net.connect(Number(port), hostname, () => client.write(begin));
    const writing = setInterval(() => more && client.write(more), 50);
    client.on('data', (data) => (answer += data.toString()));
    client.on('error', () => undefined);
    client.on('close', () => {
      clearInterval(writing);
      resolve({ answer, afterMs: performance.now() - startedAt });
    });
  });
}

const POST = 'POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
const UPGRADE =
  'GET /graphql HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';

describe('a client is let go', () => {
  it.each<[string, number, string, string?]>([
    ['that sends nothing at all', LIMITS.headMs, ''],
    ['that sends half a head', LIMITS.headMs, POST],
    ['that sends a head without end', LIMITS.headMs, POST, 'X-More: and more\r\n'],
    ['that sends half an upgrade', LIMITS.headMs, UPGRADE],
    ['that sends half a body', LIMITS.wholeMs, `${POST}Content-Length: 100\r\n\r\n{`],
    ['that sends a body without end', LIMITS.wholeMs, `${POST}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
    [
      'that offers another protocol and sends half a body',
      LIMITS.wholeMs,
      `${POST}Connection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 100\r\n\r\n{`,
    ],
  ])('%s, after %i ms', async (_, limitMs, begin, more) => {
    const { answer, afterMs } = await cutOff(begin, more);
    expect(answer).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/);
    expect(afterMs).toBeGreaterThanOrEqual(limitMs);
    expect(afterMs).toBeLessThan(limitMs + LATE_MS);
  });
});

it('a request that takes its time within the limits is answered', async () => {
  const { hostname, port } = new URL(server.url);
  const client = net.connect(Number(port), hostname);
  client.write(`${POST}Connection: close\r\nContent-Length: 25\r\n\r\n`);
  const body = '{"query":"{__typename}"}\n';
  for (const part of [body.slice(0, 10), body.slice(10)]) {
    await new Promise((resolve) => {
      setTimeout(resolve, LIMITS.headMs);
    });
    client.write(part);
  }
  const parts: Buffer[] = [];
  for await (const part of client) parts.push(part as Buffer);
  expect(Buffer.concat(parts).toString()).toContain('{"data":{"__typename":"Query"}}');
});
