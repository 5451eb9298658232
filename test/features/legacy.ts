import { createBillingOrder } from '../../src/legacy/billing-orders/billing-order.service.js';
import { settlePayment } from '../../src/payments/settle.js';
import { cancelOwnBillingOrder, expireBillingOrders } from '../../src/legacy/billing-orders/billing-order-ending.service.js';
import { aLegacyClient, chargeBody } from '../support/legacy-client.js';
import type { FeatureTests } from '../features.js';
import type { ActStage } from '../support/operator-acts.js';
import { anApiClient } from '../support/webhook-inbox.js';
import { aPayment } from '../support/transition-stage.js';

const aClient = async ({ server }: ActStage) => ({ id: (await anApiClient(server)).id });

const CHARGE = {
  payerName: 'Ana',
  amount: 100n,
  description: 'Rifa',
  extraData: null,
  webhookUrl: null,
  externalId: 'a new one',
};

export const legacy: FeatureTests = {
  operations: `
    apiClients              A(OFS)  -
    apiClient               A(OFS)  -
    createApiClient         A(O)    -
    updateApiClient         A(O)    -
    blockApiClient          A(O)    -
    unblockApiClient        A(O)    -
    rotateApiClientSecrets  A(O)    -
    billingOrders           A(OFS)  -
    cancelBillingOrder      A(OF)   -
    clientLogin             P       POST /auth/v1/token
    createBillingOrder      C       POST /cashin/api/billing_order
    billingOrder            C       GET /cashin/api/billing_order/{hash}
    cancelOwnBillingOrder   C       DELETE /cashin/api/billing_order/{hash}
    clientWebhooks          C       GET /client/api/webhooks
    createClientWebhook     C       POST /client/api/webhooks
    clientWebhook           C       GET /client/api/webhooks/{webhook_id}
    updateClientWebhook     C       PUT /client/api/webhooks/{webhook_id}
    deleteClientWebhook     C       DELETE /client/api/webhooks/{webhook_id}
    restoreClientWebhook    C       PATCH /client/api/webhooks/{webhook_id}
    clientDeliveries        C       GET /client/api/webhooks/deliveries
    redeliverToClient       C       POST /client/api/webhooks/deliveries/{delivery_id}/redeliver
    clientBalance           C       GET /client/api/balance
    clientExtract           C       GET /client/api/extracts`,
  events: {
    transitions: ['billing_order.cancelled', 'billing_order.paid', 'billing_order.processing', 'billing_order.refunded'],
  },
  acts: {
    createApiClient: async () => ({ input: { name: 'Loja' } }),
    updateApiClient: async (stage) => ({ ...(await aClient(stage)), input: { name: 'Outra loja' } }),
    blockApiClient: aClient,
    unblockApiClient: async (stage) => {
      const client = await aClient(stage);
      await stage.done('blockApiClient', client);
      return client;
    },
    cancelBillingOrder: async ({ server }) => {
      const client = await aLegacyClient(server);
      return { id: (await client.charge(chargeBody())).body.hash };
    },
    rotateApiClientSecrets: async (stage) => ({ ...(await aClient(stage)), secrets: ['CLIENT_SECRET'] }),
  },
  matrix: async ({ client }) => ({ ids: { ApiClient: client.id, clientId: client.id } }),
  people: ({ app, heavyClient }) => ({
    'pay a legacy charge': () => settlePayment(app, 'sandbox', aPayment({ txid: 'BILLINGORDER1' }), 'CALLBACK'),
    'make a legacy charge': () => createBillingOrder(heavyClient, CHARGE),
    'repeat a legacy charge': () => createBillingOrder(heavyClient, CHARGE),
    'cancel a legacy charge': async () =>
      cancelOwnBillingOrder(
        heavyClient,
        (await createBillingOrder(heavyClient, { ...CHARGE, externalId: 'to be cancelled' })).id,
      ),
  }),
  rounds: ({ app }) => ({ 'expire legacy charges': () => expireBillingOrders(app) }),
  lists: ({ uuid }) => ({ apiClients: { after: [uuid] }, billingOrders: { after: [25_000] } }),
  faults: {
    'src/legacy/billing-orders/settle-billing-orders.ts': [
      {
        name: "a payment that was made too late pays a legacy client's charge that expired",
        find: 'paidAt <= expirationAt',
        replace: 'paidAt >= expirationAt',
        tests: ['test/billing-order-endings.test.ts'],
      },
      {
        name: "money pays a legacy client's charge that was cancelled",
        find: 'cancelledAt === null && ',
        replace: '',
        tests: ['test/billing-order-endings.test.ts'],
      },
      {
        name: "money pays a legacy client's charge that is being refunded",
        find: "if (order.status !== 'PENDING' && !wasPaidInTime",
        replace: "if (order.status === 'CANCELLED' && !wasPaidInTime",
        tests: ['test/billing-order-endings.test.ts'],
      },
      {
        name: "a legacy client's charge that is paid twice in one batch is credited twice",
        find: "      order.status = 'PAID';\n",
        replace: '',
        tests: ['test/billing-ledger.test.ts'],
      },
      {
        name: "what a legacy client's charge was overpaid is credited to the client",
        find: 'paid.push({ id: order.id, amount: order.amount,',
        replace: 'paid.push({ id: order.id, amount,',
        tests: ['test/billing-ledger.test.ts'],
      },
      {
        name: "a legacy client's charge is credited when too little was paid",
        find: "arrived.amount < order.amount ? 'AMOUNT_DIFFERS'",
        replace: "arrived.amount < order.amount - 1n ? 'AMOUNT_DIFFERS'",
        tests: ['test/billing-ledger.test.ts'],
      },
      {
        name: "a legacy client's charge is paid by hand",
        find: "if (!endToEndId) return 'REFUSED';",
        replace: "if (endToEndId === '') return 'REFUSED';",
        tests: ['test/billing-ledger.test.ts'],
      },
    ],
    'src/legacy/billing-orders/locked-ledger.ts': [
      {
        name: "a legacy client's charge is refunded before its money is back",
        find: "money?.isReturned ? 'REFUNDED' : 'PROCESSING'",
        replace: "money ? 'REFUNDED' : 'PROCESSING'",
        tests: ['test/billing-order-endings.test.ts'],
      },
      {
        name: 'a legacy client keeps the balance of a payment that went back',
        find: 'balance -= taken;',
        replace: 'balance -= 0n;',
        tests: ['test/billing-ledger.test.ts'],
      },
      {
        name: 'a legacy client is debited more than was credited',
        find: 'amount === undefined || amount > left ? left : amount',
        replace: 'amount === undefined ? left : amount',
        tests: ['test/billing-ledger.test.ts'],
      },
      {
        name: 'a legacy client is debited for a payment that paid nothing',
        find: 'if (!order || order.endToEndId !== paid.endToEndId)',
        replace: 'if (!order)',
        tests: ['test/billing-ledger.test.ts'],
      },
      {
        name: 'a legacy client is debited again for a charge that was refunded',
        find: "if (order.status !== 'PAID') return 'REPEATED';",
        replace: "if (order.status === 'PENDING') return 'REPEATED';",
        tests: ['test/billing-ledger.test.ts'],
      },
    ],
    'src/legacy/billing-orders/billing-order.sql.ts': [
      {
        name: "a legacy client's charge is refunded while its refund is under way",
        find: "f.status IN ('PENDING', 'PROCESSING', 'BY_HAND')",
        replace: "f.status IN ('PENDING')",
        tests: ['test/billing-order-endings.test.ts'],
      },
      {
        name: "a legacy client's charge is refunded though its provider refused the refund",
        find: 's.returnable <= 0 AND NOT EXISTS',
        replace: 'NOT EXISTS',
        tests: ['test/billing-order-endings.test.ts'],
      },
      {
        name: "a legacy client's charge expires before its time",
        find: 'expiration_at <= now()',
        replace: 'expiration_at > now()',
        tests: ['test/billing-order-endings.test.ts'],
      },
      {
        name: "a legacy client's charge expires while it is being paid",
        find: 'ORDER BY expiration_at LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED',
        replace: 'ORDER BY expiration_at LIMIT $1',
        tests: ['test/billing-order-endings.test.ts'],
      },
      {
        name: "the code of a legacy client's charge that expired counts as open",
        find: "UPDATE charges c SET status = 'CANCELLED' FROM due",
        replace: "UPDATE charges c SET status = 'ACTIVE' FROM due",
        tests: ['test/billing-order-endings.test.ts'],
      },
      {
        name: "a legacy client's balance is read without its lock",
        find: 'SELECT balance FROM api_clients WHERE id = $1 FOR NO KEY UPDATE',
        replace: 'SELECT balance FROM api_clients WHERE id = $1',
        tests: ['test/billing-ledger.test.ts'],
      },
    ],
    'src/legacy/billing-orders/billing-order-ending.service.ts': [
      {
        name: "a legacy client cancels another's charge",
        find: '(clientId !== undefined && order.clientId !== clientId)',
        replace: 'false',
        tests: ['test/billing-order-endings.test.ts'],
      },
      {
        name: "a legacy client's charge that was paid is said to be cancelled",
        find: "else if (order.status !== 'CANCELLED')",
        replace: "else if (order.status === 'REFUNDED')",
        tests: ['test/billing-order-endings.test.ts'],
      },
    ],
  },
};
