/** What an order may say of where its buyer came from, by the names that inputs and records have. */
export const TRACKING_NAMES = ['utmSource', 'utmMedium', 'utmCampaign', 'utmTerm', 'utmContent', 'src', 'sck'] as const;

/** Those of them that were sent, none of them blank. */
export type OrderTracking = Partial<Record<(typeof TRACKING_NAMES)[number], string>>;

/** What is kept of it: nothing for what is blank, null where nothing is left. */
export function keptTracking(
  sent: { [Name in keyof OrderTracking]?: string | null | undefined } | null | undefined,
): OrderTracking | null {
  if (!sent) return null;
  const kept = TRACKING_NAMES.flatMap((name) => {
    const text = sent[name]?.trim();
    return text ? [[name, text] as const] : [];
  });
  return kept.length > 0 ? Object.fromEntries(kept) : null;
}
