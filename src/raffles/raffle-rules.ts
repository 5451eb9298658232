import { isFederalQuantity } from '../proof/federal.js';
import { contestProblems, isInTime, lateContestProblems } from './lottery-contest.js';
import { textOf } from '../platform/domain-error.js';
import type { KeyedText } from '../platform/texts.js';
import type { FieldProblems } from '../platform/refusal.js';
import { formatMoney, MAX_CENTAVOS } from '../platform/money.js';
import { isUuid } from '../platform/uuid.js';
import { newFields, type NewRaffleInput, type RaffleFields, type RaffleInput } from './raffle-fields.js';
import { FIRST_STATUSES, isOver } from './raffle-status.js';
import { MAX_ORDER_QUOTAS } from '../pricing/price.js';

const MAX_TITLE_LENGTH = 120;
const MAX_QUOTA_PRICE_CENTAVOS = 100_000_000n;
const MAX_QUOTAS = 10_000_000;

/** Null is refused: these have no default. */
const WITHOUT_DEFAULT = ['title', 'slug', 'status', 'quotaPrice', 'quotaQuantity'] as const;

export function inputProblems(input: RaffleInput, fields: RaffleFields): FieldProblems {
  const { problems, check } = collector();
  check(input.categoryId != null && !isUuid(input.categoryId), 'categoryId', textOf('raffles.noSuchCategory'));
  check(input.reservationType === 'MANUAL', 'reservationType', textOf('raffles.auto'));
  check(input.freeCampaign === true && !fields.freeCampaign, 'freeCampaign', textOf('raffles.priceZero'));
  check(input.freeCampaign === false && fields.freeCampaign, 'freeCampaign', textOf('raffles.freeCampaign'));
  return problems;
}

export function nullProblems(input: RaffleInput): FieldProblems {
  const { problems, check } = collector();
  for (const name of WITHOUT_DEFAULT) check(input[name] === null, name, textOf('platform.notNull'));
  return problems;
}

export function raffleProblems(fields: RaffleFields, options: { production: boolean }): FieldProblems {
  const { problems, check } = collector();
  const { title, quotaPrice, quotaQuantity, minReservationQuantity: min, maxReservationQuantity: max } = fields;

  check(title === '', 'title', textOf('platform.notBlank'));
  check(title.length > MAX_TITLE_LENGTH, 'title', textOf('platform.maxLength', { max: MAX_TITLE_LENGTH }));
  check(
    quotaPrice > MAX_QUOTA_PRICE_CENTAVOS,
    'quotaPrice',
    textOf('raffles.mostPrice', { max: formatMoney(MAX_QUOTA_PRICE_CENTAVOS) }),
  );
  check(quotaQuantity < 1 || quotaQuantity > MAX_QUOTAS, 'quotaQuantity', textOf('platform.range', { min: 1, max: MAX_QUOTAS }));

  check(max < min, 'maxReservationQuantity', textOf('raffles.atLeastReservation', { min }));
  check(max > quotaQuantity, 'maxReservationQuantity', textOf('raffles.atMostQuotas', { max: quotaQuantity }));
  check(max > MAX_ORDER_QUOTAS, 'maxReservationQuantity', textOf('platform.max', { max: MAX_ORDER_QUOTAS }));
  check(
    quotaPrice * BigInt(max) > MAX_CENTAVOS,
    'quotaPrice',
    textOf('raffles.mostOfPayment', { max: formatMoney(MAX_CENTAVOS) }),
  );
  const perBuyer = fields.maxBuyerQuantity;
  check(perBuyer !== null && perBuyer < min, 'maxBuyerQuantity', textOf('raffles.atLeastReservation', { min }));

  const { startsAt, endsAt, drawAt } = fields;
  check(startsAt !== null && endsAt !== null && startsAt >= endsAt, 'endsAt', textOf('raffles.afterStart'));
  check(endsAt !== null && drawAt !== null && drawAt < endsAt, 'drawAt', textOf('raffles.notBeforeEnd'));

  check(
    fields.drawMode === 'LOTERIA_FEDERAL' && !isFederalQuantity(quotaQuantity),
    'quotaQuantity',
    textOf('raffles.powerOfTen'),
  );

  const { contest, contestDate } = fields;
  check(contest !== null && fields.drawMode === 'BEACON', 'contest', textOf('raffles.contestOfNoUse'));
  check(
    endsAt !== null && contestDate !== null && !isInTime(contestDate, endsAt.getTime()),
    'endsAt',
    textOf('raffles.endsBeforeContest'),
  );
  Object.assign(problems, contestProblems({ contest, contestDate }));

  const { fastSelectionCards: cards, popularSelectionCard: popular } = fields;
  check(
    cards.some((card) => card < min || card > max),
    'fastSelectionCards',
    textOf('raffles.cardsLikeOrders', { min, max }),
  );
  check(popular !== null && !cards.includes(popular), 'popularSelectionCard', textOf('raffles.oneOfCards'));

  check(fields.enableNotification, 'enableNotification', textOf('raffles.noNotices'));
  const { affiliate, commissionBasisPoints: commission } = fields;
  check(affiliate && commission === null, 'commissionBasisPoints', textOf('raffles.neededForAffiliate'));
  const { certificateCode, certificateValidFrom: validFrom, certificateValidUntil: validUntil } = fields;
  for (const name of ['certificateIssuer', 'certificateValidFrom', 'certificateValidUntil'] as const)
    check(certificateCode === null && fields[name] !== null, name, textOf('raffles.ofCertificate'));
  const isReversed = validFrom !== null && validUntil !== null && validUntil < validFrom;
  check(isReversed, 'certificateValidUntil', textOf('raffles.notBeforeValidFrom'));
  if (options.production && isPublished(fields) && !fields.freeCampaign) {
    check(certificateCode === null, 'certificateCode', textOf('raffles.neededByLaw'));
  }
  return problems;
}

/** Stands in for missing fields, so that they cause no problem of their own. */
const NEUTRAL = { title: 'x', quotaPrice: 1n, quotaQuantity: MAX_QUOTAS };

export function newRaffleProblems(input: Partial<NewRaffleInput>): FieldProblems {
  const fields = newFields({ ...NEUTRAL, ...input }, '');
  const { problems, check } = collector();
  const { status, endsAt } = fields;
  check(!FIRST_STATUSES.includes(status), 'status', textOf('raffles.firstStatus', { values: FIRST_STATUSES }));
  check(status === 'OPEN' && isOver(endsAt), 'endsAt', textOf('raffles.passed'));
  Object.assign(problems, lateContestProblems(fields.contestDate, Date.now()));
  const all = { ...raffleProblems(fields, { production: false }), ...inputProblems(input, fields), ...problems };
  // A wrong quantity also makes the default maximum wrong: report it once.
  const followsFromWrong = (name: string): boolean =>
    name === 'maxReservationQuantity' && !(name in input) && 'quotaQuantity' in all;
  const isTold = (name: string): boolean =>
    (name in input || !(name in NEUTRAL)) && (name !== 'freeCampaign' || input.quotaPrice != null) && !followsFromWrong(name);
  return Object.fromEntries(Object.entries(all).filter(([name]) => isTold(name)));
}

function isPublished({ status, privacy }: RaffleFields): boolean {
  return privacy === 'PUBLIC' && status !== 'DRAFT' && status !== 'CANCELLED';
}

function collector() {
  const problems: FieldProblems = {};
  const check = (wrong: boolean, field: keyof RaffleInput, text: KeyedText): void => {
    if (wrong) (problems[field] ??= []).push(text);
  };
  return { problems, check };
}
