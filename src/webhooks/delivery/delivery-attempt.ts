import { unseal } from '../../platform/crypto.js';
import type { Answer } from './delivery-outcome.js';
import type { ClaimedDelivery } from './delivery.sql.js';
import { bodySignature } from '../../platform/body-signature.js';
import { signStandardWebhook } from '../sending/standard-webhooks.js';
import { WebhookSendError } from '../sending/webhook-send-error.js';
import type { WebhookSender } from '../sending/webhook-sender.js';

const EXCERPT_CHARACTERS = 200;

/**
 * Signs a delivery afresh and sends it once. Never throws: whatever went wrong, a secret that cannot be read included, is an
 * answer without success, and the delivery is tried again.
 */
export async function attemptDelivery(sender: WebhookSender, keys: Buffer[], delivery: ClaimedDelivery): Promise<Answer> {
  const { url, body } = delivery;
  try {
    const { status, retryAfterSeconds, bodyExcerpt } = await sender.send({ url, body, headers: signatures(keys, delivery) });
    // A receiver may say again what it was told: of a secret nobody reads that.
    const excerpt = delivery.endsAt ? '' : bodyExcerpt.trim().slice(0, EXCERPT_CHARACTERS);
    const error = status >= 200 && status < 300 ? null : `HTTP ${status}${excerpt && `: ${excerpt}`}`;
    return { status, retryAfterSeconds, error };
  } catch (error) {
    if (error instanceof WebhookSendError) return { status: null, error: `${error.kind}: ${error.message}` };
    return { status: null, error: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * The headers that prove a delivery. Standard Webhooks with the endpoint's secrets, the previous one too while it is valid; for
 * an address without an endpoint with the bytes of the client's signature secret. A client's has its `Signature` as well.
 */
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
