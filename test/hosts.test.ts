import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { startSandboxBank } from '../src/development/bank/start-sandbox-bank.js';
import { createHostCheck } from '../src/platform/http/hosts.js';
import { SANDBOX_ACCOUNT } from './support/sandbox.js';
import { forTests, startTestServer } from './support/start.js';

const development = forTests(() => startTestServer({ developmentHosts: ['gateway.lan'] }));
const production = forTests(() => startTestServer({ production: true, publicUrl: 'https://rifas.example.com' }));
const bank = forTests(() => startSandboxBank({ port: 0, ...SANDBOX_ACCOUNT }));

const UPGRADE = `Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n`;

/** The first line and the body of the answer to a head as it is written here. */
async function answerTo(url: string, line: string, ...headers: string[]): Promise<{ status: number; body: string }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const upgrade = headers.includes('upgrade');
  const named = headers.filter((header) => header !== 'upgrade').map((header) => `${header}\r\n`);
  socket.write(
    `${line} HTTP/1.1\r\n${named.join('')}${upgrade ? `Connection: Upgrade\r\n${UPGRADE}` : 'Connection: close\r\n'}\r\n`,
  );
  if (upgrade) socket.once('data', () => setTimeout(() => socket.end(), 20));
  const answer = await text(socket);
  return { status: Number(answer.split(' ')[1]), body: answer.slice(answer.indexOf('\r\n\r\n') + 4) };
}

const statusOf = async (...of: Parameters<typeof answerTo>) => (await answerTo(...of)).status;

describe('in development', () => {
  it.each([
    'localhost',
    'LOCALHOST:4000',
    '127.0.0.1',
    '127.8.9.1:80',
    '[::1]:4000',
    'shop.localhost',
    'gateway.lan:4000',
    'localhost.',
  ])('this machine is %s', async (host) => {
    expect(await statusOf(development.url, 'GET /readyz', `Host: ${host}`)).toBe(200);
    expect(await statusOf(development.url, 'GET /graphql', `Host: ${host}`, 'upgrade')).toBe(101);
  });

  it.each([
    'attacker.example',
    'attacker.example:4000',
    'localhost.attacker.example',
    '127.0.0.1.nip.io',
    '192.0.2.7',
    'xlocalhost',
    '',
  ])('this machine is not "%s": nothing is answered to its pages', async (host) => {
    for (const line of ['GET /', 'GET /readyz', 'POST /graphql', 'GET /ide', 'GET /nothing', 'GET /v1/users']) {
      expect([line, await statusOf(development.url, line, `Host: ${host}`)]).toEqual([line, 403]);
    }
    const page = [`Host: ${host}`, `Origin: http://${host}`, 'upgrade'];
    expect(await statusOf(development.url, 'GET /graphql', ...page)).toBe(403);
    expect(await statusOf(bank.url, 'GET /', `Host: ${host}`)).toBe(403);
  });

  it('says what to do about a name of ours', async () => {
    expect((await answerTo(development.url, 'GET /', 'Host: my-computer')).body).toContain('DEVELOPMENT_HOSTS');
    expect((await answerTo(bank.url, 'GET /', 'Host: my-computer')).body).toContain('list it in DEVELOPMENT_HOSTS');
  });

  it('also answers to PUBLIC_URL', () => {
    const check = createHostCheck({ production: false, publicUrl: 'https://tunnel.example', developmentHosts: [] });
    const problem = (host: string) => check({ rawHeaders: ['Host', host], headers: { host }, url: '/' } as never)?.statusCode;
    expect([problem('tunnel.example'), problem('other.example')]).toEqual([undefined, 403]);
  });
});

describe('in production', () => {
  it('a name is the business of the proxy in front', async () => {
    expect(await statusOf(production.url, 'GET /readyz', 'Host: anything.example')).toBe(200);
  });

  it.each([
    ['GET /readyz', ['Host: rifas.example.com', 'Host: rifas.example.com']],
    ['GET http://rifas.example.com/readyz', ['Host: a:b:c']],
    ['GET /readyz', ['Host: rifas.example.com', 'hOST: attacker.example']],
    ['GET http://attacker.example/readyz', ['Host: rifas.example.com']],
    ['GET http://rifas.example.com:81/readyz', ['Host: rifas.example.com']],
    ['GET /graphql', ['Host: rifas.example.com', 'Host: attacker.example', 'upgrade']],
    ['GET /nothing', ['Host: rifas.example.com', 'Host: attacker.example']],
  ])('a request that names two hosts is refused: %s with %j', async (line, headers) => {
    expect(await statusOf(production.url, line, ...headers)).toBe(400);
    expect(
      await statusOf(
        development.url,
        line.replaceAll('rifas.example.com', 'localhost'),
        ...headers.map((one) => one.replace('rifas.example.com', 'localhost')),
      ),
    ).toBe(400);
  });

  it('a whole URL with the same host is answered', async () => {
    expect(await statusOf(production.url, 'GET http://rifas.example.com/readyz', 'Host: rifas.example.com:80')).toBe(200);
  });
});
