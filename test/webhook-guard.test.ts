import { Client } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DomainError } from '../src/platform/domain-error.js';
import { renderRefusal } from '../src/platform/refusal.js';
import { ForbiddenAddressError, guardedConnector, dnsLookup } from '../src/platform/http/guarded-connector.js';
import type { OutboundUrlRules } from '../src/platform/http/outbound-url.js';
import { createWebhookSender, WebhookSendError, type WebhookSenderOptions } from '../src/webhooks/sending/webhook-sender.js';
import { checkWebhookUrl, receiverRules } from '../src/webhooks/sending/webhook-url.js';
import { startDnsServer } from './support/dns-server.js';
import { startReceiver, type Receiver } from './support/receiver.js';
import { open, stopAll } from './support/sandbox.js';

/** Public by its number, in a block given back to IANA (3ffe::/16): nobody answers there. */
const PUBLIC_NOWHERE = '3ffe::1';

/** All is allowed but private addresses: only their judgement stands between a URL and the receiver. */
const within = (rules: OutboundUrlRules): WebhookSenderOptions => ({ rulesOf: () => rules, deadlineMs: 1_000 });
const ADDRESSES_ONLY = within({ allowHttp: true, ports: 'ANY' });
const ALL_ADDRESSES = within({ allowHttp: true, ports: 'ANY', allowPrivate: true });

const LOOPBACK_SPELLINGS = [
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0X7F.1',
  '0177.0.0.1',
  '0177.0.0.0x1',
  '017700000001',
  '0x7f.0.0.1',
  '127.0.0.0x1',
  '127.000.000.001',
  '%31%32%37.0.0.1',
  '１２７.0.0.1',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::FFFF:7F00:0001]',
  '0',
  '0.0.0.0',
];

const HOSTILE_HOSTS = [
  ...LOOPBACK_SPELLINGS,
  '127.255.255.254',
  '[::1]',
  '[0000::0001]',
  '[::]',
  '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::1]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '0251.0376.0251.0376',
  '[::ffff:169.254.169.254]',
  '[64:ff9b::a9fe:a9fe]',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
];

let receiver: Receiver;

beforeEach(async () => {
  receiver = await startReceiver((_, response) => void response.end('reached'));
});
afterEach(stopAll);

async function outcomeOf(url: string, options: WebhookSenderOptions): Promise<number | string> {
  const sender = createWebhookSender(options);
  try {
    return (await sender.send({ url, body: '{}', headers: {} })).status;
  } catch (error) {
    if (error instanceof WebhookSendError) return error.kind;
    throw error;
  } finally {
    await sender.close();
  }
}

function refusal(url: string, rules?: OutboundUrlRules): string | undefined {
  try {
    checkWebhookUrl(url, rules);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'BAD_USER_INPUT') throw error;
    expect(Object.keys(error.fields ?? {})).toEqual(['url']);
    return renderRefusal(error, 'en').fields?.url?.join();
  }
  return undefined;
}

describe('the URL of a webhook', () => {
  it.each([
    ['https://example.com', 'https://example.com/'],
    ['https://EXAMPLE.com:443/Hook?secret=a', 'https://example.com/Hook?secret=a'],
    ['https://bücher.example/ação', 'https://xn--bcher-kva.example/a%C3%A7%C3%A3o'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/'],
    [`https://example.com/${'a'.repeat(1_980)}`, `https://example.com/${'a'.repeat(1_980)}`],
  ])('may be %s', (text, href) => {
    expect(checkWebhookUrl(text).href).toBe(href);
  });

  it.each<[string, string]>([
    ['', 'must be an absolute URL, such as https://example.com/webhooks'],
    ['/webhooks', 'must be an absolute URL, such as https://example.com/webhooks'],
    ['https://', 'must be an absolute URL, such as https://example.com/webhooks'],
    ['https://[fe80::1%25eth0]/', 'must be an absolute URL, such as https://example.com/webhooks'],
    ['https://[::1%lo]/', 'must be an absolute URL, such as https://example.com/webhooks'],
    ['https://1.2.3.4.5/', 'must be an absolute URL, such as https://example.com/webhooks'],
    ['https://256.0.0.1/', 'must be an absolute URL, such as https://example.com/webhooks'],
    ['http://example.com/', 'must start with https://'],
    ['ftp://example.com/', 'must start with https://'],
    ['file:///etc/passwd', 'must start with https://'],
    ['data:text/plain,x', 'must start with https://'],
    ['unix:/var/run/docker.sock', 'must start with https://'],
    ['https://user@example.com/', 'must not contain a user name or a password'],
    ['https://user:password@example.com/', 'must not contain a user name or a password'],
    ['https://:password@example.com/', 'must not contain a user name or a password'],
    ['https://example.com@127.0.0.1/', 'must not contain a user name or a password'],
    ...[
      'https://example.com/a\nb',
      'https://exa\tmple.com/',
      'https://example.com/\r\n',
      ' https://example.com/',
      'https://example.com/a b',
      'https://example.com/\0',
      'https://example.com/\x7f',
      'https://example.com/\u200b',
      'https://example.com/\u202etxt',
      '\ufeffhttps://example.com/',
      'https://example.com/\u00a0',
    ].map((text): [string, string] => [text, 'must not contain spaces, line breaks or other invisible characters']),
    ['https://example.com/#', 'must not contain a fragment (#)'],
    ['https://example.com/#there', 'must not contain a fragment (#)'],
    ['https://example.com:80/', 'must use an allowed port (443), not 80'],
    ['https://example.com:22/', 'must use an allowed port (443), not 22'],
    ['https://example.com:8443/', 'must use an allowed port (443), not 8443'],
    ['https://localhost/', 'must name a host of the public internet'],
    ['https://LOCALHOST./', 'must name a host of the public internet'],
    ['https://postgres/', 'must name a host of the public internet'],
    [`https://example.com/${'a'.repeat(1_981)}`, 'must have at most 2000 characters'],
    [`https://example.com/${'é'.repeat(400)}`, 'must have at most 2000 characters once escaped'],
  ])('may not be %s', (text, reason) => {
    expect(refusal(text)).toBe(reason);
  });

  it.each(HOSTILE_HOSTS)('may not have the host %s', (host) => {
    expect(refusal(`https://${host}/`)).toBe('must not point to a private or reserved address');
  });

  it('may have the ports that a setting adds', () => {
    const rules = { ports: [443, 8443] };
    expect(checkWebhookUrl('https://example.com:8443/', rules).port).toBe('8443');
    expect(refusal('https://example.com:80/', rules)).toBe('must use an allowed port (443, 8443), not 80');
  });

  it('is judged by the port that its scheme implies', () => {
    expect(refusal('http://example.com/', { allowHttp: true })).toBe('must use an allowed port (443), not 80');
    expect(checkWebhookUrl('http://example.com/', { allowHttp: true, ports: [443, 80] }).href).toBe('http://example.com/');
  });

  it('may be of this machine in development, and still has no credentials', () => {
    const rules: OutboundUrlRules = { allowHttp: true, allowPrivate: true, ports: 'ANY' };
    expect(checkWebhookUrl('http://localhost:3000/hook', rules).href).toBe('http://localhost:3000/hook');
    expect(checkWebhookUrl('http://[::1]:3000/hook', rules).href).toBe('http://[::1]:3000/hook');
    expect(refusal('http://user@localhost:3000/', rules)).toBe('must not contain a user name or a password');
    expect(refusal('ftp://localhost/', rules)).toBe('must start with https:// or http://');
  });
});

describe('a hostile URL', () => {
  it.each(HOSTILE_HOSTS)('with the host %s reaches nobody, though it was registered', async (host) => {
    expect(await outcomeOf(`http://${host}:${receiver.port}/`, ADDRESSES_ONLY)).toBe('FORBIDDEN_URL');
    expect(receiver.connections).toBe(0);
  });

  // What the cases above stand on: without the guard these spellings do reach the receiver.
  it.each(LOOPBACK_SPELLINGS)('with the host %s would reach this machine', async (host) => {
    expect(await outcomeOf(`http://${host}:${receiver.port}/`, ALL_ADDRESSES)).toBe(200);
    expect(receiver.connections).toBe(1);
  });

  it("with production's rules reaches nobody by scheme, port or credentials", async () => {
    for (const url of [receiver.url, `https://localhost:${receiver.port}/`, `https://a:b@127.0.0.1:${receiver.port}/`]) {
      expect(await outcomeOf(url, {})).toBe('FORBIDDEN_URL');
    }
    expect(receiver.connections).toBe(0);
  });
});

it('may be inside our network where the environment names its origin, and no other does', async () => {
  const erp = `http://127.0.0.1:${receiver.port}`;
  const rulesOf = receiverRules({ production: true, webhookPorts: [443], webhookOrigins: [erp] });
  expect(await outcomeOf(`${erp}/hook`, { rulesOf })).toBe(200);
  for (const url of [
    `http://127.0.0.1:1/`,
    `http://localhost:${receiver.port}/`,
    `https://127.0.0.1:${receiver.port}/`,
    'no address',
  ])
    expect(await outcomeOf(url, { rulesOf })).toBe('FORBIDDEN_URL');
  expect(receiver.connections).toBe(1);
});

describe('the connector', () => {
  it.each(['127.0.0.1', '[::ffff:127.0.0.1]', '[::1]', '[64:ff9b::7f00:1]', '169.254.169.254'])(
    'refuses the address %s by itself, which no lookup sees',
    async (host) => {
      const lookup = () => Promise.reject(new Error('looked up'));
      const connect = guardedConnector({ allowPrivate: false, lookup, connectTimeoutMs: 1_000 });
      const client = new Client(`http://${host}:${receiver.port}`, { connect });
      await expect(client.request({ method: 'POST', path: '/' })).rejects.toThrow(ForbiddenAddressError);
      await client.destroy();
      expect(receiver.connections).toBe(0);
    },
  );

  it('goes to the address that the lookup gave, asks once, and keeps the name in the request', async () => {
    const lookedUp: string[] = [];
    const hosts: (string | undefined)[] = [];
    const named = await startReceiver((request, response) => {
      hosts.push(request.headers.host);
      response.end();
    });
    const lookup = async (hostname: string) => {
      lookedUp.push(hostname);
      return ['127.0.0.1'];
    };
    const url = `http://receiver.example:${named.port}/hook`;
    expect(await outcomeOf(url, { ...ALL_ADDRESSES, lookup })).toBe(200);
    expect(lookedUp).toEqual(['receiver.example']);
    expect(hosts).toEqual([`receiver.example:${named.port}`]);
  });

  it.each([
    [['127.0.0.1']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['10.0.0.5', '127.0.0.1']],
    [[PUBLIC_NOWHERE, '127.0.0.1']],
    [['127.0.0.1', PUBLIC_NOWHERE]],
  ])('refuses a name that resolves to %j', async (addresses) => {
    const url = `http://hook.example:${receiver.port}/`;
    expect(await outcomeOf(url, { ...ADDRESSES_ONLY, lookup: async () => addresses })).toBe('FORBIDDEN_ADDRESS');
    expect(receiver.connections).toBe(0);
  });

  it('does not say which address it refused', async () => {
    const sender = createWebhookSender({ ...ADDRESSES_ONLY, lookup: async () => ['10.1.2.3'] });
    const sending = sender.send({ url: 'http://hook.example/secret-path', body: '{}', headers: {} });
    await expect(sending).rejects.toThrow(/^hook\.example: the host has no public address$/);
    await sender.close();
  });

  it('is not fooled by a name that is public when it is asked first and local afterwards', async () => {
    let asked = 0;
    const lookup = async () => ((asked += 1) === 1 ? [PUBLIC_NOWHERE] : ['127.0.0.1']);
    const sender = createWebhookSender({ ...ADDRESSES_ONLY, deadlineMs: 300, lookup });
    const send = () => sender.send({ url: `http://hook.example:${receiver.port}/`, body: '{}', headers: {} });

    // The address that was judged is the one that is tried: nobody answers there.
    await expect(send()).rejects.toThrow(WebhookSendError);
    expect(asked).toBe(1);
    await expect(send()).rejects.toMatchObject({ kind: 'FORBIDDEN_ADDRESS' });
    expect(asked).toBe(2);
    expect(receiver.connections).toBe(0);
    await sender.close();
  });
});

describe('DNS', () => {
  async function nameServer(answer: (name: string) => string[]) {
    const server = await startDnsServer(answer);
    open.push(server);
    return { server, lookup: dnsLookup([server.address]) };
  }

  it('is asked for both families, and a name that is local in one is refused', async () => {
    const { server, lookup } = await nameServer(() => [PUBLIC_NOWHERE, '127.0.0.1']);
    expect(await outcomeOf(`http://hook.example:${receiver.port}/`, { ...ADDRESSES_ONLY, lookup })).toBe('FORBIDDEN_ADDRESS');
    expect(server.asked.toSorted()).toEqual(['A hook.example', 'AAAA hook.example']);
    expect(receiver.connections).toBe(0);
  });

  it('leads to a receiver that has one family only', async () => {
    const { lookup } = await nameServer(() => ['127.0.0.1']);
    expect(await outcomeOf(`http://hook.example:${receiver.port}/`, { ...ALL_ADDRESSES, lookup })).toBe(200);
  });

  it('knows no name of this machine', async () => {
    const { server, lookup } = await nameServer(() => []);
    expect(await outcomeOf(`http://localhost.localdomain:${receiver.port}/`, { ...ADDRESSES_ONLY, lookup })).toBe(
      'FORBIDDEN_ADDRESS',
    );
    expect(server.asked.toSorted()).toEqual(['A localhost.localdomain', 'AAAA localhost.localdomain']);
    expect(receiver.connections).toBe(0);
  });

  it('that does not answer costs the deadline and no more', async () => {
    const lookup = () => new Promise<string[]>(() => undefined);
    const startedMs = performance.now();
    expect(await outcomeOf('http://hook.example/', { ...ADDRESSES_ONLY, deadlineMs: 200, lookup })).toBe('TIMEOUT');
    expect(performance.now() - startedMs).toBeLessThan(1_000);
  });
});
