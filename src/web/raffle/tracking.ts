import type { OrderTrackingInput } from '../../generated/client/operations.js';

const NAME = 'raffle-gateway.tracking';
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
    sessionStorage.setItem(NAME, JSON.stringify(given));
  } catch {
    // The address still has it.
  }
}

/** Where the buyer came from, as this address says or one before it in this tab; undefined when none did. */
export function trackingOfVisit(): OrderTrackingInput | undefined {
  const given = ofAddress();
  if (given) return given;
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(NAME) ?? 'null');
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
