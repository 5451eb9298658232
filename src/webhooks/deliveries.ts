import type { App } from '../context.js';
import { isRetryable, retrying } from '../platform/database-retry.js';
import { attemptDelivery } from './delivery-attempt.js';
import { CLAIMED_AT_MOST, createLanes } from './delivery-lanes.js';
import { closedOutcome, outcomeOf, type DeliveryOutcome } from './delivery-outcome.js';
import { claimDeliveries, finishDeliveries, giveBackDeliveries, selectReceivers, type ClaimedDelivery } from './delivery.sql.js';
import { disableGoneEndpoint } from './endpoint-closing.js';
import { receiverRules } from './receiver-url.js';
import { createWebhookSender } from './webhook-sender.js';

/** How soon an event that nobody announced, or a retry that became due, is found. */
const LOOK_EVERY_MS = 500;
/** Longer than a delivery waits to be begun (10 s) and is then sent (5 s): until it ends nobody else sends it. */
const LEASE_SECONDS = 20;
/** Receivers that one look finds. */
const RECEIVERS_A_LOOK = 200;

/** Sends what is in the outbox, from this process as from any other. */
export interface Deliveries {
  /** Something was written into the outbox and committed: look at once. Costs nothing. */
  nudge(): void;
  start(): void;
  /** Waits for the sends under way, gives back what was claimed and not begun, and closes the connections. */
  stop(): Promise<void>;
}

/**
 * One loop: write what ended, look who has something due, claim as much of it as the lanes have places for, and send. Claims
 * are leases: after the death of a process others send what it had claimed, under the same ids, so that each is sent at least
 * once. Memory is bounded by the lanes, whatever is due.
 */
export function createDeliveries({ config, db, log }: Pick<App, 'config' | 'db' | 'log'>): Deliveries {
  const sender = createWebhookSender(receiverRules(config));
  const lanes = createLanes<ClaimedDelivery>();
  const underWay = new Set<Promise<void>>();
  let ended: DeliveryOutcome[] = [];
  let returned: ClaimedDelivery[] = [];
  let lookedAtMs = -Infinity;
  let lookWanted = true;
  let after = '';
  let stopping = false;
  let running: Promise<void> | undefined;
  let rung = false;
  let wake = (): void => undefined;

  const ring = (): void => {
    rung = true;
    wake();
  };

  async function send(delivery: ClaimedDelivery): Promise<void> {
    const startedAtMs = performance.now();
    const outcome = delivery.isClosed
      ? closedOutcome(delivery)
      : outcomeOf(delivery, await attemptDelivery(sender, config.encryptionKeys, delivery));
    ended.push(outcome);
    const { status, error, pauseSeconds } = outcome;
    if (error !== null) log.info({ delivery: delivery.id, receiver: delivery.receiver, error, status }, 'a webhook was not delivered');
    returned.push(
      ...lanes.ended(delivery.receiver, { succeeded: error === null, tookMs: performance.now() - startedAtMs, pauseMs: pauseSeconds * 1_000 }),
    );
  }

  function sendWaiting(): void {
    while (!stopping) {
      const delivery = lanes.next();
      if (!delivery) return;
      const sending = send(delivery)
        .catch((error: unknown) => log.error({ err: error, delivery: delivery.id }, 'a webhook\'s outcome could not be handled'))
        .finally(() => {
          underWay.delete(sending);
          sendWaiting();
          ring();
        });
      underWay.add(sending);
    }
  }

  function closeEndpoint(id: number): void {
    const closing = disableGoneEndpoint({ db, log }, id)
      .catch((error: unknown) => log.error({ err: error, endpointId: id }, 'an endpoint that answered 410 could not be disabled'))
      .finally(() => underWay.delete(closing));
    underWay.add(closing);
  }

  async function writeEnded(): Promise<void> {
    const outcomes = ended.slice(0, CLAIMED_AT_MOST);
    const unbegun = returned.slice(0, CLAIMED_AT_MOST);
    // Safe to repeat: a failure counts under its lease only, a success once.
    if (outcomes.length > 0) {
      await retrying(() => db.query(finishDeliveries, columnsOf(outcomes)), isRetryable);
      ended = ended.slice(outcomes.length);
      // Only now: ending what else there is for the endpoint would leave no trace of the very delivery that was answered 410.
      for (const { goneEndpointId } of outcomes) if (goneEndpointId !== null) closeEndpoint(goneEndpointId);
    }
    if (unbegun.length > 0) {
      const values = [unbegun.map(({ id }) => id), unbegun.map(({ leasedUntil }) => leasedUntil)];
      await retrying(() => db.query(giveBackDeliveries, values), isRetryable);
      returned = returned.slice(unbegun.length);
    }
  }

  async function look(): Promise<void> {
    lookWanted = false;
    lookedAtMs = performance.now();
    const receivers = await db.query(selectReceivers, [after, RECEIVERS_A_LOOK]);
    lanes.found(receivers.filter(({ isDue }) => isDue).map(({ receiver }) => receiver));
    // More than one look finds: go on where it ended.
    lookWanted ||= receivers.length === RECEIVERS_A_LOOK;
    after = receivers.length === RECEIVERS_A_LOOK ? (receivers.at(-1)?.receiver ?? '') : '';
  }

  async function turn(): Promise<void> {
    await writeEnded();
    const isTime = lookWanted || performance.now() - lookedAtMs >= LOOK_EVERY_MS;
    if (isTime && lanes.hungry < RECEIVERS_A_LOOK) await look();
    const places = lanes.places(ended.length + returned.length);
    if (places.size === 0) return;
    const askedAtMs = performance.now();
    lanes.claimed(places, await db.query(claimDeliveries, [[...places.keys()], [...places.values()], LEASE_SECONDS]), askedAtMs);
    sendWaiting();
    // Whoever got all it asked for may have more.
    if (lanes.hungry > 0) rung = true;
  }

  async function run(): Promise<void> {
    while (!stopping) {
      rung = false;
      await turn().catch((error: unknown) => {
        rung = false;
        log.error({ err: error }, 'the delivery of webhooks failed');
      });
      if (!rung && !stopping) await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LOOK_EVERY_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  return {
    nudge() {
      lookWanted = true;
      ring();
    },
    start() {
      running ??= run();
    },
    async stop() {
      stopping = true;
      ring();
      await running;
      returned.push(...lanes.drain());
      await Promise.all(underWay);
      await writeEnded().catch((error: unknown) => log.error({ err: error }, 'how webhooks ended could not be written: they are sent again'));
      await Promise.all([...underWay, sender.close()]);
    },
  };
}

function columnsOf(outcomes: DeliveryOutcome[]): unknown[] {
  return [
    outcomes.map(({ id }) => id),
    outcomes.map(({ leasedUntil }) => leasedUntil),
    outcomes.map(({ status }) => status),
    outcomes.map(({ wasSent }) => wasSent),
    outcomes.map(({ httpStatus }) => httpStatus),
    outcomes.map(({ error }) => error),
    outcomes.map(({ delaySeconds }) => delaySeconds),
  ];
}
