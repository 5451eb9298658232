import { ArrayMaxSize, ArrayUnique, IsEmail, Length, Matches, Max, MaxLength, Min } from 'class-validator';
import { GraphQLDate } from 'graphql-scalars';
import { Int } from 'type-graphql';
import { DrawMode, RafflePrivacy, RaffleStatus, ReservationField } from '../generated/prisma/enums.js';
import { IsAddress } from '../graphql/is-address.js';
import { Money } from '../graphql/money.js';
import { textOf } from '../platform/domain-error.js';
import { PromotionType, ReservationType } from './raffle-enums.type.js';
import { FIXED, type FieldDeclaration } from './field-declaration.input.js';
import { PICTURE_FIELDS } from './picture-fields.input.js';
import { LAW_FIELDS } from './law-fields.input.js';
import type { RaffleFields } from './raffle-fields.js';

export const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const FIXED_WITH_PRIZES =
  'It cannot change (CONFLICT) while the raffle has quota prizes, while an order is unpaid or once one was paid.';

/** What an operator decides of a raffle: the fields of `Raffle` and, with their rules, of its inputs. Defaults are in DEFAULTS. */
export const FIELDS: Record<Exclude<keyof RaffleFields, 'categoryId'> | 'reservationType' | 'promotionType', FieldDeclaration> = {
  title: {
    type: () => String,
    description: 'The title: what is raffled, in one line.',
    input: '1 to 120 characters.',
    isRequired: true,
  },
  slug: {
    type: () => String,
    description: 'The unique name for page addresses, as in `/r/{slug}`.',
    input: 'Lower-case letters and digits, joined by single hyphens, at most 80 characters. Default: made from the title.',
    rules: [MaxLength(80), Matches(SLUG, { context: textOf('raffles.slug') })],
  },
  subtitle: {
    type: () => String,
    description: 'A second line under the title.',
    input: '1 to 160 characters.',
    rules: [Length(1, 160)],
  },
  description: {
    type: () => String,
    description: 'The full description with rules, prizes and delivery.',
    input: '1 to 10,000 characters.',
    rules: [Length(1, 10_000)],
    complexity: 20,
  },
  statusText: {
    type: () => String,
    description: 'A short notice beside the status, such as "last quotas".',
    input: '1 to 80 characters.',
    rules: [Length(1, 80)],
  },
  ...PICTURE_FIELDS,
  status: {
    type: () => RaffleStatus,
    description: 'The stage of the raffle.',
    input: 'The values of RaffleStatus say which moves are possible. A new raffle can be DRAFT, SOON or OPEN.',
  },
  privacy: { type: () => RafflePrivacy, description: 'Who can find the raffle.' },
  startsAt: {
    type: () => Date,
    description: 'No order is accepted before this instant (ISO 8601 UTC).',
    input: 'It must be earlier than `endsAt`.',
    whenNull: 'sales start when the status is OPEN',
  },
  endsAt: {
    type: () => Date,
    description: 'No order is accepted from this instant on (ISO 8601 UTC).',
    input: 'It must be later than `startsAt` and not later than `drawAt`.',
    whenNull: 'sales end when the raffle is closed or sold out',
  },
  showEndsAt: { type: () => Boolean, description: "Whether the raffle's page should show `endsAt`." },
  drawAt: {
    type: () => Date,
    description: 'The announced time of the draw (ISO 8601 UTC). It cannot change (CONFLICT) once the raffle is frozen.',
    input: 'It must not be before `endsAt`.',
  },
  drawMode: {
    type: () => DrawMode,
    description: `Where the randomness of the draw comes from. ${FIXED}`,
    input: 'LOTERIA_FEDERAL needs a quotaQuantity of 10, 100, 1000, ...',
  },
  contest: {
    type: () => Int,
    description: `The contest of the Loteria Federal that will draw the raffle, as announced. ${FIXED}`,
    input: 'Only in mode LOTERIA_FEDERAL, together with contestDate. Without it the freeze names the contest.',
    whenNull: 'none was announced',
  },
  contestDate: {
    type: () => GraphQLDate,
    description: `The day of \`contest\` (YYYY-MM-DD). The lottery draws at 20:00 in Brasília, on Wednesdays and Saturdays. ${FIXED}`,
    input: 'At least an hour ahead, and an hour after `endsAt`.',
    whenNull: 'none was announced',
  },
  quotaPrice: {
    type: () => Money,
    description: `The price of one quota, in reais. ${FIXED}`,
    input: 'At most 1000000.00. 0 makes it a free campaign.',
    isRequired: true,
  },
  quotaQuantity: {
    type: () => Int,
    description: `The number of quotas, and so of lucky numbers. ${FIXED_WITH_PRIZES}`,
    input: '1 to 10,000,000.',
    isRequired: true,
  },
  minReservationQuantity: {
    type: () => Int,
    description: 'The fewest quotas in one order.',
    input: 'At least 1.',
    rules: [Min(1)],
  },
  maxReservationQuantity: {
    type: () => Int,
    description: 'The most quotas in one order.',
    input:
      'At most 20,000 and at most quotaQuantity. Default: the lower of the two. A value equal to the default changes with quotaQuantity.',
  },
  maxBuyerQuantity: {
    type: () => Int,
    description:
      'The most quotas that one buyer may have in unpaid, paid and refunded orders together, bonus quotas included. Until the buyer '
      + 'proves the phone by a code, those of all accounts with the same phone or CPF count.',
    input: 'At least minReservationQuantity.',
    whenNull: 'no limit',
  },
  reservationTimeLimit: {
    type: () => Int,
    description: 'How many minutes an order waits for its payment.',
    input: '1 to 60.',
    rules: [Min(1), Max(60)],
  },
  reservationType: { type: () => ReservationType, description: 'How lucky numbers are chosen: always AUTO.' },
  reservationFields: {
    type: () => [ReservationField],
    description: 'The personal data that a buyer must have given to place an order, at most 5 kinds.',
    input: 'Each at most once. Every customer has name, phone and CPF anyway.',
    rules: [ArrayUnique({ context: textOf('graphql.unique') })],
  },
  fastSelectionCards: {
    type: () => [Int],
    description: 'Quantities to offer as buttons, in this sequence, at most 12.',
    input: 'All different, each from minReservationQuantity to maxReservationQuantity.',
    rules: [
      ArrayMaxSize(12),
      ArrayUnique({ context: textOf('graphql.unique') }),
      Min(1, { each: true, context: textOf('raffles.allAtLeast', { min: 1 }) }),
    ],
  },
  popularSelectionCard: { type: () => Int, description: 'Which of `fastSelectionCards` to highlight as the most popular one.' },
  showProgressBar: { type: () => Boolean, description: "Whether the raffle's page should show how much is sold." },
  showRank: { type: () => Boolean, description: "Whether the raffle's page should show who bought the most, with masked names." },
  showLastBuyers: {
    type: () => Boolean,
    description:
      "Whether the raffle's page should show who bought last, with masked names, quotas and times. A PRIVATE raffle never shows it.",
  },
  showPrices: { type: () => Boolean, description: "Whether the raffle's page should show the price of a quota." },
  isHighlighted: { type: () => Boolean, description: 'Whether the raffle is for the front page. Lists can be filtered by it.' },
  freeCampaign: {
    type: () => Boolean,
    description: 'Whether the raffle costs nothing. It is true exactly when quotaPrice is 0.',
    input: 'It need not be sent.',
  },
  affiliate: {
    type: () => Boolean,
    description: 'Whether a user who refers a buyer earns a commission, `commissionBasisPoints`.',
  },
  commissionBasisPoints: {
    type: () => Int,
    description:
      'The commission in hundredths of a percent of what a referred order costs: 250 is 2.5 %. The value when the order is placed counts.',
    input: '1 to 10,000. Required where affiliate is true.',
    rules: [Min(1), Max(10_000)],
  },
  enablePromotions: { type: () => Boolean, description: 'Whether the promotions of the raffle apply to its orders.' },
  promotionType: { type: () => PromotionType, description: 'What promotions depend on: always BY_QUOTA_QUANTITY.' },
  cumulative: { type: () => Boolean, description: 'Whether a promotion can apply several times within one order.' },
  enableQuotaPrizes: {
    type: () => Boolean,
    description: `Whether single lucky numbers may have prizes of their own. ${FIXED_WITH_PRIZES}`,
  },
  automaticQuotaPrizeDistribution: {
    type: () => Boolean,
    description:
      'Whether the service draws the lucky numbers of quota prizes. Such a number is secret until it is won or the raffle is drawn. '
      + FIXED_WITH_PRIZES,
  },
  showQuotaPrizeNumbers: {
    type: () => Boolean,
    description: 'Whether the lucky numbers of quota prizes that an operator chose are public before they are won.',
  },
  showAwardedBoxes: {
    type: () => Boolean,
    description:
      'Whether the awarded boxes of the raffle are public. If false, only operators find them in `awardedBoxesByRaffle`.',
  },
  showAwardedBoxesWinners: {
    type: () => Boolean,
    description:
      'Whether the winners of awarded boxes are public, with masked names. If false, only operators find them in `awardedBoxWinners`.',
  },
  acumulativeCombo: {
    type: () => Boolean,
    description: `Whether an order receives the boxes of every combo it reaches instead of only the highest one. ${FIXED}`,
    input: 'An order may receive at most 10,000 boxes.',
  },
  enableAntiSpam: {
    type: () => Boolean,
    description: 'Whether the unpaid quotas of a buyer are limited.',
    forOperators: true,
  },
  antiSpamMaxQuota: {
    type: () => Int,
    description: 'The most quotas a buyer may hold in unpaid orders of the last antiSpamTimeout minutes.',
    input:
      '1 to 10,000,000. An order above it answers RATE_LIMITED. Default: maxReservationQuantity, or a twentieth of quotaQuantity if '
      + 'that is more, but at most maxBuyerQuantity. A value equal to the default changes with them.',
    rules: [Min(1), Max(10_000_000)],
    forOperators: true,
  },
  antiSpamTimeout: {
    type: () => Int,
    description: 'The period for antiSpamMaxQuota in minutes.',
    input: '1 to 1,440.',
    rules: [Min(1), Max(1_440)],
    forOperators: true,
  },
  unprovenShare: {
    type: () => Int,
    description:
      'The percentage of the quotas not paid yet that orders may reserve whose buyers have paid less before than they have '
      + 'reserved. What they can take back counts as not paid. Further orders of such buyers are AT_PAYMENT.',
    input: '0 to 100.',
    rules: [Min(0), Max(100)],
  },
  enableNotification: {
    type: () => Boolean,
    description: 'Whether the service notifies buyers of their orders: always false, use webhooks instead.',
    forOperators: true,
  },
  ...LAW_FIELDS,
  whatsapp: {
    type: () => String,
    description: 'The WhatsApp number for questions, in E.164.',
    input: '+ and 8 to 15 digits, such as "+5511987654321".',
    rules: [Matches(/^\+[1-9]\d{7,14}$/, { context: textOf('raffles.phone', { example: '+5511987654321' }) })],
  },
  whatsappGroup: {
    type: () => String,
    description: 'The invitation link of the WhatsApp group, an https URL.',
    input: 'At most 500 characters.',
    rules: [MaxLength(500), IsAddress({ mayPointInside: true })],
  },
  telegram: {
    type: () => String,
    description: 'The link to the Telegram channel, an https URL.',
    input: 'At most 500 characters.',
    rules: [MaxLength(500), IsAddress({ mayPointInside: true })],
  },
  email: {
    type: () => String,
    description: 'The e-mail address for questions.',
    input: 'At most 254 characters.',
    rules: [MaxLength(254), IsEmail()],
  },
};
