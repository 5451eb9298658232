import type { UpdateRaffleInput } from '../../../../generated/client/operations.js';

/** How a field is typed. `share` is hundredths of a percent, typed as a percentage; `wholes` and `picks` are lists. */
export type Kind = 'text' | 'choice' | 'flag' | 'money' | 'whole' | 'share' | 'time' | 'wholes' | 'picks' | 'prizes';

/** What an operator decides of a raffle. What has one value alone (how numbers are given, what promotions depend on) is not asked. */
export const KINDS = {
  title: 'text',
  subtitle: 'text',
  description: 'text',
  slug: 'text',
  categoryId: 'choice',
  photoUrl: 'text',
  privacy: 'choice',
  certificateCode: 'text',
  quotaPrice: 'money',
  quotaQuantity: 'whole',
  minReservationQuantity: 'whole',
  maxReservationQuantity: 'whole',
  maxBuyerQuantity: 'whole',
  reservationTimeLimit: 'whole',
  reservationFields: 'picks',
  startsAt: 'time',
  endsAt: 'time',
  drawAt: 'time',
  showEndsAt: 'flag',
  statusText: 'text',
  fastSelectionCards: 'wholes',
  popularSelectionCard: 'whole',
  showPrices: 'flag',
  showProgressBar: 'flag',
  showRank: 'flag',
  isHighlighted: 'flag',
  showQuotaPrizeNumbers: 'flag',
  showAwardedBoxes: 'flag',
  showAwardedBoxesWinners: 'flag',
  enablePromotions: 'flag',
  cumulative: 'flag',
  acumulativeCombo: 'flag',
  enableQuotaPrizes: 'flag',
  automaticQuotaPrizeDistribution: 'flag',
  enableAntiSpam: 'flag',
  antiSpamMaxQuota: 'whole',
  antiSpamTimeout: 'whole',
  affiliate: 'flag',
  commissionBasisPoints: 'share',
  whatsapp: 'text',
  whatsappGroup: 'text',
  telegram: 'text',
  email: 'text',
  drawMode: 'choice',
  prizes: 'prizes',
} as const satisfies Partial<Record<keyof UpdateRaffleInput, Kind>>;

export type FieldName = keyof typeof KINDS;

export const FIELD_NAMES = Object.keys(KINDS) as FieldName[];

/** The form's parts, in the order in which one thinks of a raffle. */
export const GROUPS = [
  { key: 'basics', fields: ['title', 'subtitle', 'description', 'photoUrl', 'slug', 'categoryId', 'privacy', 'certificateCode'] },
  { key: 'price', fields: ['quotaPrice', 'quotaQuantity'] },
  { key: 'draw', fields: ['drawMode', 'prizes'] },
  {
    key: 'buying',
    fields: [
      'minReservationQuantity',
      'maxReservationQuantity',
      'maxBuyerQuantity',
      'reservationTimeLimit',
      'fastSelectionCards',
      'popularSelectionCard',
      'reservationFields',
    ],
  },
  { key: 'when', fields: ['startsAt', 'endsAt', 'drawAt'] },
  {
    key: 'extras',
    fields: ['enablePromotions', 'cumulative', 'enableQuotaPrizes', 'automaticQuotaPrizeDistribution', 'acumulativeCombo'],
  },
  {
    key: 'page',
    fields: [
      'statusText',
      'showEndsAt',
      'showPrices',
      'showProgressBar',
      'showRank',
      'isHighlighted',
      'showQuotaPrizeNumbers',
      'showAwardedBoxes',
      'showAwardedBoxesWinners',
    ],
  },
  { key: 'antiSpam', fields: ['enableAntiSpam', 'antiSpamMaxQuota', 'antiSpamTimeout'] },
  { key: 'affiliates', fields: ['affiliate', 'commissionBasisPoints'] },
  { key: 'contacts', fields: ['whatsapp', 'whatsappGroup', 'telegram', 'email'] },
] as const satisfies readonly { key: string; fields: readonly FieldName[] }[];

export type GroupKey = (typeof GROUPS)[number]['key'];

/** Full lines: what is long, and what is ticked. */
export const WIDE: ReadonlySet<FieldName> = new Set<FieldName>([
  'description',
  'prizes',
  'reservationFields',
  ...FIELD_NAMES.filter((name) => KINDS[name] === 'flag'),
]);
