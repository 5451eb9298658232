import { createHmac, randomBytes } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** `id` is the same at every attempt, `timestamp` is the attempt's, `body` is sent as is. */
export interface SignableWebhook {
  id: string;
  timestamp: Date;
  body: string;
  /** The newest first; two while one replaces the other. */
  secrets: readonly Buffer[];
}

/**
 * As standardwebhooks.com 1.0: for each secret `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`, separated by spaces.
 * Throws on a full stop in the id, with which one signature could stand for two contents.
 */
export function signStandardWebhook({ id, timestamp, body, secrets }: SignableWebhook) {
  if (!/^[\w-]+$/.test(id)) throw new Error('the id of a webhook has letters, digits, "_" and "-" only');
  if (secrets.length === 0) throw new Error('a webhook is signed with one secret at least');
  const seconds = String(Math.floor(timestamp.getTime() / 1_000));
  const content = `${id}.${seconds}.${body}`;
  const signatures = secrets.map((secret) => `v1,${createHmac('sha256', secret).update(content).digest('base64')}`);
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') };
}

/** One for each endpoint: with a shared one, a receiver could forge for another. */
export function newWebhookSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** As its owner sees it: `whsec_` and base64. */
export function formatWebhookSecret(secret: Buffer): string {
  return SECRET_PREFIX + secret.toString('base64');
}
