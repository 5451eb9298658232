import { randomUUID } from 'node:crypto';
import { listProviderFees, setProviderFee } from '../../src/payment-providers/fees/provider-fee.service.js';
import type { FeatureTests } from '../features.js';
import type { ActStage } from '../support/operator-acts.js';
import { STATIC_PROVIDER } from '../support/provider-desk.js';

const HOSTS = ['test/provider-hosts.test.ts'];
const SECRETS = 'test/callback-secrets.test.ts';

const AT_BANK = { providerName: 'sandbox' };
const QR_CODE = { input: { ...AT_BANK, amount: '1.00', description: 'Rifa' } };

const aCallbackAddress = async ({ server }: ActStage) => ({
  input: { ...AT_BANK, url: `${server.url}/v1/payments/callbacks/sandbox` },
});

/** Each of another day. */
const aFee = () => ({ ...AT_BANK, validFrom: `2026-0${1 + (fees++ % 9)}-01`, fixed: '0.10', basisPoints: 99 });
let fees = 0;

export const paymentProviders: FeatureTests = {
  operations: `
    paymentProviders          A(OFS)  GET /v1/payments/providers
    paymentProvider           A(OFS)  GET /v1/payments/providers/{name}
    upsertPaymentProvider     A(OF)   PUT /v1/payments/providers
    rotateCallbackSecret      A(OF)   POST /v1/payments/providers/{name}/rotate-callback-secret
    providerFees              A(OFS)  GET /v1/payments/provider-fees
    setProviderFee            A(OF)   PUT /v1/payments/provider-fees
    deleteProviderFee         A(OF)   DELETE /v1/payments/provider-fees/{id}
    createGatewayAccessToken  A(OF)   POST /v1/payment-gateway/token
    generateBillingQrCode     A(OF)   POST /v1/payment-gateway/qrcode
    billingQrCode             A(OFS)  GET /v1/payment-gateway/qrcode/{reference}
    gatewayWebhooks           A(OFS)  GET /v1/payment-gateway/webhooks
    registerGatewayWebhook    A(OF)   POST /v1/payment-gateway/webhooks
    deleteGatewayWebhook      A(OF)   DELETE /v1/payment-gateway/webhooks/{id}`,
  acts: {
    upsertPaymentProvider: async () => ({ input: { ...STATIC_PROVIDER, name: `provider-${randomUUID().slice(0, 8)}` } }),
    rotateCallbackSecret: async () => ({ name: 'sandbox' }),
    setProviderFee: async () => ({ input: aFee() }),
    deleteProviderFee: async ({ done }) => ({ id: (await done('setProviderFee', { input: aFee() })).id }),
    createGatewayAccessToken: async () => AT_BANK,
    generateBillingQrCode: async () => QR_CODE,
    registerGatewayWebhook: aCallbackAddress,
    deleteGatewayWebhook: async (stage) => ({
      ...AT_BANK,
      id: (await stage.done('registerGatewayWebhook', await aCallbackAddress(stage))).id,
    }),
  },
  people: ({ admin }) => ({
    'state a fee': () => setProviderFee(admin, { ...AT_BANK, validFrom: new Date('2026-01-01'), fixed: 10n, basisPoints: 99 }),
    'see fees': () => listProviderFees(admin),
  }),
  async matrix({ done }) {
    const { reference } = await done<{ reference: string }>('generateBillingQrCode', QR_CODE, '{ reference }');
    return { ids: { ...AT_BANK, name: 'static', reference } };
  },
  faults: {
    'src/payment-providers/adapters/bacen-adapter.ts': [
      {
        name: 'a code at a bank lives longer than was asked for',
        find: 'expiracao: expiresInSeconds }',
        replace: 'expiracao: expiresInSeconds * 10 }',
        tests: ['test/order-charges.test.ts', 'test/bacen-adapter.test.ts'],
      },
    ],
    'src/payment-providers/client/provider-hosts.ts': [
      {
        name: 'a payment provider in our network is called in production',
        find: 'const isFree = (origin: string): boolean => !production ||',
        replace: 'const isFree = (origin: string): boolean => production ||',
        tests: HOSTS,
      },
      {
        name: 'what the environment allows is every host, once it allows one',
        find: 'providerOrigins.includes(origin)',
        replace: 'providerOrigins.length > 0',
        tests: HOSTS,
      },
    ],
    'src/payment-providers/client/http-client.ts': [
      {
        name: 'a name of a payment provider that leads into our network is asked again and again',
        find: 'if (cause instanceof ForbiddenAddressError) return',
        replace: 'if (cause === undefined) return',
        tests: HOSTS,
      },
    ],
    'src/payment-providers/gateway/payment-gateway.service.ts': [
      {
        name: 'the secret that proves callbacks goes where an operator says',
        find: 'if (!address.isOwn(url) && !config.callbackOrigins.includes(url.origin)) {',
        replace: "if (url.protocol === 'ftp:') {",
        tests: ['test/payment-gateway.test.ts', SECRETS],
      },
      {
        name: 'the secret of callbacks is sent to a host whose name begins as an allowed one',
        find: '!config.callbackOrigins.includes(url.origin)',
        replace: '!config.callbackOrigins.some((origin) => url.href.startsWith(origin))',
        tests: ['test/payment-gateway.test.ts'],
      },
      {
        name: 'an operator reads the replaced secret of callbacks in what a provider says',
        find: ", previousCallbackSecret?.secret ?? '']",
        replace: ", previousCallbackSecret ? '' : '']",
        tests: [SECRETS],
      },
      {
        name: 'a host that a provider moved to is told the secret that the one before has',
        find: 'if (!row || row.callbackSecretOrigin === origin) return false;',
        replace: 'if (!row || row.callbackSecretOrigin !== null) return false;',
        tests: [SECRETS],
      },
    ],
    'src/payment-providers/adapters/adapter.ts': [
      {
        name: 'an old secret of callbacks never ends',
        find: 'previous.endsAt.getTime() > Date.now() && ',
        replace: '',
        tests: [SECRETS],
      },
    ],
    'src/payment-providers/provider.sql.ts': [
      {
        name: 'of two operators who change a provider at once, one loses the change',
        find: 'WHERE p.name = $1 FOR UPDATE`',
        replace: 'WHERE p.name = $1`',
        tests: ['test/payment-providers.test.ts'],
      },
    ],
    'src/payment-providers/callback-secret.ts': [
      {
        name: 'callbacks on their way are refused once the secret is replaced',
        find: 'keepsPrevious ? [sealedCallbackSecret',
        replace: '!keepsPrevious ? [sealedCallbackSecret',
        tests: [SECRETS],
      },
    ],
  },
};
