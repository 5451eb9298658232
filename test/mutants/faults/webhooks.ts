import type { Mutant } from '../mutant.js';

const GUARD = 'src/webhooks/sending/ssrf-guard.ts';
const GUARDS = ['test/webhook-guard.test.ts', 'test/webhook-sender.test.ts'];
const OUTBOX = 'src/webhooks/outbox.ts';
const OUTCOME = 'src/webhooks/delivery/delivery-outcome.ts';
const DELIVERED = ['test/webhooks-delivery.test.ts', 'test/webhooks-outbox.test.ts', 'test/webhooks-clients.test.ts'];

/** A webhook that goes where it must not, says what it must not, or does not come. */
export const webhookMutants: Mutant[] = [
  {
    name: 'a webhook whose name leads into our network is sent there',
    file: GUARD,
    find: 'if (addresses.some(forbidden)) throw',
    replace: 'if (addresses.every(forbidden)) throw',
    tests: GUARDS,
  },
  {
    name: 'a webhook to an address of our network is sent there',
    file: GUARD,
    find: 'if (isIP(target.hostname) === 0 || !forbidden(target.hostname)) return',
    replace: 'if (target.hostname) return',
    tests: GUARDS,
  },
  {
    name: 'a webhook goes to whoever has any certificate',
    file: GUARD,
    find: 'rejectUnauthorized: true',
    replace: 'rejectUnauthorized: false',
    tests: GUARDS,
  },
  {
    name: 'the signature of a webhook leaves its time out',
    file: 'src/webhooks/sending/standard-webhooks.ts',
    find: '`${id}.${seconds}.${body}`',
    replace: '`${id}.${body}`',
    tests: ['test/webhook-signature.test.ts'],
  },
  {
    name: 'a webhook may be registered for an address of our network',
    file: 'src/webhooks/sending/webhook-url.ts',
    find: 'if (isIP(host) !== 0 && !isPublicAddress(host)) throw',
    replace: "if (host === '') throw",
    tests: GUARDS,
  },
  {
    name: 'a receiver of everything is sent the codes that let people in',
    file: OUTBOX,
    find: 'AND e.ends_at IS NULL OR',
    replace: 'OR',
    tests: [...DELIVERED, 'test/login-codes.test.ts'],
  },
  {
    name: 'a legacy client is told of the orders of another',
    file: OUTBOX,
    find: 'ON w.client_id = e.client_id AND w.type = 0',
    replace: 'ON w.client_id IS NOT NULL AND e.client_id IS NOT NULL AND w.type = 0',
    tests: DELIVERED,
  },
  {
    name: 'operators are told what is for one legacy client',
    file: OUTBOX,
    find: 'ON e.client_id IS NULL AND w.client_id IS NULL AND (',
    replace: 'ON w.client_id IS NULL AND (',
    tests: DELIVERED,
  },
  {
    name: 'an endpoint that was deleted is written to',
    file: OUTBOX,
    find: `OR e.type = ANY (w.events))
    WHERE w.deleted_at IS NULL AND`,
    replace: `OR e.type = ANY (w.events))
    WHERE`,
    tests: [...DELIVERED, 'test/webhooks-api.test.ts'],
  },
  {
    name: 'codes that let people in stay in the outbox after they were sent',
    file: OUTBOX,
    find: 'AND (e.ends_at <= now() OR NOT EXISTS (${UNSENT}))',
    replace: 'AND e.ends_at <= now()',
    tests: ['test/login-codes.test.ts', 'test/webhooks-outbox.test.ts'],
  },
  {
    name: 'a receiver that said that it is gone is written to for three days',
    file: OUTCOME,
    find: 'const delaySeconds = error === null || isGone ? null',
    replace: 'const delaySeconds = error === null ? null',
    tests: DELIVERED,
  },
  {
    name: 'a receiver that asks for time gets none',
    file: OUTCOME,
    find: 'BUSY.includes(status) ? Math.min(retryAfterSeconds, LONGEST_PAUSE_SECONDS) : 0',
    replace: 'BUSY.includes(status) ? 0 : 0',
    tests: [...DELIVERED, 'test/webhooks-schedule.test.ts', 'test/webhooks-scheduler.test.ts'],
  },
  {
    name: 'a receiver that asks for a year gets it',
    file: OUTCOME,
    find: 'Math.min(retryAfterSeconds, LONGEST_PAUSE_SECONDS)',
    replace: 'retryAfterSeconds',
    tests: [...DELIVERED, 'test/webhooks-schedule.test.ts', 'test/webhooks-scheduler.test.ts'],
  },
];
