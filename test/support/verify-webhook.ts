import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_SECONDS = 300;

/**
 * Whether a webhook is what its sender signed, as a receiver that knows `secretText` (`whsec_...`) must decide by Standard
 * Webhooks 1.0: any signature of version 1 matches, and the timestamp is at most five minutes away from `now`. Written apart
 * from the signing code.
 */
export function verifyWebhook(
  secretText: string,
  headers: Record<string, string | string[] | undefined>,
  rawBody: string,
  now: Date = new Date(),
): boolean {
  const id = String(headers['webhook-id']);
  const seconds = String(headers['webhook-timestamp']);
  if (!/^\d+$/.test(seconds) || Math.abs(now.getTime() / 1_000 - Number(seconds)) > TOLERANCE_SECONDS) return false;
  const key = Buffer.from(secretText.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${seconds}.${rawBody}`, 'utf8').digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .map((signature) => signature.split(','))
    .filter(([version]) => version === 'v1')
    .map(([, digest]) => Buffer.from(digest ?? '', 'base64'))
    .some((digest) => digest.length === expected.length && timingSafeEqual(digest, expected));
}
