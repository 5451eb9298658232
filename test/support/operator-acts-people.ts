import { aCustomer } from './actors.js';
import { validCpf } from './cpf.js';
import type { ActStage, OperatorAct } from './operator-acts.js';
import { anApiClient, anEndpoint, emit } from './webhook-inbox.js';

let serial = 0;

const aBuyer = async ({ server }: ActStage) => ({ id: (await aCustomer(server)).id });
const aBlockedBuyer = async (stage: ActStage) => {
  const buyer = await aBuyer(stage);
  await stage.done('blockUser', { ...buyer, reason: 'fraud' });
  return buyer;
};

const aClient = async ({ server }: ActStage) => ({ id: (await anApiClient(server)).id });
const aBlockedClient = async (stage: ActStage) => {
  const client = await aClient(stage);
  await stage.done('blockApiClient', client);
  return client;
};

/** An event that nothing else here writes. */
const EVENT = 'raffle.drawn';
const URL = 'http://127.0.0.1:9/hooks';
const aWebhook = async ({ server }: ActStage) => ({ id: String((await anEndpoint(server, URL, [EVENT])).id) });

/** Buyers, operators, legacy clients, and who is told of events. */
export const peopleActs: Record<string, OperatorAct> = {
  createUser: async () => {
    serial += 1;
    const phone = `+55119${70_000_000 + serial}`;
    return { input: { role: 'USER', name: 'Rui Costa', phone, cpf: validCpf(700_000_000 + serial) } };
  },
  updateUser: async (stage) => ({ ...(await aBuyer(stage)), input: { name: 'Rui Costa' } }),
  blockUser: async (stage) => ({ ...(await aBuyer(stage)), reason: 'fraud' }),
  unblockUser: aBlockedBuyer,
  deleteUser: aBuyer,
  endUserSessions: aBuyer,
  createApiClient: async () => ({ input: { name: 'Loja' } }),
  updateApiClient: async (stage) => ({ ...(await aClient(stage)), input: { name: 'Outra loja' } }),
  blockApiClient: aClient,
  unblockApiClient: aBlockedClient,
  rotateApiClientSecrets: async (stage) => ({ ...(await aClient(stage)), secrets: ['CLIENT_SECRET'] }),
  createWebhookEndpoint: async () => ({ input: { url: URL, events: ['RAFFLE_DRAWN'] } }),
  updateWebhookEndpoint: async (stage) => ({ ...(await aWebhook(stage)), input: { url: `${URL}/others` } }),
  deleteWebhookEndpoint: aWebhook,
  enableWebhookEndpoint: async (stage) => {
    const webhook = await aWebhook(stage);
    await stage.server.app.db.prisma.webhookEndpoint.update({
      where: { id: Number(webhook.id) },
      data: { disabledAt: new Date() },
    });
    return webhook;
  },
  rotateWebhookEndpointSecret: aWebhook,
  sendTestEvent: async (stage) => ({ endpointId: (await aWebhook(stage)).id, type: 'ORDER_PAID' }),
  redeliverWebhook: async (stage) => {
    const { id } = await aWebhook(stage);
    await emit(stage.server, { type: EVENT, data: {} });
    const { webhookDelivery } = stage.server.app.db.prisma;
    const delivery = await webhookDelivery.findFirstOrThrow({ where: { endpointId: Number(id) } });
    await webhookDelivery.update({ where: { id: delivery.id }, data: { status: 'DEAD', nextAttemptAt: null } });
    return { id: delivery.id };
  },
};
