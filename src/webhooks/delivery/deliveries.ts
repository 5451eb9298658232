import type { App } from '../../context.js';
import type { Transaction } from '../../platform/database/database.js';
import { createWakeUp } from '../../platform/wake-up.js';
import type { OutgoingEvent } from '../outbox.js';
import { createReceiverScheduler } from './receiver-scheduler.js';
import { closedOutcome, outcomeOf, type Answer, createDeliveryResults } from './delivery-outcome.js';
import { claimDeliveries, selectReceivers, type ClaimedDelivery } from './delivery.sql.js';
import { disableGoneEndpoint, endDeliveries } from './endpoint-closing.js';
import { receiverRules } from '../sending/webhook-url.js';
import { createWebhookSender, WebhookSendError, type WebhookSender } from '../sending/webhook-sender.js';
import { unseal, bodySignature } from '../../platform/crypto.js';
import { signStandardWebhook } from '../sending/webhook-signature.js';

const EXCERPT_CHARACTERS = 200;

/** Never throws: each failure, also a secret that cannot be read, is an answer without success. */
async function attemptDelivery(sender: WebhookSender, keys: Buffer[], delivery: ClaimedDelivery): Promise<Answer> {
  const { url, body } = delivery;
  try {
    const { status, retryAfterSeconds, bodyExcerpt } = await sender.send({ url, body, headers: signatures(keys, delivery) });
    // A receiver may repeat the body, and nobody may read a secret one.
    const excerpt = delivery.endsAt ? '' : bodyExcerpt.trim().slice(0, EXCERPT_CHARACTERS);
    const error = status >= 200 && status < 300 ? null : `HTTP ${status}${excerpt && `: ${excerpt}`}`;
    return { status, retryAfterSeconds, error };
  } catch (error) {
    if (error instanceof WebhookSendError) return { status: null, error: `${error.kind}: ${error.message}` };
    return { status: null, error: error instanceof Error ? error.message : String(error) };
  }
}

// Standard Webhooks with the endpoint's secrets; without an endpoint with the client's signature secret. A client's webhook has
// its `Signature` as well.
function signatures(keys: Buffer[], delivery: ClaimedDelivery): Record<string, string> {
  const { id, body, sealedSecret, sealedPreviousSecret, sealedSignatureSecret } = delivery;
  const signatureSecret = sealedSignatureSecret && unseal(keys, sealedSignatureSecret);
  const secrets = [sealedSecret, sealedPreviousSecret].flatMap((sealed) => (sealed ? [unseal(keys, sealed)] : []));
  if (secrets.length === 0 && signatureSecret) secrets.push(signatureSecret);
  return {
    ...signStandardWebhook({ id, timestamp: new Date(), body, secrets }),
    ...(signatureSecret && { Signature: bodySignature(signatureSecret.toString(), body) }),
  };
}

/** How soon a retry that became due is found, or an event whose process died. */
const LOOK_EVERY_MS = 500;
/** A burst of payments is found by one look. */
const LOOK_AT_MOST_EVERY_MS = 10;
/** Longer than a delivery waits to begin (5 s), is sent (5 s) and is written. */
const LEASE_SECONDS = 15;
const RECEIVERS_A_LOOK = 200;
/** Many dead receivers must not keep a healthy one from being found. */
const MAX_BACKLOGGED = 5_000;

export interface Deliveries {
  /** Call it after the commit of an event. Costs nothing. */
  wake(): void;
  /** In the transaction of the events: tells the features that hear of them. */
  hear(tx: Transaction, events: readonly OutgoingEvent[]): Promise<void>;
  start(): void;
  /** Waits for the sends under way and gives back claims that were not begun. */
  stop(): Promise<void>;
}

/** Claims are leases: when a process dies, others send what it had claimed, under the same ids. */
export function createDeliveries(app: App): Deliveries {
  const { config, db, log, metrics, tracer } = app;
  const sender = createWebhookSender({ rulesOf: receiverRules(config) });
  const scheduler = createReceiverScheduler<ClaimedDelivery>();
  const results = createDeliveryResults({ db });
  const wakeUp = createWakeUp();
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let lookWanted = true;
  let lookedAtMs = -Infinity;
  let lookAfter = '';

  function aside(work: Promise<void>, onError: (error: unknown) => void): void {
    const guarded = work.catch(onError).finally(() => {
      underWay.delete(guarded);
      wakeUp.wake();
    });
    underWay.add(guarded);
  }

  function attempt(delivery: ClaimedDelivery): Promise<Answer> {
    const attributes = { 'gateway.webhook_delivery': delivery.id };
    return tracer.root('webhook delivery', { kind: 'CLIENT', attributes }, async (span) => {
      const answer = await attemptDelivery(sender, config.encryptionKeys, delivery);
      if (answer.status !== null) span.set('http.response.status_code', answer.status);
      if (answer.error !== null) span.failed(answer.status === null ? 'no answer' : String(answer.status));
      return answer;
    });
  }

  async function send(delivery: ClaimedDelivery): Promise<void> {
    const startedAtMs = performance.now();
    const outcome = delivery.isClosed || delivery.isOver ? closedOutcome(delivery) : outcomeOf(delivery, await attempt(delivery));
    const { id, status, error, pauseSeconds } = outcome;
    // Retries are in the delivery log only: there may be thousands.
    if (status === 'DEAD')
      log.info(
        { event: 'webhooks.delivery.given_up', delivery: id, receiver: delivery.receiver, error },
        'a webhook was given up',
      );
    results.ended(outcome);
    const report = { succeeded: error === null, tookMs: performance.now() - startedAtMs, pauseMs: pauseSeconds * 1_000 };
    results.returned(scheduler.ended(delivery.receiver, report));
    sendWaiting();
  }

  function sendWaiting(): void {
    while (!stopping.signal.aborted) {
      const delivery = scheduler.next();
      if (!delivery) return;
      aside(send(delivery), (error) =>
        log.error({ err: error, event: 'webhooks.delivery.failed', delivery: delivery.id }, 'a webhook could not be sent'),
      );
    }
  }

  async function writeResults(): Promise<void> {
    for (const { goneEndpointId } of await results.write()) {
      // Before the next claim, which would send one more, but after the result, so that the delivery shows its 410.
      if (goneEndpointId === null || !(await disableGoneEndpoint({ db, log }, goneEndpointId))) continue;
      const reason = 'the receiver answered 410 to another: the endpoint was disabled';
      aside(endDeliveries({ db }, goneEndpointId, reason), (error) =>
        log.error(
          { err: error, event: 'webhooks.endpoint.close_failed', endpointId: goneEndpointId },
          'what waited for a disabled endpoint was not ended',
        ),
      );
    }
  }

  function msToLook(): number {
    return lookedAtMs + (lookWanted ? LOOK_AT_MOST_EVERY_MS : LOOK_EVERY_MS) - performance.now();
  }

  async function look(): Promise<void> {
    lookWanted = false;
    lookedAtMs = performance.now();
    const receivers = await db.query(selectReceivers, [lookAfter, RECEIVERS_A_LOOK]);
    scheduler.found(receivers.filter(({ isDue }) => isDue).map(({ receiver }) => receiver));
    const isWhole = receivers.length < RECEIVERS_A_LOOK;
    lookAfter = isWhole ? '' : (receivers.at(-1)?.receiver ?? '');
    lookWanted ||= !isWhole;
  }

  async function turn(): Promise<boolean> {
    await writeResults();
    if (msToLook() <= 0 && scheduler.backlogged < MAX_BACKLOGGED) await look();
    const slots = scheduler.slots(results.unwritten);
    metrics.workerSucceeded('webhooks.deliveries');
    if (slots.size === 0) return false;
    const askedAtMs = performance.now();
    scheduler.claimed(slots, await db.query(claimDeliveries, [[...slots.keys()], [...slots.values()], LEASE_SECONDS]), askedAtMs);
    sendWaiting();
    return true;
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const goOn = await turn().catch((error: unknown) => {
        log.error({ err: error, event: 'webhooks.deliveries.failed' }, 'the delivery of webhooks failed');
        lookedAtMs = performance.now();
        lookWanted = false;
        return false;
      });
      if (!goOn) await wakeUp.wait(Math.max(LOOK_AT_MOST_EVERY_MS, msToLook()));
    }
  }

  return {
    wake() {
      lookWanted = true;
      wakeUp.wake();
    },
    async hear(tx, events) {
      for (const { hears } of app.features) await hears?.events(app, tx, events);
    },
    start() {
      running ??= run();
    },
    async stop() {
      stopping.abort();
      wakeUp.wake();
      await running;
      results.returned(scheduler.drain());
      await Promise.all(underWay);
      await writeResults().catch((error: unknown) =>
        log.error({ err: error, event: 'webhooks.results.unwritten' }, 'what was not written of webhooks is sent again'),
      );
      await Promise.all([...underWay, sender.close()]);
    },
  };
}
