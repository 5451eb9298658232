import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { claimCallbacks, processCallbacks } from '../src/payments/callback-inbox.js';
import type { Statement } from '../src/platform/database/statement.js';
import { claimCharges, finishCheck, giveBackCharges, missCheck } from '../src/reconciliation/charge-check.sql.js';
import { checkCharges } from '../src/reconciliation/charge-checks.js';
import { claimScan, finishScan, markScanned, renewScan } from '../src/reconciliation/received-scan.sql.js';
import { scanReceived } from '../src/reconciliation/received-scan.js';
import { processRefunds } from '../src/refunds/refund-worker.js';
import { claimRefunds } from '../src/refunds/refund.sql.js';
import { refundOrder } from '../src/refunds/refund.service.js';
import { claimDeliveries, finishDeliveries, giveBackDeliveries, selectReceivers } from '../src/webhooks/delivery/delivery.sql.js';
import { startBankFront } from './support/bank-front.js';
import { startOtherProcess } from './support/other-process.js';
import { changeProvider } from './support/sales.js';
import type { TestServer } from './support/start.js';
import { forTests } from './support/start.js';
import { startTransitionStage } from './support/transition-stage.js';

const stage = forTests(startTransitionStage);
const front = forTests(() => startBankFront(stage.bankUrl));
beforeAll(() => changeProvider({ app: stage.app } as TestServer, 'sandbox', { baseUrl: front.url }));

const db = () => stage.app.db;
const inAnHour = () => new Date(Date.now() + 3_600_000);
const sandbox = async () => {
  const provider = await stage.app.providers.find('sandbox');
  if (!provider) throw new Error('no provider');
  return provider;
};
const anOrder = async () => stage.anOrder((await stage.aRaffle({ quotaPrice: 1_000n })).id, 'sandbox');

const due = {
  async refund() {
    const order = await anOrder();
    await stage.payAtBank(order);
    await refundOrder(stage.admin, order.id, {});
  },
  async charge() {
    const { qrCodeId } = await anOrder();
    await db().prisma.charge.update({ where: { txid: qrCodeId ?? '' }, data: { nextCheckAt: new Date(0) } });
    return qrCodeId ?? '';
  },
  async callback() {
    const { endToEndId } = await stage.payAtBank(await anOrder());
    const data = { id: uuidv7(), providerName: 'sandbox', body: JSON.stringify({ pix: [{ endToEndId }] }) };
    await db().prisma.paymentCallback.create({ data: { ...data, nextAttemptAt: new Date(0) } });
  },
  async list() {
    await db().prisma.reconciliation.deleteMany({ where: { providerName: 'sandbox' } });
  },
};

describe('while one process is at it another one takes nothing', () => {
  it.each<[string, string, RegExp, () => Promise<unknown>, () => Promise<number | object | undefined>]>([
    ['of refunds', 'PUT', /\/devolucao\//, due.refund, () => processRefunds(stage.app)],
    ['of charges to ask about', 'GET', /\/cob\//, due.charge, async () => checkCharges(stage.app, await sandbox())],
    ['of callbacks', 'GET', /\/pix\//, due.callback, () => processCallbacks(stage.app)],
    ["of a provider's list", 'GET', /\/pix\?/, due.list, async () => scanReceived(stage.app, await sandbox())],
  ])('%s', async (_, method, path, prepare, work) => {
    await prepare();
    const held = front.hold(method, path);
    const first = work();
    const request = await held;
    expect((await work()) || 'nothing').toBe('nothing');
    request.pass();
    expect(await first).toBeTruthy();
  });
});

describe('what another process is just claiming is passed over', () => {
  it.each<[string, string, () => Promise<unknown>, () => Promise<[Statement<object>, unknown[]]>]>([
    ['refunds', 'refunds', due.refund, async () => [claimRefunds, [60, 50]]],
    ['charges', 'charges', due.charge, async () => [claimCharges, ['sandbox', 60, 50]]],
    ['callbacks', 'payment_callbacks', due.callback, async () => [claimCallbacks, [60, 50]]],
    [
      'deliveries',
      'webhook_deliveries',
      due.refund,
      async () => {
        const receivers = (await db().query(selectReceivers, ['', 10])).map(({ receiver }) => receiver);
        return [claimDeliveries, [receivers, receivers.map(() => 1), 60]];
      },
    ],
  ])('%s', async (_, table, prepare, statementOf) => {
    await prepare();
    const [claim, values] = await statementOf();
    const other = await startOtherProcess(stage.app.config.databaseUrl ?? '');
    try {
      await other.query(`SELECT FROM ${table} FOR UPDATE`);
      expect(await db().query(claim, values)).toEqual([]);
    } finally {
      await other.end();
    }
    expect(await db().query(claim, values)).not.toEqual([]);
  });
});

interface Claim {
  mark: Date;
  takeOver(): Promise<Date>;
  row(): Promise<unknown>;
  write(mark: Date): Promise<unknown>;
}

async function aDelivery(write: (id: string, mark: Date) => Promise<unknown>): Promise<Claim> {
  await due.refund();
  const receivers = (await db().query(selectReceivers, ['', 10])).filter(({ isDue }) => isDue).map(({ receiver }) => receiver);
  const [claimed] = await db().query(claimDeliveries, [receivers, receivers.map(() => 1), 15]);
  if (!claimed) throw new Error('no delivery is due');
  const where = { id: claimed.id };
  return {
    mark: claimed.leasedUntil,
    async takeOver() {
      const nextAttemptAt = inAnHour();
      await db().prisma.webhookDelivery.update({ where, data: { nextAttemptAt } });
      return nextAttemptAt;
    },
    row: () => db().prisma.webhookDelivery.findUniqueOrThrow({ where }),
    write: (mark) => write(claimed.id, mark),
  };
}

async function aCharge(write: (txid: string, mark: Date) => Promise<unknown>): Promise<Claim> {
  const txid = await due.charge();
  const claimed = (await db().query(claimCharges, ['sandbox', 180, 50])).find((charge) => charge.txid === txid);
  if (!claimed?.leasedUntil) throw new Error('the charge is not due');
  return {
    mark: claimed.leasedUntil,
    async takeOver() {
      const nextCheckAt = inAnHour();
      await db().prisma.charge.update({ where: { txid }, data: { nextCheckAt } });
      return nextCheckAt;
    },
    row: () => db().prisma.charge.findUniqueOrThrow({ where: { txid } }),
    write: (mark) => write(txid, mark),
  };
}

async function aScan(write: (name: string, mark: Date) => Promise<unknown>): Promise<Claim> {
  const claim = async (seconds: number) => {
    const [claimed] = await db().query(claimScan, ['sandbox', seconds, true]);
    if (!claimed) throw new Error('no list');
    return claimed.leasedUntil;
  };
  await due.list();
  return {
    mark: await claim(120),
    takeOver: () => claim(240),
    row: () => db().prisma.reconciliation.findUniqueOrThrow({ where: { providerName: 'sandbox' } }),
    write: (mark) => write('sandbox', mark),
  };
}

const ended = (status: 'PENDING' | 'DEAD') => (id: string, mark: Date) =>
  db().query(finishDeliveries, [[id], [mark], [status], [true], [500], ['HTTP 500'], [status === 'DEAD' ? null : 5]]);

describe('who lost a claim to another process writes nothing under it', () => {
  it.each<[string, () => Promise<Claim>]>([
    ['that a webhook failed', () => aDelivery(ended('PENDING'))],
    ['that a webhook was given up', () => aDelivery(ended('DEAD'))],
    ['that a webhook was not begun', () => aDelivery((id, mark) => db().query(giveBackDeliveries, [[id], [mark]]))],
    ['that a charge needs no more questions', () => aCharge((txid, mark) => db().query(finishCheck, [txid, mark, true, 180]))],
    ['when a charge is asked about next', () => aCharge((txid, mark) => db().query(finishCheck, [txid, mark, false, 180]))],
    ['that a charge was not answered', () => aCharge((txid, mark) => db().query(missCheck, [txid, mark]))],
    ['that a charge was not asked about', () => aCharge((txid, mark) => db().query(giveBackCharges, [[txid], [mark], 30]))],
    ['that it goes on reading a list', () => aScan((name, mark) => db().query(renewScan, [name, mark, 600]))],
    ['how far a list was read', () => aScan((name, mark) => db().query(markScanned, [name, mark, new Date()]))],
    ['that a list is read', () => aScan((name, mark) => db().query(finishScan, [name, mark, null, 300, true, true]))],
  ])('%s', async (_, claimOf) => {
    const { mark, takeOver, row, write } = await claimOf();
    const ofOther = await takeOver();
    const before = await row();
    await write(mark);
    expect(await row()).toEqual(before);
    await write(ofOther);
    expect(await row()).not.toEqual(before);
  });
});

it('who lost a list to another process while reading it stops reading', async () => {
  await due.list();
  const held = front.hold('GET', /\/pix\?/);
  const reading = scanReceived(stage.app, await sandbox());
  const request = await held;
  await db().query(claimScan, ['sandbox', 240, true]);
  front.asked.length = 0;
  request.pass();
  await reading;
  expect(front.asked.filter((path) => path.includes('/pix?'))).toEqual([]);
});
