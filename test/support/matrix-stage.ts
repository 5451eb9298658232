import { getNamedType } from 'graphql';
import { boxIdOf } from '../../src/awarded-boxes/held-box.service.js';
import { settlePayment } from '../../src/payments/settle.js';
import { hashPassword } from '../../src/platform/passwords.js';
import { features } from '../features.js';
import { aCustomer, anAdmin } from './actors.js';
import { startBankedServer } from './banked-server.js';
import { aLegacyClient, chargeBody, type LegacyClient } from './legacy-client.js';
import { aListedRow, besideTheRules } from './listed-rows.js';
import type { Caller } from './operations.js';
import { actStageOf, OPERATOR_ACTS, prepareAct, type ActStage } from './operator-acts.js';
import { anOpenRaffle } from './sales.js';
import { aPayment } from './transition-stage.js';
import type { RootField } from './whole-call.js';

type Values = Record<string, unknown>;

/** Nobody's and nothing's. */
export const NOBODY = '01990000-0000-7000-8000-00000000dead';
const PASSWORD = 'uma-senha-boa';

/** A service with something of everything in it, and one of everybody who may ask. */
export interface MatrixStage extends ActStage {
  /** Of `stranger` nothing is anybody else's: a buyer too, and a client too. */
  callers: Record<string, { as: Caller; token: string | undefined }>;
  client: LegacyClient & { id: string };
  stranger: { id: string; token: string };
  strangeClient: LegacyClient & { id: string };
  /** The buyer's and the client's own, by what it is. */
  own: Record<
    'paid' | 'pending' | 'listed' | 'payment' | 'box' | 'wonPrize' | 'session' | 'hash' | 'webhook' | 'delivery',
    string
  >;
  anotherLike(caller: { as: Caller }): Promise<{ token: string }>;
  /** Arguments with which an operation would do or tell something, made once. */
  valuesOf(root: RootField): Promise<Values>;
}

/** What is there for operations to be called with. */
export interface MatrixSubjects extends ActStage {
  raffleId: string;
  orderId: string;
  paymentId: string;
  boxId: string;
  client: { id: string };
  /** Another than who does the rest; has a password, as `loggingIn` has. */
  operator: { id: string };
  loggingIn: { phone: string; password: string };
}

export interface MatrixValues {
  /** Ids by the names of their types, and other arguments by their own names. */
  ids?: Values;
  /** All arguments of an operation, by its name. */
  calls?: Record<string, () => Values | Promise<Values>>;
}

export async function startMatrixStage(): Promise<MatrixStage> {
  const banked = await startBankedServer();
  const stage = await actStageOf(banked);
  const { server, buyer, desk } = stage;
  const { app } = server;
  const { prisma } = app.db;
  // What is sent is written down, whenever its time comes.
  await app.deliveries.stop();

  const passwordHash = await hashPassword(PASSWORD);
  // Proved: on an unknown device a login to an account that only claims its phone counts as a failure.
  const loggingIn = await aCustomer(server, { phoneProvedAt: new Date() });
  const operator = await anAdmin(server);
  await prisma.user.updateMany({ where: { id: { in: [loggingIn.id, operator.id] } }, data: { passwordHash } });
  const { id: raffleId } = await anOpenRaffle(server);
  await aListedRow({ server, buyerId: buyer.id, raffleId }, 1);
  await besideTheRules(server, `UPDATE order_boxes SET boxes = 2 WHERE raffle_id = '${raffleId}' AND user_id = '${buyer.id}'`);
  await stage.done('createFakeSoldQuotasPercentage', { input: { raffleId, percentage: 10 } }, '{ percentage }');

  // Without instant prizes, so that its buyer may refund an order.
  const { id: plainId } = await anOpenRaffle(server);
  const anOrder = async (of: string): Promise<string> => {
    const { order, message } = await desk.buy(buyer.token, { raffleId: of, quotaQuantity: 1, paymentProviderName: 'static' });
    if (!order) throw new Error(message);
    return order.id;
  };
  const [pending, paid] = [await anOrder(raffleId), await anOrder(plainId)];
  const { txid } = await prisma.charge.findFirstOrThrow({ where: { orderId: BigInt(paid) } });
  await settlePayment(app, 'static', aPayment({ txid }), 'CALLBACK');
  const { orderId } = await prisma.orderBoxes.findFirstOrThrow({ where: { userId: buyer.id } });
  const { id: payment } = await prisma.payment.findFirstOrThrow({ where: { orderId } });
  const listedId = String(orderId);
  const { id: session } = await prisma.session.findFirstOrThrow({ where: { userId: buyer.id } });
  const wonPrize = await prisma.wonPrize.findFirstOrThrow({ where: { userId: buyer.id } });
  const own = {
    session,
    paid,
    pending,
    listed: listedId,
    payment,
    wonPrize: wonPrize.id,
    box: boxIdOf({ orderId: listedId, boxIndex: 1 }),
  };

  const client = await aLegacyClient(server);
  const { id: webhook } = (await client.call('POST', '/client/api/webhooks', { body: { type: 0, url: 'http://127.0.0.1:9/' } }))
    .body;
  const { hash, reference, amount } = (await client.charge(chargeBody())).body;
  await settlePayment(app, 'sandbox', aPayment({ txid: reference, amountCentavos: BigInt(amount) }), 'CALLBACK');
  const delivery = await prisma.webhookDelivery.findFirstOrThrow({ where: { endpointId: webhook } });
  await prisma.webhookDelivery.update({ where: { id: delivery.id }, data: { status: 'DEAD', nextAttemptAt: null } });

  const stranger = await aCustomer(server);
  const strangeClient = await aLegacyClient(server);

  const subjects: MatrixSubjects = {
    ...stage,
    raffleId,
    orderId: listedId,
    paymentId: payment,
    boxId: own.box,
    client,
    operator,
    loggingIn: { phone: loggingIn.phone, password: PASSWORD },
  };
  const ids: Values = {};
  const calls: NonNullable<MatrixValues['calls']> = {};
  for (const { matrix } of features) {
    const values = await matrix?.(subjects);
    Object.assign(ids, values?.ids);
    Object.assign(calls, values?.calls);
  }
  const prepared = new Map<string, Promise<Values>>();
  const made = async ({ field }: RootField): Promise<Values> => {
    if (OPERATOR_ACTS.includes(field.name)) return (await prepareAct(stage, field.name)).variables;
    const needed = field.args.filter(({ type, defaultValue }) => String(type).endsWith('!') && defaultValue === undefined);
    return Object.fromEntries(
      needed.map(({ name }) => {
        const value = ids[name === 'id' ? getNamedType(field.type).name : name];
        if (value === undefined) throw new Error(`say under matrix in test/features/ what ${name} of ${field.name} is`);
        return [name, value];
      }),
    );
  };

  return {
    ...stage,
    callers: {
      nobody: { as: 'PUBLIC', token: undefined },
      'a buyer': { as: 'USER', token: buyer.token },
      'another buyer': { as: 'USER', token: stranger.token },
      'an owner': { as: 'OWNER', token: stage.admin.token },
      'a FINANCE operator': { as: 'FINANCE', token: (await anAdmin(server, 'FINANCE')).token },
      'a MANAGER operator': { as: 'MANAGER', token: (await anAdmin(server, 'MANAGER')).token },
      'a SUPPORT operator': { as: 'SUPPORT', token: (await anAdmin(server, 'SUPPORT')).token },
      'a legacy client': { as: 'CLIENT', token: client.token },
    },
    client,
    stranger,
    strangeClient,
    own: { ...own, hash, webhook: String(webhook), delivery: delivery.id },
    async anotherLike({ as }) {
      if (as === 'USER') return aCustomer(server);
      if (as === 'PUBLIC' || as === 'CLIENT') throw new Error(`${as} is nobody of whom there are others`);
      return anAdmin(server, as);
    },
    async valuesOf(root) {
      const { name } = root.field;
      const call = calls[name];
      if (call) return call();
      const values = prepared.get(name) ?? made(root);
      prepared.set(name, values);
      return values;
    },
  };
}
