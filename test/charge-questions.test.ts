import { beforeAll, beforeEach, expect, it } from 'vitest';
import { newTxid } from '../src/payment-providers/adapters/adapter.js';
import { checkCharges } from '../src/reconciliation/charge-checks.js';
import { scanReceived } from '../src/reconciliation/received-scan.js';
import { endOrders } from '../src/orders/order-ending.js';
import { selectOrder } from '../src/orders/order.sql.js';
import { startBankFront } from './support/bank-front.js';
import { askSandbox } from './support/sandbox.js';
import { changeProvider } from './support/sales.js';
import type { TestServer } from './support/start.js';
import { forTests } from './support/start.js';
import { startTransitionStage } from './support/transition-stage.js';

/*
 * What a provider leaves out of an answer is asked about again, and costs nobody their money.
 */

const stage = forTests(startTransitionStage);
const front = forTests(() => startBankFront(stage.bankUrl));
beforeAll(() => changeProvider({ app: stage.app } as TestServer, 'sandbox', { baseUrl: front.url }));
beforeEach(() => stage.behaveAtBank({ callbackCopies: 0 }));

const db = () => stage.app.db.prisma;
const sandbox = async () => {
  const provider = await stage.app.providers.find('sandbox');
  if (!provider) throw new Error('no provider');
  return provider;
};
async function anOrderPaidUnheard() {
  const { id } = await stage.anOrder((await stage.aRaffle()).id, 'sandbox');
  const [order] = await stage.app.db.query(selectOrder, [id]);
  if (!order) throw new Error('no order');
  await askSandbox(stage.bankUrl, 'POST', '/sandbox/pay', { pixCopiaECola: order.qrCodeContent });
  return order;
}
const rowOf = (id: string) => db().order.findUniqueOrThrow({ where: { id: BigInt(id) }, include: { charge: true } });
const leavePaymentsOut = (document: { pix?: unknown[] }) => delete document.pix;

it('a charge that is paid, without its payment, is asked about again', async () => {
  const { id } = await anOrderPaidUnheard();
  await db().charge.update({ where: { orderId: BigInt(id) }, data: { nextCheckAt: new Date(0) } });
  const held = front.hold('GET', /\/cob\//);
  const asking = checkCharges(stage.app, await sandbox());
  (await held).pass(leavePaymentsOut);
  await asking;
  expect((await rowOf(id)).charge?.nextCheckAt).toBeInstanceOf(Date);
  await db().charge.update({ where: { orderId: BigInt(id) }, data: { nextCheckAt: new Date(0) } });
  await checkCharges(stage.app, await sandbox());
  expect(await rowOf(id)).toMatchObject({ status: 'PAID', charge: { nextCheckAt: null } });
});

it('a charge is asked about for the last time: it is still the code of its order, if that is unpaid', async () => {
  const { id } = await stage.anOrder((await stage.aRaffle()).id, 'sandbox');
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  await db().order.update({ where: { id: BigInt(id) }, data: { createdAt: hoursAgo(26), expiresAt: hoursAgo(25) } });
  await db().charge.update({ where: { orderId: BigInt(id) }, data: { nextCheckAt: new Date(0) } });
  await checkCharges(stage.app, await sandbox());
  expect(await rowOf(id)).toMatchObject({ status: 'PENDING', charge: { nextCheckAt: null, status: 'ACTIVE' } });
});

it.each([
  ['of an order that was cancelled', 'CANCELLED', 0.2],
  ['of an unpaid order that has expired', 'PENDING', -0.1],
] as const)('a charge %s, and that the provider does not know yet, is asked about again', async (_, status, expiresInHours) => {
  const { id } = await stage.anOrder((await stage.aRaffle()).id, 'sandbox');
  const expiresAt = new Date(Date.now() + expiresInHours * 3_600_000);
  await db().order.update({ where: { id: BigInt(id) }, data: { status, expiresAt } });
  await db().charge.update({ where: { orderId: BigInt(id) }, data: { txid: newTxid('bacen'), nextCheckAt: new Date(0) } });
  await checkCharges(stage.app, await sandbox());
  expect((await rowOf(id)).charge?.nextCheckAt).toBeInstanceOf(Date);
});

it('an order whose charge is paid, without its payment, does not end', async () => {
  const order = await anOrderPaidUnheard();
  const [cancelling, asked] = [front.hold('PATCH', /\/cob\//), front.hold('GET', /\/cob\//)];
  const ending = endOrders(stage.app, [order], 'EXPIRED');
  ending.catch(() => undefined);
  (await cancelling).pass();
  (await asked).pass(leavePaymentsOut);
  await expect(ending).rejects.toMatchObject({ kind: 'INVALID_ANSWER' });
  expect((await rowOf(order.id)).status).toBe('PENDING');
  await endOrders(stage.app, [order], 'EXPIRED');
  expect((await rowOf(order.id)).status).toBe('PAID');
});

it('a list that is refused counts as read as far as it was read before', async () => {
  await db().reconciliation.deleteMany({ where: { providerName: 'sandbox' } });
  const held = front.hold('GET', /\/pix\?/);
  const reading = scanReceived(stage.app, await sandbox());
  (await held).refuse(422);
  expect((await reading)?.error).toContain('422');
  const read = () => db().reconciliation.findUniqueOrThrow({ where: { providerName: 'sandbox' } });
  expect((await read()).scannedTo).toBeNull();
  await db().reconciliation.updateMany({ data: { nextScanAt: new Date(0) } });
  await scanReceived(stage.app, await sandbox());
  expect((await read()).scannedTo).toBeInstanceOf(Date);
});
