import { describe, expect, it } from 'vitest';
import { ADAPTER_NAMES, newTxid } from '../src/payment-providers/adapters/adapter.js';
import { createAdapter } from '../src/payment-providers/adapters/create-adapter.js';
import { UnsupportedOperationError } from '../src/payment-providers/adapters/unsupported-operation.js';
import { parseBrCode } from '../src/development/bank/br-code-parse.js';
import { ANY_HOST, chargeRequest, collect, settingsOf } from './support/adapters.js';
import { SANDBOX_ACCOUNT } from './support/sandbox.js';

describe('the static adapter', () => {
  const adapter = createAdapter('static', settingsOf(''), ANY_HOST);

  it('answers with a static code of the amount and the txid', async () => {
    const request = chargeRequest({ txid: newTxid('static'), description: 'Rifa\u0000da moto' });
    const created = await adapter.createCharge(request);

    expect(created).toMatchObject({ txid: request.txid, amountCentavos: 1250n, status: 'ACTIVE', payments: [] });
    expect(parseBrCode(created.brCode)).toMatchObject({
      type: 'static',
      key: SANDBOX_ACCOUNT.pixKey,
      amount: '12.50',
      txid: request.txid,
      description: 'Rifa da moto',
    });
  });

  it('has no other operation, and says so', async () => {
    const reference = { endToEndId: 'E', refundId: 'r', amountCentavos: 1n };
    const operations = [
      () => adapter.consultCharge({ txid: 'a' }),
      () => adapter.cancelCharge({ txid: 'a' }),
      () => adapter.consultPayment('a'),
      async () => collect(adapter.listReceivedPayments({ from: new Date(0), to: new Date() })),
      () => adapter.refund(reference),
      () => adapter.consultRefund(reference),
      () => adapter.accessToken(),
      () => adapter.listWebhooks(),
      () => adapter.registerWebhook('https://gateway.example'),
      () => adapter.deleteWebhook('a'),
      async () => adapter.parseCallback(Buffer.from('{"pix":[]}')),
    ];
    for (const operation of operations) await expect(operation()).rejects.toThrow(UnsupportedOperationError);
    expect(adapter.verifyCallback({ headers: {}, rawBody: Buffer.alloc(0), query: { hmac: 'callback&secret=' } })).toBe(false);
  });
});

describe('a txid', () => {
  it('has the form its adapter takes, and never comes twice', () => {
    for (const adapter of ADAPTER_NAMES) {
      const made = Array.from({ length: 1_000 }, () => newTxid(adapter));
      expect(new Set(made).size).toBe(1_000);
      for (const txid of made) expect(txid).toMatch(adapter === 'static' ? /^[A-Za-z0-9]{1,25}$/ : /^[A-Za-z0-9]{26,35}$/);
    }
  });
});
