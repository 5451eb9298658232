import type { CallbackRequest } from '../../src/payment-providers/adapters/adapter.js';
import { buildBrCode } from '../../src/payment-providers/br-code/br-code.js';
import { Callback, OPERATIONS } from '../fixtures/pay2m-schemas.js';
import { createCheck } from './api-pix-contract.js';
import { startFakeProvider, type FakeAnswer, type FakeCall, type FakeProvider } from './fake-provider.js';
import { SANDBOX_ACCOUNT } from './sandbox.js';

type QrCode = Record<string, unknown> & { reference_code: string };

/** Pay2m, played: the codes it made, newest last, which a test may change as their payers would. */
export interface FakePay2m extends FakeProvider<keyof typeof OPERATIONS> {
  codes: QrCode[];
  latest(): QrCode;
  forgetTokens(): void;
  pay(code: QrCode): void;
  callback(code: QrCode): CallbackRequest;
}

const CONTENT = buildBrCode({ url: 'pix.example.com/qr/v2/9d36b84f', merchantName: 'Pay2m', merchantCity: 'Recife' });

export async function startFakePay2m(): Promise<FakePay2m> {
  const codes: QrCode[] = [];
  const tokens = new Set<string>();
  let webhook: { url: string; authorization?: string } | undefined;
  let lastNumber = 0;
  const basic = Buffer.from(`${SANDBOX_ACCOUNT.clientId}:${SANDBOX_ACCOUNT.clientSecret}`).toString('base64');

  const unauthorized = { status: 401, body: { error: 'Unauthorized' } };
  const knownClient =
    (handler: (call: FakeCall) => FakeAnswer) =>
    (call: FakeCall): FakeAnswer =>
      tokens.has(call.headers.authorization?.replace('Bearer ', '') ?? '') ? handler(call) : unauthorized;

  const fake = await startFakeProvider(OPERATIONS, {
    'POST /api/auth/generate_token'({ headers }) {
      if (headers.authorization !== `Basic ${basic}`) return unauthorized;
      const token = `token-${(lastNumber += 1)}`;
      tokens.add(token);
      return { status: 201, body: { access_token: token, token_type: 'Bearer', expires_in: 1_800 } };
    },
    'POST /api/v1/pix/qrcode': knownClient(({ body }) => {
      const { expiration_time: _, payer_message: __, ...kept } = body as Record<string, unknown>;
      const reference = `PAY2MPIXQRCODE${(lastNumber += 1)}`;
      const code = { reference_code: reference, content: CONTENT, status: 'awaiting_payment', ...kept };
      codes.push(code);
      // The space is in the documentation's example.
      return { status: 201, body: { reference_code: reference, content: `${CONTENT} ` } };
    }),
    'GET /api/v1/pix/qrcode/{reference_code}': knownClient(({ params }) => {
      const code = codes.find(({ reference_code: reference }) => reference === params.reference_code);
      return code ? { status: 200, body: code } : { status: 404, body: { error: 'Qrcode not found' } };
    }),
    'GET /api/v1/webhooks': knownClient(() =>
      webhook ? { status: 200, body: webhook } : { status: 404, body: { error: 'Configuration not found' } },
    ),
    'POST /api/v1/webhooks': knownClient(({ body }) => {
      const status = webhook ? 200 : 201;
      webhook = body as typeof webhook;
      return { status, body: { message: 'Operation succeeded' } };
    }),
    'DELETE /api/v1/webhooks': knownClient(() => {
      if (!webhook) return { status: 400, body: { error: 'No configuration registered' } };
      webhook = undefined;
      return { status: 200, body: { message: 'Webhook configuration successfully removed' } };
    }),
  });
  const check = createCheck();

  return {
    ...fake,
    codes,
    latest() {
      const newest = codes.at(-1);
      if (!newest) throw new Error('no code was made');
      return newest;
    },
    forgetTokens: () => tokens.clear(),
    pay(code) {
      Object.assign(code, {
        status: 'paid',
        payer_name: 'Maria da Silva',
        payer_document: '12345678909',
        payment_date: '2026-11-20T14:52:10.000-03:00',
        end_to_end: 'E18236120202206142202a1022c1tg10',
      });
    },
    callback(code) {
      const body = { notification_type: 'PIX:QRCODE', message: code };
      fake.problems.push(...check(Callback, body, 'callback'));
      return { headers: { authorization: webhook?.authorization }, rawBody: Buffer.from(JSON.stringify(body)), query: {} };
    },
  };
}
