/** The picture that messengers show of the shop. */
export const PREVIEW = '/og.jpg';

/** The same of a raffle. */
export const rafflePreviewAddress = (slug: string): string => `/r/${slug}/og.jpg`;
