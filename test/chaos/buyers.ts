import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { seededRandom } from '../support/second-gateway.js';
import type { Balancer } from './balancer.js';
import type { ToldDraw } from './operator.js';
import type { Stage } from './stage.js';

/** How long a buyer waits for an answer. */
const PATIENCE_MS = 7_000;
/** More do not come while so many wait. */
const MAX_AT_ONCE = 400;
/** How often somebody who paid looks whether that is known, and after how long again. */
const LOOKS = 20;
const LOOK_MS = 250;
/** How long buyers whose request was not answered go on asking once the faults are over. */
const LAST_TRIES_MS = 60_000;

const CREATE = `mutation ($input: CreateOrderInput!) { answer: createOrder(input: $input) { id qrCodeContent } }`;
const CANCEL = 'mutation ($id: ID!) { answer: cancelOrder(id: $id) { id } }';
const REFUND = 'mutation ($id: ID!) { answer: refundOrder(id: $id) { id } }';
const READ = 'query ($id: ID!) { answer: order(id: $id) { id status } }';

interface Answered {
  id: string;
  status?: string;
  qrCodeContent?: string | null;
}

type Answer<Data> =
  { kind: 'DONE'; data: Data } | { kind: 'REFUSED'; code: string; message: string; waitMs: number } | { kind: 'SILENCE' };

/** Asks until there is an answer. */
export type Insist = <Data = Answered>(query: string, variables: object, token: string, key?: string) => Promise<Answer<Data>>;

export interface Tally {
  /** Orders by their ids, and when they were acknowledged, on this process's clock. */
  acknowledged: Map<string, number>;
  /** Ids that two buyers were given. */
  givenTwice: string[];
  /** Orders paid at the bank, by its end-to-end id. */
  receipts: { orderId: string; endToEndId: string }[];
  /** Orders whose refund was acknowledged. */
  refunded: Set<string>;
  /** Orders whose money the banks took back after a dispute. */
  takenBack: Set<string>;
  /** Of the legacy client: what was acknowledged by its hash, and what was paid at the bank. */
  charges: { acknowledged: Set<string>; receipts: { hash: string; endToEndId: string }[] };
  /** What the operator was told of draws. */
  draws: ToldDraw[];
  /** References (`utmContent`) of orders whose buyer was told that nothing was done, and did not ask again. */
  refused: Set<string>;
  codes: Map<string, number>;
  internal: string[];
  unanswered: number;
}

/** So many people a second who come to buy, and then pay, cancel or look: whoever waits keeps nobody else from coming. */
export function startBuyers(options: {
  seed: number;
  perSecond: number;
  stage: Stage;
  balancer: Pick<Balancer, 'next'>;
  /** Of the authority that a proxy in front of the service has its certificate from. */
  ca?: string;
}): {
  tally: Tally;
  /** Answers the end-to-end id; undefined where the bank takes no money for the code any more. */
  payAtBank(pixCopiaECola: string): Promise<string | undefined>;
  insist: Insist;
  /** Nobody comes any more, and all have their answer. `insist` works on, until `close`. */
  stop(): Promise<void>;
  close(): Promise<void>;
} {
  const { seed, perSecond, stage, balancer, ca } = options;
  const agent = new Agent({ connections: MAX_AT_ONCE, ...(ca && { connect: { ca } }) });
  const tally: Tally = {
    acknowledged: new Map(),
    givenTwice: [],
    receipts: [],
    refunded: new Set(),
    takenBack: new Set(),
    charges: { acknowledged: new Set(), receipts: [] },
    draws: [],
    refused: new Set(),
    codes: new Map(),
    internal: [],
    unanswered: 0,
  };
  const random = seededRandom(seed);
  let isOver = false;
  let givesUpAtMs = Number.POSITIVE_INFINITY;

  async function ask<Data = Answered>(query: string, variables: object, token: string, key?: string): Promise<Answer<Data>> {
    const url = balancer.next();
    if (!url) return { kind: 'SILENCE' };
    try {
      const { headers, body } = await request(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) },
        body: JSON.stringify({ query, variables }),
        dispatcher: agent,
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const { data, errors } = (await body.json()) as {
        data?: { answer?: Data };
        errors?: { message: string; extensions: { code: string } }[];
      };
      const [error] = errors ?? [];
      if (!error && data?.answer) return { kind: 'DONE', data: data.answer };
      const { message = '', extensions } = error ?? {};
      const code = extensions?.code ?? 'none';
      tally.codes.set(code, (tally.codes.get(code) ?? 0) + 1);
      if (code === 'INTERNAL_SERVER_ERROR') tally.internal.push(query);
      return { kind: 'REFUSED', code, message, waitMs: Number(headers['retry-after'] ?? 0) * 1_000 };
    } catch {
      return { kind: 'SILENCE' };
    }
  }

  async function insist<Data = Answered>(query: string, variables: object, token: string, key?: string): Promise<Answer<Data>> {
    const beganAtMs = performance.now();
    for (;;) {
      const answer = await ask<Data>(query, variables, token, key);
      const isAnswered = answer.kind === 'DONE' || (answer.kind === 'REFUSED' && !MAY_PASS.has(answer.code));
      if (isAnswered) return answer;
      if (performance.now() > Math.max(givesUpAtMs, beganAtMs + LAST_TRIES_MS)) {
        tally.unanswered += 1;
        return answer;
      }
      const waitMs = answer.kind === 'REFUSED' ? answer.waitMs : 0;
      await sleep(waitMs + random(500));
    }
  }

  /** What the bank says; undefined where it refuses. */
  async function atBank<Said>(path: string, asked: object): Promise<Said | undefined> {
    const { statusCode, body } = await request(`${stage.bankUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(asked),
    });
    const said = (await body.json()) as Said;
    return statusCode === 200 ? said : undefined;
  }

  async function payAtBank(pixCopiaECola: string): Promise<string | undefined> {
    return (await atBank<{ endToEndId: string }>('/sandbox/pay', { pixCopiaECola }))?.endToEndId;
  }

  async function pay(orderId: string, pixCopiaECola: string): Promise<string | undefined> {
    const endToEndId = await payAtBank(pixCopiaECola);
    if (endToEndId) tally.receipts.push({ orderId, endToEndId });
    return endToEndId;
  }

  async function isPaid(id: string, by: string): Promise<boolean> {
    for (let looks = 0; looks < LOOKS; looks++) {
      const answer = await insist(READ, { id }, by);
      if (answer.kind === 'DONE' && answer.data.status === 'PAID') return true;
      await sleep(LOOK_MS);
    }
    return false;
  }

  async function giveBack(id: string, by: string): Promise<void> {
    if (!(await isPaid(id, by))) return;
    if ((await insist(REFUND, { id }, by, randomUUID())).kind === 'DONE') tally.refunded.add(id);
  }

  /** The payer disputes the payment: after a while the bank takes the money back, or lets it be. */
  async function dispute(id: string, by: string, endToEndId: string): Promise<void> {
    if (!(await isPaid(id, by)) || !(await atBank('/sandbox/dispute', { endToEndId }))) return;
    await sleep(random(3_000));
    const returned = random(2) === 0;
    if ((await atBank('/sandbox/end-dispute', { endToEndId, returned })) && returned) tally.takenBack.add(id);
  }

  /** The money comes when the time of the order is over, or about then: it revives the order, or is late. */
  async function payLate(id: string, pixCopiaECola: string): Promise<void> {
    await stage.letExpire(id);
    await sleep(random(4_000));
    await pay(id, pixCopiaECola);
  }

  async function buy(): Promise<void> {
    const token = stage.tokens[random(stage.tokens.length)] ?? '';
    const { prized, large, returning, drawn } = stage.raffles;
    const raffleId = [prized, returning, ...drawn][random(10)] ?? large;
    const reference = randomUUID();
    const referral = random(3) === 0 ? stage.referrers[random(stage.referrers.length)] : undefined;
    const input = { raffleId, quotaQuantity: 1 + random(5), referral, tracking: { utmContent: reference } };
    // Most ask again with their key until they know; others ask once, and believe what they are told.
    const repeats = random(4) > 0;
    const answer = repeats ? await insist(CREATE, { input }, token, randomUUID()) : await ask(CREATE, { input }, token);
    if (answer.kind === 'REFUSED' && !repeats && saysNothingWasDone(answer)) tally.refused.add(reference);
    if (answer.kind !== 'DONE') return;
    const { id, qrCodeContent } = answer.data;
    if (tally.acknowledged.has(id)) tally.givenTwice.push(id);
    tally.acknowledged.set(id, performance.now());

    const then = random(11);
    if (then < 6 && qrCodeContent) {
      const endToEndId = await pay(id, qrCodeContent);
      if (raffleId === returning && then < 3) await giveBack(id, random(2) === 0 ? token : stage.operatorToken);
      else if (raffleId === returning && endToEndId) await dispute(id, token, endToEndId);
      // Refused where the raffle is frozen or drawn.
      if (drawn.includes(raffleId) && then < 3) await giveBack(id, stage.operatorToken);
      // Refused where it won, or is not decided yet.
      if (raffleId === prized && then < 2) await giveBack(id, stage.operatorToken);
    } else if (then === 6) await insist(CANCEL, { id }, token);
    else if (then === 7) await ask(READ, { id }, token);
    else if (then === 10 && qrCodeContent) await payLate(id, qrCodeContent);
  }

  const atOnce = new Set<Promise<void>>();
  const coming = (async () => {
    while (!isOver) {
      await sleep(random(2_000 / perSecond));
      if (atOnce.size >= MAX_AT_ONCE) continue;
      const one: Promise<void> = buy().finally(() => atOnce.delete(one));
      atOnce.add(one);
    }
  })();
  return {
    tally,
    payAtBank,
    insist,
    async stop() {
      isOver = true;
      givesUpAtMs = performance.now() + LAST_TRIES_MS;
      await coming;
      await Promise.all(atOnce);
    },
    close: () => agent.close(),
  };
}

/** What a buyer who repeats the same request with the same key asks again after. */
const MAY_PASS = new Set(['UNAVAILABLE', 'PAYMENT_PROVIDER_UNAVAILABLE', 'INTERNAL_SERVER_ERROR']);

/** Of an order that is there, and of what nobody knows, the message says so. */
function saysNothingWasDone({ message }: { message: string }): boolean {
  return !/is reserved|before it said whether/.test(message);
}
