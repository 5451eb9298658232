import { isFederalQuantity } from '../proof/federal.js';
import { badFields } from '../platform/domain-error.js';
import type { FieldProblems } from '../platform/refusal.js';
import { formatMoney, MAX_CENTAVOS } from '../platform/money.js';
import { isUuid } from '../platform/uuid.js';
import { newFields, type NewRaffleInput, type RaffleFields, type RaffleInput } from './raffle-fields.js';
import { FIRST_STATUSES, HAS_PASSED, isOver } from './raffle-status.js';
import { MAX_ORDER_QUOTAS } from '../pricing/order-limits.js';

const MAX_TITLE_LENGTH = 120;
const MAX_QUOTA_PRICE_CENTAVOS = 100_000_000n;
const MAX_QUOTAS = 10_000_000;

/** What is said of a `categoryId` that names nothing. */
export const NO_CATEGORY = 'is the id of no category';

/** Refused as null where they were sent: a raffle is never without them and no default stands in. */
const WITHOUT_DEFAULT = ['title', 'slug', 'status', 'quotaPrice', 'quotaQuantity'] as const;

/** The fields of an input that say what no raffle can be. Empty when it is well. */
export function inputProblems(input: RaffleInput, fields: RaffleFields): FieldProblems {
  const { problems, refuse } = collector();
  refuse(input.categoryId != null && !isUuid(input.categoryId), 'categoryId', NO_CATEGORY);
  refuse(input.reservationType === 'MANUAL', 'reservationType', 'must be AUTO: the numbers are given when an order is paid');
  refuse(input.freeCampaign === true && !fields.freeCampaign, 'freeCampaign', 'needs a quotaPrice of 0');
  refuse(input.freeCampaign === false && fields.freeCampaign, 'freeCampaign', 'must be true where quotaPrice is 0');
  return problems;
}

/** The fields of a change that may not be taken away. */
export function nullProblems(input: RaffleInput): FieldProblems {
  const { problems, refuse } = collector();
  for (const name of WITHOUT_DEFAULT) refuse(input[name] === null, name, 'must not be null');
  return problems;
}

/** What is wrong with a raffle as a whole, by field: bounds, and how fields stand to each other. Empty when it is well. */
export function raffleProblems(fields: RaffleFields, options: { production: boolean }): FieldProblems {
  const { problems, refuse } = collector();
  const { title, quotaPrice, quotaQuantity, minReservationQuantity: min, maxReservationQuantity: max } = fields;

  refuse(title === '', 'title', 'must not be blank');
  refuse(title.length > MAX_TITLE_LENGTH, 'title', `must have at most ${MAX_TITLE_LENGTH} characters`);
  refuse(quotaPrice > MAX_QUOTA_PRICE_CENTAVOS, 'quotaPrice', `must be at most ${formatMoney(MAX_QUOTA_PRICE_CENTAVOS)}`);
  refuse(quotaQuantity < 1 || quotaQuantity > MAX_QUOTAS, 'quotaQuantity', `must be from 1 to ${MAX_QUOTAS}`);

  refuse(max < min, 'maxReservationQuantity', `must be at least minReservationQuantity, ${min}`);
  refuse(max > quotaQuantity, 'maxReservationQuantity', `must be at most quotaQuantity, ${quotaQuantity}`);
  refuse(max > MAX_ORDER_QUOTAS, 'maxReservationQuantity', `must be at most ${MAX_ORDER_QUOTAS}`);
  refuse(
    quotaPrice * BigInt(max) > MAX_CENTAVOS,
    'quotaPrice',
    `times maxReservationQuantity must be at most ${formatMoney(MAX_CENTAVOS)}, which is all that one payment can be`,
  );
  const perBuyer = fields.maxBuyerQuantity;
  refuse(perBuyer !== null && perBuyer < min, 'maxBuyerQuantity', `must be at least minReservationQuantity, ${min}`);

  const { startsAt, endsAt, drawAt } = fields;
  refuse(startsAt !== null && endsAt !== null && startsAt >= endsAt, 'endsAt', 'must be after startsAt');
  refuse(endsAt !== null && drawAt !== null && drawAt < endsAt, 'drawAt', 'must not be before endsAt');

  refuse(
    fields.drawMode === 'LOTERIA_FEDERAL' && !isFederalQuantity(quotaQuantity),
    'quotaQuantity',
    'must be 10, 100, 1000, ... or 10000000 where drawMode is LOTERIA_FEDERAL: its digits name a number',
  );

  const { fastSelectionCards: cards, popularSelectionCard: popular } = fields;
  refuse(
    cards.some((card) => card < min || card > max),
    'fastSelectionCards',
    `must all be from ${min} to ${max}, like orders`,
  );
  refuse(popular !== null && !cards.includes(popular), 'popularSelectionCard', 'must be one of fastSelectionCards');

  if (fields.enableAntiSpam) {
    refuse(fields.antiSpamMaxQuota === null, 'antiSpamMaxQuota', 'is required where enableAntiSpam is true');
    refuse(fields.antiSpamTimeout === null, 'antiSpamTimeout', 'is required where enableAntiSpam is true');
  }
  refuse(fields.enableNotification, 'enableNotification', 'must not be true: the service sends buyers no notices of its own');
  const { affiliate, commissionBasisPoints: commission } = fields;
  refuse(affiliate && commission === null, 'commissionBasisPoints', 'is required where affiliate is true');
  if (options.production && isPublished(fields) && !fields.freeCampaign) {
    refuse(fields.certificateCode === null, 'certificateCode', 'is required by law before a paid raffle is published');
  }
  return problems;
}

/** What stands in for a field that every raffle has and this input lacks, so that the others are held against nothing it says. */
const NEUTRAL = { title: 'x', quotaPrice: 1n, quotaQuantity: MAX_QUOTAS };

/** What can be told of a new raffle from its input alone. */
export function newRaffleProblems(input: Partial<NewRaffleInput>): FieldProblems {
  const fields = newFields({ ...NEUTRAL, ...input }, '');
  const { problems, refuse } = collector();
  const { status, endsAt } = fields;
  refuse(!FIRST_STATUSES.includes(status), 'status', `must be ${FIRST_STATUSES.join(', ')} in a new raffle`);
  refuse(status === 'OPEN' && isOver(endsAt), 'endsAt', HAS_PASSED);
  const all = { ...raffleProblems(fields, { production: false }), ...inputProblems(input, fields), ...problems };
  // What follows from a quantity that is wrong itself says nothing of its own.
  const followsFromWrong = (name: string): boolean =>
    name === 'maxReservationQuantity' && !(name in input) && 'quotaQuantity' in all;
  const isTold = (name: string): boolean =>
    (name in input || !(name in NEUTRAL)) && (name !== 'freeCampaign' || input.quotaPrice != null) && !followsFromWrong(name);
  return Object.fromEntries(Object.entries(all).filter(([name]) => isTold(name)));
}

/** Throws BAD_USER_INPUT when there is a problem at all. */
export function refuseProblems(problems: FieldProblems): void {
  if (Object.keys(problems).length > 0) throw badFields(problems);
}

/** Whether anyone can find it. */
function isPublished({ status, privacy }: RaffleFields): boolean {
  return privacy === 'PUBLIC' && status !== 'DRAFT' && status !== 'CANCELLED';
}

function collector() {
  const problems: FieldProblems = {};
  const refuse = (wrong: boolean, field: keyof RaffleInput, problem: string): void => {
    if (wrong) (problems[field] ??= []).push(problem);
  };
  return { problems, refuse };
}
