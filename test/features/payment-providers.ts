import { randomUUID } from 'node:crypto';
import type { FeatureTests } from '../features.js';
import type { ActStage } from '../support/operator-acts.js';
import { STATIC_PROVIDER } from '../support/provider-desk.js';

const AT_BANK = { providerName: 'sandbox' };
const QR_CODE = { input: { ...AT_BANK, amount: '1.00', description: 'Rifa' } };

const aCallbackAddress = async ({ server }: ActStage) => ({
  input: { ...AT_BANK, url: `${server.url}/v1/payments/callbacks/sandbox` },
});

export const paymentProviders: FeatureTests = {
  operations: `
    paymentProviders          A(OFS)  GET /v1/payments/providers
    paymentProvider           A(OFS)  GET /v1/payments/providers/{name}
    upsertPaymentProvider     A(OF)   PUT /v1/payments/providers
    createGatewayAccessToken  A(OF)   POST /v1/payment-gateway/token
    generateBillingQrCode     A(OF)   POST /v1/payment-gateway/qrcode
    billingQrCode             A(OFS)  GET /v1/payment-gateway/qrcode/{reference}
    gatewayWebhooks           A(OFS)  GET /v1/payment-gateway/webhooks
    registerGatewayWebhook    A(OF)   POST /v1/payment-gateway/webhooks
    deleteGatewayWebhook      A(OF)   DELETE /v1/payment-gateway/webhooks/{id}`,
  acts: {
    upsertPaymentProvider: async () => ({ input: { ...STATIC_PROVIDER, name: `provider-${randomUUID().slice(0, 8)}` } }),
    createGatewayAccessToken: async () => AT_BANK,
    generateBillingQrCode: async () => QR_CODE,
    registerGatewayWebhook: aCallbackAddress,
    deleteGatewayWebhook: async (stage) => ({
      ...AT_BANK,
      id: (await stage.done('registerGatewayWebhook', await aCallbackAddress(stage))).id,
    }),
  },
  async matrix({ done }) {
    const { reference } = await done<{ reference: string }>('generateBillingQrCode', QR_CODE, '{ reference }');
    return { ids: { ...AT_BANK, name: 'static', reference } };
  },
};
