import type { RequestListener } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import * as x509 from '@peculiar/x509';
import { afterEach, describe, expect, it } from 'vitest';
import { bodySignature } from '../src/platform/crypto.js';
import { formatWebhookSecret, newWebhookSecret, signStandardWebhook } from '../src/webhooks/sending/webhook-signature.js';
import {
  createWebhookSender,
  WebhookSendError,
  type WebhookSender,
  type WebhookSenderOptions,
} from '../src/webhooks/sending/webhook-sender.js';
import { eventually } from './support/eventually.js';
import { receivedRequest, type ReceivedRequest } from './support/received-request.js';
import { startReceiver } from './support/receiver.js';
import { open, stopAll } from './support/sandbox.js';
import { verifyWebhook } from './support/verify-webhook.js';

const DEVELOPMENT: WebhookSenderOptions = { rulesOf: () => ({ allowHttp: true, allowPrivate: true, ports: 'ANY' }) };

afterEach(stopAll);

function senderOf(options: WebhookSenderOptions = {}): WebhookSender {
  const sender = createWebhookSender({ ...DEVELOPMENT, ...options });
  open.push({ stop: () => sender.close() });
  return sender;
}

const sendTo = (sender: WebhookSender, url: string) => sender.send({ url, body: '{}', headers: {} });

async function failureOf(sending: Promise<unknown>): Promise<WebhookSendError> {
  try {
    await sending;
  } catch (error) {
    if (error instanceof WebhookSendError) return error;
    throw error;
  }
  throw new Error('it was answered');
}

/** A server that speaks what it likes. */
async function startRawReceiver(answer: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  });
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
}

/** A certificate that signs itself, for one name. */
async function certificateOf(name: string, notAfter = new Date(Date.now() + 86_400_000)) {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    notBefore: new Date(Date.now() - 172_800_000),
    notAfter,
    keys,
    signingAlgorithm: algorithm,
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: name }])],
  });
  const key = x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  return { cert: certificate.toString('pem'), key };
}

describe('a webhook', () => {
  it('arrives as it was signed, byte for byte', async () => {
    const received: ReceivedRequest[] = [];
    const { url } = await startReceiver(async (request, response) => {
      received.push(await receivedRequest(request));
      response.writeHead(204).end();
    });
    const secrets = [newWebhookSecret(), newWebhookSecret()];
    const body = '{"comprador":"João da Silva","total":"10.00"}';
    const headers = {
      ...signStandardWebhook({ id: 'evt_1', timestamp: new Date(), body, secrets }),
      signature: bodySignature('segredo', body),
    };

    expect(await senderOf().send({ url: `${url}hook/1?key=a%20b`, body, headers })).toEqual({ status: 204, bodyExcerpt: '' });
    expect(received).toHaveLength(1);
    const [one] = received;
    expect(one).toMatchObject({ method: 'POST', url: '/hook/1?key=a%20b', body });
    expect(one?.headers).toMatchObject({ 'content-type': 'application/json', signature: bodySignature('segredo', body) });
    for (const secret of secrets) {
      expect(verifyWebhook(formatWebhookSecret(secret), one?.headers ?? {}, one?.body ?? '')).toBe(true);
    }
  });

  it('reuses the connection of the one before', async () => {
    const receiver = await startReceiver((_, response) => void response.end('ok'));
    const sender = senderOf();
    for (let count = 0; count < 20; count += 1) await sendTo(sender, receiver.url);
    expect(receiver.connections).toBe(1);
  });
});

describe('an answer', () => {
  it.each([200, 202, 400, 404, 410, 429, 500, 503])('is its status and its text: %i', async (status) => {
    const { url } = await startReceiver((_, response) => void response.writeHead(status).end('não'));
    expect(await sendTo(senderOf(), url)).toEqual({ status, bodyExcerpt: 'não' });
  });

  it.each([301, 302, 303, 307, 308])('that redirects is not followed: %i', async (status) => {
    const target = await startReceiver((_, response) => void response.end('followed'));
    const { url } = await startReceiver((_, response) => void response.writeHead(status, { location: target.url }).end());
    expect(await sendTo(senderOf(), url)).toEqual({ status, bodyExcerpt: '' });
    expect(target.connections).toBe(0);
  });

  it.each([
    ['120', 120],
    ['0', 0],
    ['soon', undefined],
    ['Thu, 01 Jan 2015 00:00:00 GMT', 0],
  ])('says when to come back: Retry-After %s', async (header, seconds) => {
    const { url } = await startReceiver((_, response) => void response.writeHead(503, { 'retry-after': header }).end());
    expect((await sendTo(senderOf(), url)).retryAfterSeconds).toBe(seconds);
  });

  it('is shown in its first 1,000 bytes, without half a character and without NUL', async () => {
    const { url } = await startReceiver((_, response) => void response.end(`\0${'é'.repeat(5_000)}`));
    expect((await sendTo(senderOf(), url)).bodyExcerpt).toBe(`\uFFFD${'é'.repeat(499)}`);
  });

  it('is shown when it is no text at all', async () => {
    const { url } = await startReceiver((_, response) => void response.end(Buffer.from([0x61, 0xff, 0xfe, 0x62])));
    expect((await sendTo(senderOf(), url)).bodyExcerpt).toBe('a\uFFFD\uFFFDb');
  });

  it('of 10 MB is cut off and its connection broken, and its status stands', async () => {
    const block = Buffer.alloc(65_536, 'x');
    let blocks = 0;
    const receiver = await startReceiver((_, response) => {
      response.writeHead(200);
      const pump = (): void => {
        while (blocks < 160 && !response.destroyed) {
          blocks += 1;
          if (!response.write(block)) return void response.once('drain', () => setImmediate(pump));
        }
        response.end();
      };
      pump();
    });
    const answer = await sendTo(senderOf(), receiver.url);

    expect(answer).toEqual({ status: 200, bodyExcerpt: 'x'.repeat(1_000) });
    await eventually(() => receiver.sockets.size === 0);
    expect(receiver.connections).toBe(1);
    expect(blocks).toBeLessThan(160);
  });

  it('of 64 KiB and no more keeps its connection', async () => {
    const receiver = await startReceiver((_, response) => void response.end('x'.repeat(65_536)));
    const sender = senderOf();
    for (let count = 0; count < 20; count += 1) expect((await sendTo(sender, receiver.url)).status).toBe(200);
    expect(receiver.connections).toBe(1);
  });
});

describe('a receiver that', () => {
  const slow: [string, RequestListener][] = [
    ['hangs', () => undefined],
    ['begins its answer and hangs', (_, response) => void response.writeHead(200).write('{')],
    [
      'trickles its body',
      (_, response) => {
        const timer = setInterval(() => response.write('x'), 20);
        response.on('close', () => clearInterval(timer));
      },
    ],
    [
      'trickles interim answers',
      (_, response) => {
        const timer = setInterval(() => response.writeProcessing(), 20);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ];
  it.each(slow)('%s is left at the deadline', async (_, answer) => {
    const receiver = await startReceiver(answer);
    const startedMs = performance.now();
    const error = await failureOf(sendTo(senderOf({ deadlineMs: 250 }), receiver.url));

    expect(error.kind).toBe('TIMEOUT');
    expect(error.message).toBe(`127.0.0.1:${receiver.port}: no whole answer within 250 ms`);
    expect(performance.now() - startedMs).toBeLessThan(1_500);
    await eventually(() => receiver.sockets.size === 0);
    expect(receiver.connections).toBe(1);
  });

  it('trickles its header is left at the deadline', async () => {
    const url = await startRawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
      const timer = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    expect((await failureOf(sendTo(senderOf({ deadlineMs: 250 }), url))).kind).toBe('TIMEOUT');
  });

  it.each([
    ['answers an endless header', `HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`, 'TOO_LARGE'],
    ['does not speak HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 'INVALID_ANSWER'],
    ['closes without an answer', '', 'UNREACHABLE'],
    ['closes in the middle of its answer', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf', 'UNREACHABLE'],
    ['changes the protocol', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n', 'UNREACHABLE'],
  ])('%s has not answered', async (_, bytes, kind) => {
    const url = await startRawReceiver((socket) => void socket.end(bytes));
    expect((await failureOf(sendTo(senderOf(), url))).kind).toBe(kind);
  });

  it('is not there is unreachable, and the path stays out of the message', async () => {
    const receiver = await startReceiver(() => undefined);
    await stopAll();
    const error = await failureOf(sendTo(senderOf(), `${receiver.url}secret-path`));
    expect(error.kind).toBe('UNREACHABLE');
    expect(error.message).toBe(`127.0.0.1:${receiver.port}: connect ECONNREFUSED 127.0.0.1:${receiver.port}`);
  });
});

describe('TLS', () => {
  const lookup = async () => ['127.0.0.1'];

  it('is verified against the name in the URL, which is what the receiver is told', async () => {
    const certificate = await certificateOf('receiver.example');
    const names: unknown[] = [];
    const receiver = await startReceiver((request, response) => {
      names.push(request.socket && 'servername' in request.socket ? request.socket.servername : undefined);
      response.end();
    }, certificate);
    const url = `https://receiver.example:${receiver.port}/`;

    expect((await sendTo(senderOf({ lookup, caPem: certificate.cert }), url)).status).toBe(200);
    expect(names).toEqual(['receiver.example']);
  });

  it.each([
    ['nobody vouches for', 'receiver.example', undefined, false],
    ["is another name's", 'other.example', undefined, true],
    ['has expired', 'receiver.example', new Date(Date.now() - 3_600_000), true],
  ])('is refused with a certificate that %s', async (_, name, notAfter, trusted) => {
    const certificate = await certificateOf(name, notAfter);
    let requests = 0;
    const receiver = await startReceiver((_request, response) => void response.end(String((requests += 1))), certificate);
    const sender = senderOf({ lookup, caPem: trusted ? certificate.cert : undefined });
    const error = await failureOf(sendTo(sender, `https://receiver.example:${receiver.port}/`));

    expect(error.kind).toBe('TLS');
    expect(requests).toBe(0);
  });

  it('is not what a plain HTTP server speaks', async () => {
    const { port } = await startReceiver((_, response) => void response.end());
    expect((await failureOf(sendTo(senderOf({ lookup }), `https://receiver.example:${port}/`))).kind).toBe('TLS');
  });
});

describe('the limits of a sender', () => {
  it('keeps the connections used last, over all hosts', async () => {
    const receivers = await Promise.all(Array.from({ length: 5 }, () => startReceiver((_, response) => void response.end('ok'))));
    const sender = senderOf({ maxKeptConnections: 2 });
    for (const { url } of receivers) await sendTo(sender, url);

    await eventually(() => receivers.filter(({ sockets }) => sockets.size > 0).length <= 2);
    expect(receivers.map(({ sockets }) => sockets.size)).toEqual([0, 0, 0, 1, 1]);
    for (const { url } of receivers.slice(3)) await sendTo(sender, url);
    expect(receivers.map(({ connections }) => connections)).toEqual([1, 1, 1, 1, 1]);
  });

  it('has no queue: a receiver that hangs holds up nobody, not even itself', async () => {
    let requests = 0;
    const receiver = await startReceiver((_, response) => {
      requests += 1;
      if (requests > 50) response.end('ok');
    });
    const sender = senderOf({ deadlineMs: 1_000 });
    const hanging = Array.from({ length: 50 }, () => failureOf(sendTo(sender, receiver.url)));
    await eventually(() => requests === 50);

    expect((await sendTo(sender, receiver.url)).status).toBe(200);
    expect((await Promise.all(hanging)).map(({ kind }) => kind)).toEqual(Array(50).fill('TIMEOUT'));
    await eventually(() => receiver.sockets.size === 1);
    expect(receiver.connections).toBe(51);
  });

  it('reaches a receiver again that broke the kept connection', async () => {
    const receiver = await startReceiver((_, response) => void response.end('ok'));
    const sender = senderOf();
    await sendTo(sender, receiver.url);
    for (const socket of receiver.sockets) socket.destroy();
    await eventually(() => receiver.sockets.size === 0);
    await sleep(20);

    expect((await sendTo(sender, receiver.url)).status).toBe(200);
    expect(receiver.connections).toBe(2);
  });

  it('lets the sends under way finish when it is closed, takes no others, and leaves no connection', async () => {
    const receiver = await startReceiver((_, response) => void sleep(50).then(() => response.end('done')));
    const sender = createWebhookSender(DEVELOPMENT);
    const underWay = sendTo(sender, receiver.url);
    await sender.close();

    expect((await underWay).bodyExcerpt).toBe('done');
    expect((await failureOf(sendTo(sender, receiver.url))).kind).toBe('UNREACHABLE');
    await eventually(() => receiver.sockets.size === 0);
    expect(receiver.connections).toBe(1);
  });
});
