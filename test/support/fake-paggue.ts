import { createHmac, randomUUID } from 'node:crypto';
import type { CallbackRequest } from '../../src/payment-providers/adapters/adapter.js';
import { buildStaticCode } from '../../src/payment-providers/adapters/static-adapter.js';
import { BillingOrder as BillingOrderSchema, OPERATIONS } from '../fixtures/paggue-schemas.js';
import { createCheck } from './api-pix-contract.js';
import { startFakeProvider, type FakeAnswer, type FakeCall, type FakeProvider } from './fake-provider.js';
import { SANDBOX_ACCOUNT } from './sandbox.js';

const COMPANY_ID = 42;

export const PAGGUE_CREDENTIALS = {
  clientId: SANDBOX_ACCOUNT.clientId,
  clientSecret: SANDBOX_ACCOUNT.clientSecret,
  signatureSecret: 'signature-secret-ção',
};

type BillingOrder = Record<string, unknown> & { hash: string };

interface PaggueWebhook {
  id: number;
  type: number;
  url: string;
  deleted_at: string | null;
}

/** Paggue, played: what it keeps, newest last, which a test may change as payers and other clients would. */
export interface FakePaggue extends FakeProvider<keyof typeof OPERATIONS> {
  orders: BillingOrder[];
  webhooks: PaggueWebhook[];
  latest(): BillingOrder;
  forgetTokens(): void;
  pay(order: BillingOrder): void;
  callback(order: BillingOrder): CallbackRequest;
}

/** Starts a Paggue that knows the tests' client, and takes no call that is not signed right or names another company. */
export async function startFakePaggue(): Promise<FakePaggue> {
  const orders: BillingOrder[] = [];
  const webhooks: PaggueWebhook[] = [];
  const requests = new Map<string, string>();
  const tokens = new Set<string>();
  const { clientId, clientSecret, signatureSecret } = PAGGUE_CREDENTIALS;

  const problem = (status: number, error: string, message = error): FakeAnswer => ({
    status,
    body: { error, statusCode: status, message },
  });
  const sign = (body: string) => createHmac('sha256', signatureSecret).update(body).digest('hex');
  const knownClient =
    (handler: (call: FakeCall) => FakeAnswer) =>
    (call: FakeCall): FakeAnswer => {
      const { authorization, signature, 'x-company-id': companyId } = call.headers;
      if (!tokens.has(authorization?.replace('Bearer ', '') ?? '')) return problem(401, 'Unauthorized');
      if (companyId !== String(COMPANY_ID)) return problem(403, 'Forbidden', 'another company');
      if (call.rawBody !== '' && signature !== sign(call.rawBody)) return problem(401, 'Unauthorized', 'bad signature');
      return handler(call);
    };

  const fake = await startFakeProvider(OPERATIONS, {
    'POST /auth/v1/token'({ body }) {
      const given = body as { client_key: string; client_secret: string };
      if (given.client_key !== clientId) return problem(404, 'Record Not Found');
      if (given.client_secret !== clientSecret) return problem(401, 'Unauthorized');
      const token = randomUUID();
      tokens.add(token);
      const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
      const user = { companies: [{ id: COMPANY_ID }, { id: 7 }] };
      return { status: 200, body: { access_token: token, token_type: 'bearer', expires_at: expiresAt, user } };
    },
    'POST /cashin/api/billing_order': knownClient(({ body, rawBody }) => {
      const request = body as { payer_name?: string; amount: number; external_id: string; description: string };
      const known = orders.find(({ external_id: id }) => id === request.external_id);
      if (known && requests.get(request.external_id) !== rawBody) return problem(400, 'Bad Request', 'external_id is taken');
      if (known) return { status: 200, body: known };
      const order = {
        payer_name: '',
        ...request,
        hash: randomUUID(),
        paid_at: null,
        created_at: '2026-11-20T17:52:10.123456Z',
        expiration_at: null,
        payment: buildStaticCode(SANDBOX_ACCOUNT, { txid: 'order', amountCentavos: BigInt(request.amount), description: '' }),
        status: 0,
        endToEndId: null,
        reference: 'r',
      };
      orders.push(order);
      requests.set(request.external_id, rawBody);
      return { status: 200, body: order };
    }),
    'GET /cashin/api/billing_order/{hash}': knownClient(({ params }) => {
      const order = orders.find(({ hash }) => hash === params.hash);
      return order ? { status: 200, body: order } : problem(404, 'Record Not Found');
    }),
    'GET /client/api/webhooks': knownClient(() => ({ status: 200, body: webhooks })),
    'POST /client/api/webhooks': knownClient(({ body }) => {
      const webhook = { ...(body as { type: number; url: string }), id: webhooks.length + 1, deleted_at: null };
      webhooks.push(webhook);
      return { status: 200, body: webhook };
    }),
    'DELETE /client/api/webhooks/{id}': knownClient(({ params }) => {
      const webhook = webhooks.find(({ id, deleted_at: deletedAt }) => id === Number(params.id) && deletedAt === null);
      if (!webhook) return problem(404, 'Record Not Found');
      webhook.deleted_at = new Date().toISOString();
      return { status: 200, body: webhook };
    }),
  });
  const check = createCheck();

  return {
    ...fake,
    orders,
    webhooks,
    latest() {
      const newest = orders.at(-1);
      if (!newest) throw new Error('no billing order was made');
      return newest;
    },
    forgetTokens: () => tokens.clear(),
    pay(order) {
      Object.assign(order, {
        status: 1,
        paid_at: '2026-11-20T17:53:00.654321Z',
        endToEndId: 'E18236120202206142202a1022c1tg10',
      });
    },
    callback(order) {
      fake.problems.push(...check(BillingOrderSchema, order, 'callback'));
      const body = JSON.stringify(order);
      return { headers: { signature: sign(body) }, rawBody: Buffer.from(body), query: {} };
    },
  };
}
