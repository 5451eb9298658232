import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProviderAdapter, ProviderCredentials } from '../src/payment-providers/adapters/adapter.js';
import { startSandboxBank } from '../src/development/bank/start-sandbox-bank.js';
import { chargeRequest, failureOf, openAdapter, settingsOf } from './support/adapters.js';
import { createAuthority, type Authority, type Identity } from './support/certificates.js';
import { open, SANDBOX_ACCOUNT, stopAll } from './support/sandbox.js';
import { startTlsFront, type TlsFront } from './support/tls-front.js';

describe('a provider that asks for a certificate', () => {
  let authority: Authority;
  let stranger: Authority;
  let server: Identity;
  let client: Identity;
  let front: TlsFront;

  beforeAll(async () => {
    authority = await createAuthority('Autoridade do PSP');
    stranger = await createAuthority('Autoridade do PSP');
    server = await authority.server([{ dns: 'localhost' }, { ip: '127.0.0.1' }]);
    client = await authority.client('recebedor');
  });
  beforeEach(async () => {
    const bank = await startSandboxBank({ port: 0, ...SANDBOX_ACCOUNT });
    open.push(bank);
    front = await frontOf(bank.url, server);
  });
  afterEach(stopAll);

  async function frontOf(target: string, identity: Identity): Promise<TlsFront> {
    const started = await startTlsFront(target, identity, authority.certificatePem);
    open.push(started);
    return started;
  }

  function adapterWith(more: Partial<ProviderCredentials>, { host = 'localhost', port = front.port } = {}): ProviderAdapter {
    const { clientId, clientSecret } = SANDBOX_ACCOUNT;
    const settings = settingsOf(`https://${host}:${port}`, { credentials: { clientId, clientSecret, ...more } });
    return openAdapter('bacen', settings, { maxRetries: 0 });
  }
  const refusal = async (adapter: ProviderAdapter, fronts: TlsFront[] = [front]) => {
    const error = await failureOf(adapter.createCharge(chargeRequest()));
    expect(fronts.flatMap(({ callers }) => callers)).toEqual([]);
    return error;
  };

  it.each(['localhost', '127.0.0.1'])('at %s is shown ours with every request', async (host) => {
    const adapter = adapterWith({ ...client, caPem: authority.certificatePem }, { host });
    const created = await adapter.createCharge(chargeRequest());

    expect(created.status).toBe('ACTIVE');
    expect(await adapter.consultCharge(created)).toEqual(created);
    expect(front.callers).toEqual(['recebedor', 'recebedor', 'recebedor']);
  });

  it('refuses us without one', async () => {
    expect((await refusal(adapterWith({ caPem: authority.certificatePem }))).kind).toBe('UNREACHABLE');
  });

  it('refuses us with one that another authority signed, its name being the same', async () => {
    const foreign = await stranger.client('recebedor');
    expect((await refusal(adapterWith({ ...foreign, caPem: authority.certificatePem }))).kind).toBe('UNREACHABLE');
  });

  it('refuses us with one whose time is over', async () => {
    const past = { notBefore: new Date('2020-01-01'), notAfter: new Date('2020-01-02') };
    const expired = await authority.client('recebedor', past);
    expect((await refusal(adapterWith({ ...expired, caPem: authority.certificatePem }))).kind).toBe('UNREACHABLE');
  });

  it('is told nothing when we do not trust its own', async () => {
    for (const caPem of [undefined, stranger.certificatePem]) {
      const error = await refusal(adapterWith({ ...client, caPem }));
      expect(error.kind).toBe('UNREACHABLE');
      expect(error.message).toMatch(/certificate/);
    }
  });

  it('is told nothing when its own is for another host', async () => {
    const elsewhere = await frontOf('http://127.0.0.1:1', await authority.server([{ dns: 'psp.example' }]));
    const adapter = adapterWith({ ...client, caPem: authority.certificatePem }, { port: elsewhere.port });
    const error = await refusal(adapter, [front, elsewhere]);

    expect(error.kind).toBe('UNREACHABLE');
    expect(error.message).toContain("does not match certificate's altnames");
  });

  it('needs a certificate and the key that belongs to it', async () => {
    const other = await authority.client('outro');
    const mixed = { certificatePem: client.certificatePem, privateKeyPem: other.privateKeyPem };
    expect(() => adapterWith(mixed)).toThrow('certificatePem and privateKeyPem are not a PEM certificate and its key');
    expect(() => adapterWith({ certificatePem: client.certificatePem })).toThrow('are given together or not at all');
  });
});
