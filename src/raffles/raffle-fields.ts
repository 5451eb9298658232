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
  photoUrl?: string | null;
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
  galleryUrls: [],
  videoUrl: null,
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
  showLastBuyers: false,
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
  enableAntiSpam: true,
  antiSpamTimeout: 1_440,
  unprovenShare: 20,
  enableNotification: false,
  certificateCode: null,
  certificateIssuer: null,
  certificateValidFrom: null,
  certificateValidUntil: null,
  adultsOnly: true,
  regulationText: null,
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
  return changedFields({ ...blank, antiSpamMaxQuota: defaultAntiSpam(blank) }, input);
}

export function changedFields(current: RaffleFields, input: RaffleInput): RaffleFields {
  const given = Object.entries(DEFAULTS).flatMap(([name, fallback]) => {
    const value = input[name as keyof typeof DEFAULTS];
    return value === undefined ? [] : [[name, value ?? fallback]];
  });
  const quotaPrice = input.quotaPrice ?? current.quotaPrice;
  const quotaQuantity = input.quotaQuantity ?? current.quotaQuantity;
  const changed = {
    ...current,
    ...(Object.fromEntries(given) as Partial<RaffleFields>),
    title: (input.title ?? current.title).trim(),
    slug: input.slug ?? current.slug,
    quotaPrice,
    quotaQuantity,
    maxReservationQuantity: following(
      [current.maxReservationQuantity, defaultMaxReservation(current.quotaQuantity)],
      input.maxReservationQuantity,
      defaultMaxReservation(quotaQuantity),
    ),
    freeCampaign: quotaPrice === 0n,
  };
  const antiSpamMaxQuota = following(
    [current.antiSpamMaxQuota, defaultAntiSpam(current)],
    input.antiSpamMaxQuota,
    defaultAntiSpam(changed),
  );
  return { ...changed, antiSpamMaxQuota };
}

/** A value that equals its default follows it. */
function following<Value extends number | null>(
  [value, itsDefault]: [Value, number],
  given: number | null | undefined,
  fallback: number,
): Value | number {
  return given === undefined && value !== itsDefault ? value : (given ?? fallback);
}

function defaultMaxReservation(quotaQuantity: number): number {
  return Math.min(MAX_ORDER_QUOTAS, quotaQuantity);
}

type Bounds = Pick<RaffleFields, 'quotaQuantity' | 'maxReservationQuantity' | 'maxBuyerQuantity'>;

/** One order of the largest size must fit. */
function defaultAntiSpam({ quotaQuantity, maxReservationQuantity, maxBuyerQuantity }: Bounds): number {
  return Math.min(maxBuyerQuantity ?? quotaQuantity, Math.max(maxReservationQuantity, Math.ceil(quotaQuantity / 20)));
}
