import type { GatewayClient } from '../../client/create-client.js';
import type { CheckoutFragment, OrderTrackingInput } from '../../generated/client/operations.js';
import { sendOnce } from '../common/idempotency.js';

/** Places an order once, however often it is tried. */
export async function placeOrder(
  client: GatewayClient,
  { id: raffleId, regulationHash }: { id: string; regulationHash: string | null },
  quotaQuantity: number,
): Promise<CheckoutFragment> {
  const of = { referral: referralOf(raffleId), tracking: trackingOfVisit(), acceptedRegulationHash: regulationHash };
  const input = { raffleId, quotaQuantity, paymentMethod: 'PIX' as const, ...of };
  const place = (): Promise<CheckoutFragment> =>
    sendOnce(`buy ${raffleId}`, JSON.stringify(input), (idempotencyKey) => client.createOrder(input, { idempotencyKey }));
  const order = await place();
  // The answer of an earlier try was lost, and that order was paid or ended since: this is a new purchase. Free orders are paid at once.
  const isOver = order.status !== 'PENDING' && Number(order.totalValue) > 0;
  return isOver ? place() : order;
}

/** `?ref=` of the link, kept for the tab: buyers may look around first. */
function referralOf(raffleId: string): string | undefined {
  const name = `raffle-gateway.referral.${raffleId}`;
  const given = new URLSearchParams(location.search).get('ref') || undefined;
  try {
    if (given) sessionStorage.setItem(name, given);
    return given ?? sessionStorage.getItem(name) ?? undefined;
  } catch {
    return given;
  }
}

const TRACKING_NAME = 'raffle-gateway.tracking';
const LONGEST = 120;

const PARAMETERS = [
  ['utm_source', 'utmSource'],
  ['utm_medium', 'utmMedium'],
  ['utm_campaign', 'utmCampaign'],
  ['utm_term', 'utmTerm'],
  ['utm_content', 'utmContent'],
  ['src', 'src'],
  ['sck', 'sck'],
] as const satisfies readonly (readonly [string, keyof OrderTrackingInput])[];

/** Keeps the tracking parameters of the address for the tab. The last link wins, with all of its parameters. */
export function rememberTracking(): void {
  const given = ofAddress();
  if (!given) return;
  try {
    sessionStorage.setItem(TRACKING_NAME, JSON.stringify(given));
  } catch {}
}

/** From this address, or from an earlier one in this tab. */
function trackingOfVisit(): OrderTrackingInput | undefined {
  const given = ofAddress();
  if (given) return given;
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(TRACKING_NAME) ?? 'null');
    return typeof kept === 'object' && kept !== null ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Cut at whole characters: the service refuses half of a surrogate pair. */
function ofAddress(): OrderTrackingInput | undefined {
  const parameters = new URLSearchParams(location.search);
  const given = PARAMETERS.flatMap(([parameter, name]) => {
    const text = storable(parameters.get(parameter) ?? '').slice(0, LONGEST);
    return text ? [[name, /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text]] : [];
  });
  return given.length > 0 ? (Object.fromEntries(given) as OrderTrackingInput) : undefined;
}

/** The service refuses NUL: a broken link must still sell. */
function storable(text: string): string {
  return text.replaceAll('\0', '').trim();
}
