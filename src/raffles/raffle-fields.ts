import type { Raffle } from '../generated/prisma/client.js';
import { MAX_ORDER_QUOTAS } from '../pricing/price.js';

export type RaffleFields = Omit<
  Raffle,
  | 'id'
  | 'version'
  | 'refundedUpTo'
  | 'fakeSoldPercentage'
  | 'sealedSecret'
  | 'secretHash'
  | 'createdAt'
  | 'updatedAt'
  | 'frozenAt'
  | 'deletedAt'
>;

export interface Prize {
  title: string;
  description?: string | null;
}

/** Undefined: not sent. Null: use the default. */
export type RaffleInput = { [Name in keyof RaffleFields]?: RaffleFields[Name] | null } & {
  prizes?: Prize[] | null;
  reservationType?: 'AUTO' | 'MANUAL' | null;
  promotionType?: 'BY_QUOTA_QUANTITY' | null;
};

export type NewRaffleInput = RaffleInput & Pick<RaffleFields, 'title' | 'quotaPrice' | 'quotaQuantity'>;

export const DEFAULTS = {
  categoryId: null,
  status: 'DRAFT',
  privacy: 'PUBLIC',
  subtitle: null,
  description: null,
  statusText: null,
  photoUrl: null,
  startsAt: null,
  endsAt: null,
  showEndsAt: true,
  drawAt: null,
  drawMode: 'BEACON',
  contest: null,
  contestDate: null,
  minReservationQuantity: 1,
  maxBuyerQuantity: null,
  reservationTimeLimit: 15,
  reservationFields: [],
  fastSelectionCards: [],
  popularSelectionCard: null,
  showProgressBar: true,
  showRank: false,
  showPrices: true,
  isHighlighted: false,
  affiliate: false,
  commissionBasisPoints: null,
  enablePromotions: false,
  cumulative: false,
  enableQuotaPrizes: false,
  automaticQuotaPrizeDistribution: false,
  showQuotaPrizeNumbers: false,
  showAwardedBoxes: false,
  showAwardedBoxesWinners: false,
  acumulativeCombo: false,
  enableAntiSpam: false,
  antiSpamMaxQuota: null,
  antiSpamTimeout: null,
  enableNotification: false,
  certificateCode: null,
  prizeClaimDays: 180,
  whatsapp: null,
  whatsappGroup: null,
  telegram: null,
  email: null,
} satisfies Partial<RaffleFields>;

export function newFields(input: NewRaffleInput, slug: string): RaffleFields {
  const { title, quotaPrice, quotaQuantity } = input;
  const maxReservationQuantity = defaultMaxReservation(quotaQuantity);
  const blank = { ...DEFAULTS, title, slug, quotaPrice, quotaQuantity, maxReservationQuantity, freeCampaign: false };
  return changedFields(blank, input);
}

export function changedFields(current: RaffleFields, input: RaffleInput): RaffleFields {
  const given = Object.entries(DEFAULTS).flatMap(([name, fallback]) => {
    const value = input[name as keyof typeof DEFAULTS];
    return value === undefined ? [] : [[name, value ?? fallback]];
  });
  const quotaPrice = input.quotaPrice ?? current.quotaPrice;
  const quotaQuantity = input.quotaQuantity ?? current.quotaQuantity;
  return {
    ...current,
    ...(Object.fromEntries(given) as Partial<RaffleFields>),
    title: (input.title ?? current.title).trim(),
    slug: input.slug ?? current.slug,
    quotaPrice,
    quotaQuantity,
    maxReservationQuantity: maxReservation(current, input, quotaQuantity),
    freeCampaign: quotaPrice === 0n,
  };
}

/** A maximum that equals its default follows the number of quotas. */
function maxReservation(current: RaffleFields, input: RaffleInput, quotaQuantity: number): number {
  const wasDefault = current.maxReservationQuantity === defaultMaxReservation(current.quotaQuantity);
  const kept = input.maxReservationQuantity === undefined && !wasDefault;
  return kept ? current.maxReservationQuantity : (input.maxReservationQuantity ?? defaultMaxReservation(quotaQuantity));
}

function defaultMaxReservation(quotaQuantity: number): number {
  return Math.min(MAX_ORDER_QUOTAS, quotaQuantity);
}
