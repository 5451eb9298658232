import type { GatewayClient } from '../../client/create-client.js';
import type { CheckoutFragment, OrderTrackingInput } from '../../generated/client/operations.js';
import { sendOnce } from '../common/idempotency.js';

/** Places the order that somebody decided on: once, however often it is tried. */
export async function placeOrder(
  client: GatewayClient,
  { raffleId, quotaQuantity }: { raffleId: string; quotaQuantity: number },
): Promise<CheckoutFragment> {
  const of = { referral: referralOf(raffleId), tracking: trackingOfVisit() };
  const input = { raffleId, quotaQuantity, paymentMethod: 'PIX' as const, ...of };
  const place = (): Promise<CheckoutFragment> =>
    sendOnce(`buy ${raffleId}`, JSON.stringify(input), (idempotencyKey) => client.createOrder(input, { idempotencyKey }));
  const order = await place();
  // Its answer was lost, and it was paid or ended since, in another way: who buys now buys anew. What costs nothing is paid at once.
  const isOver = order.status !== 'PENDING' && Number(order.totalValue) > 0;
  return isOver ? place() : order;
}

/** Who sent the buyer here, `?ref=` of the link they followed: remembered for the tab, for they may look around first. */
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

/** Parameters of an address that say where somebody comes from, and what an order calls them. */
const PARAMETERS = [
  ['utm_source', 'utmSource'],
  ['utm_medium', 'utmMedium'],
  ['utm_campaign', 'utmCampaign'],
  ['utm_term', 'utmTerm'],
  ['utm_content', 'utmContent'],
  ['src', 'src'],
  ['sck', 'sck'],
] as const satisfies readonly (readonly [string, keyof OrderTrackingInput])[];

/** Keeps for the tab where the buyer came from, when their address says so: the last link that they followed counts, with all it says. */
export function rememberTracking(): void {
  const given = ofAddress();
  if (!given) return;
  try {
    sessionStorage.setItem(TRACKING_NAME, JSON.stringify(given));
  } catch {
    // The address still has it.
  }
}

/** Where the buyer came from, as this address says or one before it in this tab; undefined when none did. */
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

/** By whole characters: half of one is refused. */
function ofAddress(): OrderTrackingInput | undefined {
  const parameters = new URLSearchParams(location.search);
  const given = PARAMETERS.flatMap(([parameter, name]) => {
    const text = storable(parameters.get(parameter) ?? '').slice(0, LONGEST);
    return text ? [[name, /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text]] : [];
  });
  return given.length > 0 ? (Object.fromEntries(given) as OrderTrackingInput) : undefined;
}

/** A link that somebody broke still sells. */
function storable(text: string): string {
  return text.replaceAll('\0', '').trim();
}
