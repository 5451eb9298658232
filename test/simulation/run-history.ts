import { createHash } from 'node:crypto';
import { cancelOrder, payOrder } from '../../src/orders/order.service.js';
import type { OrderRow } from '../../src/orders/order.sql.js';
import { placeOrder } from '../../src/orders/place-order.js';
import { ProviderError } from '../../src/payment-providers/client/provider-error.js';
import { unavailableText, UnknownOutcomeError } from '../../src/platform/database/errors.js';
import { LOCK_TIMEOUT_MS } from '../../src/platform/deadlines.js';
import { DomainError } from '../../src/platform/domain-error.js';
import { createWinner } from '../../src/draws/draw.service.js';
import { updateRaffle } from '../../src/raffles/raffle-change.service.js';
import { refundOrder } from '../../src/refunds/refund.service.js';
import { publishRounds } from './beacon.js';
import { BUGS } from '../chaos/judge.js';
import { seededRandom } from '../support/second-gateway.js';
import { NoAnswer, type Gateway } from './gateways.js';
import { describeStep, isForBank, type History, type Step } from './history.js';
import { brokenRules, type Broken, type Tally } from './invariants.js';
import { finishWork, runWorker } from './last-work.js';
import type { World } from './world.js';

export interface Outcome {
  broken: Broken[];
  trace: readonly string[];
  /** Of the trace and of all that is left in the database. */
  hash: string;
}

/** A buyer who wants to know asks so often. */
const ATTEMPTS = 4;
/** Between two advances of the clock. */
const MOST_TURNS = 1_000;
const MOST_ADVANCES = 500;
/** So many count as one after all turns: who asks again and again gives up within seconds. */
const ADVANCES_OF_ALL_TURNS = 12;
/** A step has hardly more. */
const MESSAGES_TO_BANK = 3;
/** That a buyer who is in a hurry pays at once. */
const PAID_AT_ONCE = 3;
const MINUTE_MS = 60_000;
const PASSES_MS = [1_000, 10_000, 2 * MINUTE_MS, 33 * MINUTE_MS, 3 * 60 * MINUTE_MS];
const COPIES = [1, 1, 1, 0, 2];
const RECEIVER_ANSWERS = [undefined, undefined, { status: 500, body: '' }, 'HANG'] as const;

/** Runs what a history says, then lets all work end without faults, and looks at every rule. */
export async function runHistory(world: World, history: History, seed: number): Promise<Outcome> {
  await world.restart(seed);
  const { network, clock, write, buyers, admin, bank } = world;
  const tally: Tally = {
    acknowledged: new Set(),
    refunded: new Set(),
    refused: new Set(),
    manifests: new Map(),
    takenBack: new Set(),
  };
  const orders: OrderRow[] = [];
  const broken: Broken[] = [];
  const underWay = new Set<Promise<void>>();

  /** Somebody asks a gateway, and again another if there is no answer. */
  function start(
    who: string,
    first: number,
    work: (at: Gateway) => Promise<string>,
    { attempts = 1, onRefusal }: { attempts?: number; onRefusal?: () => void } = {},
  ): void {
    const asking = (async () => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          const at = world.gateways[(first + attempt) % world.gateways.length]!;
          write(`${who}: ${await at.whileAlive(work(at))}`);
          return;
        } catch (error) {
          const code = codeOf(error);
          write(`${who}: ${code}`);
          if (code === 'INTERNAL_SERVER_ERROR')
            broken.push({ rule: 'nobody is told of an unexpected error', rows: [error instanceof Error ? error.stack : error] });
          const mayPass = code === 'NO_ANSWER' || code === 'UNAVAILABLE' || code === 'PAYMENT_PROVIDER_UNAVAILABLE';
          if (mayPass && attempt < attempts) continue;
          if (!saysItMayBeDone(error)) onRefusal?.();
          return;
        }
      }
    })().finally(() => underWay.delete(asking));
    underWay.add(asking);
  }

  const someOrder = (pick: number, status?: string): OrderRow | undefined => {
    const found = status ? orders.filter((order) => order.status === status) : orders;
    return found[pick % Math.max(1, found.length)];
  };

  function payAtBank({ id, qrCodeContent }: OrderRow, copies: number): void {
    world.copies.push(copies);
    const pix = qrCodeContent ? bank.pay(qrCodeContent) : undefined;
    write(`the bank: ${pix ? `paid ${id}` : 'nothing to pay'}`);
  }

  const acts: Record<Step['act'], (step: Step) => void> = {
    order({ pick, gateway }) {
      const buyer = buyers[pick % buyers.length]!;
      const { plain, small, prized } = world.raffles;
      const raffleId = [small, prized, plain, plain][pick % 4]!;
      const referral = `step-${referrals++}`;
      const insists = pick % 7 > 1;
      const input = { raffleId, quotaQuantity: 1 + (pick % 4), paymentProviderName: 'sandbox', referral };
      const code = pick % 5 < 3 ? 'STATIC' : 'GATEWAY';
      start(
        `buyer of ${referral}`,
        gateway,
        async (at) => {
          const order = await placeOrder(at.as(buyer, insists ? `key-${referral}` : undefined), input, code);
          tally.acknowledged.add(order.id);
          if (!orders.some(({ id }) => id === order.id)) orders.push(order);
          return `${order.id} ${order.status} ${order.reservation}`;
        },
        { attempts: insists ? ATTEMPTS : 1, onRefusal: () => void (insists || tally.refused.add(referral)) },
      );
    },
    pay({ pick }) {
      const order = someOrder(pick);
      const paid = pick % 3 === 0 ? orders.slice(-PAID_AT_ONCE) : order ? [order] : [];
      for (const one of paid) payAtBank(one, COPIES[pick % COPIES.length]!);
    },
    cancel({ pick, gateway }) {
      const order = someOrder(pick);
      const buyer = buyers.find(({ id }) => id === order?.userId);
      if (!order || !buyer) return;
      const as = pick % 2 === 0 ? admin : buyer;
      start(`cancel ${order.id}`, gateway, async (at) => (await cancelOrder(at.as(as), order.id, pick % 3 === 0)).status);
    },
    refund({ pick, gateway }) {
      const order = someOrder(pick);
      if (!order) return;
      start(
        `refund ${order.id}`,
        gateway,
        async (at) => {
          const { status } = await refundOrder(at.as(admin, `refund-${order.id}`), order.id, {});
          tally.refunded.add(order.id);
          return status;
        },
        { attempts: ATTEMPTS },
      );
    },
    'refund a part'({ pick, gateway }) {
      const order = someOrder(pick);
      if (!order) return;
      const amount = BigInt(1 + (pick % 50));
      start(`refund ${amount} of ${order.id}`, gateway, async (at) => {
        return (await refundOrder(at.as(admin), order.id, { amount })).status;
      });
    },
    'pay by hand'({ pick, gateway }) {
      const order = someOrder(pick);
      if (!order) return;
      if (pick % 2 === 0) payAtBank(order, 1);
      start(`pay ${order.id} by hand`, gateway, async (at) => (await payOrder(at.as(admin), order.id, 'in cash')).status);
    },
    'take back at the bank'({ pick }) {
      const all = bank.ledger.allPix();
      const pix = all[pick % Math.max(1, all.length)];
      if (!pix || pix.devolucoes) return;
      bank.takeBack(pix);
      tally.takenBack.add(pix.endToEndId);
      write('the bank: took back a payment');
    },
    draw({ pick, gateway }) {
      const raffleId = someOrder(pick)?.raffleId;
      if (!raffleId) return;
      start(
        `draw ${raffleId}`,
        gateway,
        async (at) => {
          const as = at.as(admin);
          if ((await as.raffles.read(raffleId))?.status === 'OPEN') await updateRaffle(as, raffleId, { status: 'CLOSED' });
          const { status, manifestHash } = await createWinner(as, raffleId, { force: pick % 3 > 0 });
          const known = tally.manifests.get(raffleId);
          if (manifestHash && known && known !== manifestHash)
            broken.push({ rule: 'what was frozen does not change', rows: [raffleId, known, manifestHash] });
          if (manifestHash) tally.manifests.set(raffleId, manifestHash);
          return status;
        },
        { attempts: ATTEMPTS },
      );
    },
    'publish rounds'() {
      // It is no message: the beacon is another network.
      publishing = publishRounds(world, { early: false }).then((count) => write(`the beacon: ${count} rounds`));
    },
    work({ pick, gateway }) {
      start(`worker ${pick}`, gateway, (at) => runWorker(at, pick));
    },
    'let time pass'({ pick }) {
      const ms = PASSES_MS[pick % PASSES_MS.length]!;
      write(`${ms} ms pass`);
      clock.advance(ms);
    },
  };
  let publishing: Promise<void> = Promise.resolve();
  let referrals = 1;
  const random = seededRandom(seed);

  /** Until nobody waits for an answer and no message is under way. */
  async function settle(random: (below: number) => number): Promise<void> {
    await clock.settle();
    for (let advances = 0, turns = 0; advances < MOST_ADVANCES;) {
      if (turns < MOST_TURNS && (await network.turn(random))) {
        turns += 1;
        continue;
      }
      // Who gives up waiting for a lock at once and asks again would do so for ever: time has to pass.
      if (turns === MOST_TURNS) {
        clock.advance(LOCK_TIMEOUT_MS);
        await clock.settle();
        await world.postgres.endWaits(LOCK_TIMEOUT_MS);
        [advances, turns] = [advances + ADVANCES_OF_ALL_TURNS, 0];
        continue;
      }
      turns = 0;
      const nextMs = network.msToNext();
      if (underWay.size === 0 && nextMs === undefined) return;
      const ms = Math.min(nextMs ?? Infinity, clock.msToNextTimer() ?? Infinity);
      if (!Number.isFinite(ms)) return;
      clock.advance(ms);
      await clock.settle();
      await world.postgres.endWaits(LOCK_TIMEOUT_MS);
      advances += 1;
    }
    broken.push({ rule: 'everything ends', rows: world.trace.slice(-20) });
  }

  const during = async (work: Promise<unknown>): Promise<void> => {
    const working = work.then(() => void underWay.delete(working));
    underWay.add(working);
    await settle(random);
    await working;
  };

  for (const step of history) {
    write(`# ${describeStep(step)}`);
    const shuffle = seededRandom(step.order);
    if (step.fault) {
      const { kind, at } = step.fault;
      if (isForBank(step.fault)) network.arm(kind, at % MESSAGES_TO_BANK, 'bank');
      else network.arm(kind, at);
    }
    const answer = RECEIVER_ANSWERS[step.order % RECEIVER_ANSWERS.length];
    if (answer) world.receiverAnswers.push(answer);
    world.isImpatient = step.order % 5 === 0;
    // Rows of two steps have different times: Postgres gives those with the same in no certain order.
    clock.advance(1 + (step.order % 5));
    acts[step.act](step);
    await publishing;
    await clock.settle();
    if (step.turns < 1_000) for (let turn = 0; turn < step.turns && (await network.turn(shuffle)); turn += 1);
    else await settle(shuffle);
  }
  write('# the faults are over');
  network.disarm();
  world.isImpatient = false;
  await settle(random);
  const waiting = await finishWork(world, during, seed);
  // Who waited for a database that was away.
  clock.advance(500);
  await settle(random);
  for (const rule of waiting) broken.push(rule);
  broken.push(...(await brokenRules(world, tally)));
  for (const line of world.unexpected) if (BUGS.test(line)) broken.push({ rule: 'no log has a bug', rows: [line] });
  const rows = await world.postgres.ask<{ said: string }>(LEFT);
  for (const { said } of rows) write(said);
  return { broken, trace: world.trace, hash: createHash('sha256').update(world.trace.join('\n')).digest('hex') };
}

/** What is left, without the ids that are counted for the whole process. */
const LEFT = `
  SELECT 'order ' || o.id || ' ' || o.status || ' ' || o.quota_quantity || ' ' || o.total_value || ' ' || coalesce(a.first_ordinal::text, '-') AS said
  FROM orders o LEFT JOIN quota_allocations a ON a.order_id = o.id ORDER BY o.id`;

function codeOf(error: unknown): string {
  if (error instanceof NoAnswer) return 'NO_ANSWER';
  if (error instanceof DomainError) return error.code;
  if (error instanceof ProviderError) return 'PAYMENT_PROVIDER_UNAVAILABLE';
  return unavailableText(error) ? 'UNAVAILABLE' : 'INTERNAL_SERVER_ERROR';
}

/** Of an order that is there, and of what nobody knows, the text says so. */
function saysItMayBeDone(error: unknown): boolean {
  if (error instanceof NoAnswer || error instanceof UnknownOutcomeError) return true;
  return error instanceof DomainError && error.key === 'orders.codeNotReady';
}
