import type { Context } from '../context.js';
import type { User } from '../generated/prisma/client.js';
import { ownersOfNumber } from '../lucky-numbers/number-owners.js';
import { refuseField } from '../platform/domain-error.js';
import { requireRaffle } from '../raffles/raffle-access.js';
import { type Asked, askedBy, keysIn, type NumberOfTitle, numbersOfTitles } from './asked.js';
import { selectPeopleByWords, selectRafflesByWords } from './search.sql.js';
import type { SearchHit, SearchKind, SearchMatch } from './search.type.js';

export const MOST_HITS = 20;
const LENGTH = { min: 1, max: 200 } as const;
/** Of one kind by what is in several accounts: a phone, a CPF or an e-mail address. */
const MOST_BY_KEY = 5;
const MOST_BY_NAME = 8;

type Match = `${SearchMatch}`;
type Found = Omit<SearchHit, 'kind' | 'match'> & { kind: `${SearchKind}`; match: Match };
/** In how many raffles of the same words a number is looked up. */
const MOST_TITLES = 20;
const NONE: Promise<Found[]> = Promise.resolve([]);

/** Only what the text may be by its shape is looked up, all at once; its parts only where all of it finds nothing. NOT_FOUND of the raffle; BAD_USER_INPUT. */
export async function search(ctx: Context, text: string, raffleId: string | null): Promise<Found[]> {
  const { length } = text.trim();
  if (length < LENGTH.min || length > LENGTH.max) throw refuseField('text', 'platform.length', LENGTH);
  if (raffleId !== null) await requireRaffle(ctx, raffleId);
  const ofTitles = raffleId === null ? numbersOfTitles(text) : [];
  const found = await Promise.all([
    byKeys(ctx, askedBy(text), raffleId),
    ...ofTitles.map((asked) => byNumberOfTitle(ctx, asked)),
  ]);
  if (found.flat().length === 0) found.push(...(await Promise.all(keysIn(text).map((asked) => byKeys(ctx, asked, raffleId)))));
  // "zebra 7 007" finds one owner by two numbers.
  return [...new Map(found.flat().map((hit) => [JSON.stringify(hit), hit])).values()].slice(0, MOST_HITS);
}

async function byKeys(ctx: Context, asked: Asked, raffleId: string | null): Promise<Found[]> {
  // What can be only one thing comes before what merely sounds like it.
  const found = await Promise.all([
    byReference(ctx, asked),
    byOrderId(ctx, asked),
    byNumber(ctx, asked.number, raffleId === null ? null : [raffleId]),
    peopleBy(ctx, 'phone', 'PHONE', asked.phone),
    peopleBy(ctx, 'cpf', 'CPF', asked.cpf),
    peopleBy(ctx, 'email', 'EMAIL', asked.email),
    byName(ctx, asked),
    rafflesByTitle(ctx, asked),
  ]);
  return found.flat();
}

const ORDER_PARTS = { id: true, user: { select: { name: true } }, raffle: { select: { title: true } } } as const;

function orderHit({ id, user, raffle }: { id: bigint; user: { name: string }; raffle: { title: string } }, match: Match): Found {
  return { kind: 'ORDER', id: String(id), title: String(id), subtitle: `${user.name} · ${raffle.title}`, match };
}

async function byReference({ db: { prisma } }: Context, { reference }: Asked): Promise<Found[]> {
  if (reference === undefined) return NONE;
  const order = { select: ORDER_PARTS } as const;
  const [charge, payment] = await Promise.all([
    prisma.charge.findUnique({ where: { txid: reference }, select: { order } }),
    prisma.payment.findUnique({ where: { endToEndId: reference }, select: { id: true, payerName: true, order } }),
  ]);
  const hits: Found[] = charge?.order ? [orderHit(charge.order, 'TXID')] : [];
  if (!payment) return hits;
  const match = 'END_TO_END_ID';
  if (payment.order) hits.push(orderHit(payment.order, match));
  hits.push({ kind: 'PAYMENT', id: payment.id, title: reference, subtitle: payment.payerName, match });
  return hits;
}

async function byOrderId({ db: { prisma } }: Context, { orderId }: Asked): Promise<Found[]> {
  if (orderId === undefined) return NONE;
  const order = await prisma.order.findUnique({ where: { id: BigInt(orderId) }, select: ORDER_PARTS });
  return order ? [orderHit(order, 'ID')] : [];
}

async function byNumber(ctx: Context, number: string | undefined, raffleIds: string[] | null): Promise<Found[]> {
  if (number === undefined) return NONE;
  const owners = await ownersOfNumber(ctx, number, raffleIds);
  return owners.map((owner) => ({
    kind: 'LUCKY_NUMBER',
    id: owner.orderId,
    title: owner.number,
    subtitle: `${owner.buyerName} · ${owner.raffleTitle}`,
    match: 'NUMBER',
  }));
}

async function byNumberOfTitle(ctx: Context, { number, title }: NumberOfTitle): Promise<Found[]> {
  const raffles = await ctx.db.query(selectRafflesByWords, [title, MOST_TITLES, true]);
  return raffles.length === 0
    ? NONE
    : byNumber(
        ctx,
        number,
        raffles.map(({ id }) => id),
      );
}

async function peopleBy(
  { db: { prisma } }: Context,
  key: 'phone' | 'cpf' | 'email',
  match: Match,
  value: string | undefined,
): Promise<Found[]> {
  if (value === undefined) return NONE;
  const people = await prisma.user.findMany({
    where: { [key]: value, deletedAt: null },
    select: { id: true, role: true, name: true },
    orderBy: [{ phoneProvedAt: { sort: 'asc', nulls: 'last' } }, { createdAt: 'asc' }],
    take: MOST_BY_KEY,
  });
  return people.map((person) => personHit(person, value, match));
}

function personHit({ id, role, name }: Pick<User, 'id' | 'role' | 'name'>, subtitle: string | null, match: Match): Found {
  return { kind: role === 'ADMIN' ? 'OPERATOR' : 'PERSON', id, title: name, subtitle, match };
}

async function byName({ db }: Context, { name }: Asked): Promise<Found[]> {
  if (name === undefined) return NONE;
  const people = await db.query(selectPeopleByWords, [name, MOST_BY_NAME]);
  return people.map((person) => personHit(person, person.phone ?? person.email, 'NAME'));
}

async function rafflesByTitle({ db }: Context, { title }: Asked): Promise<Found[]> {
  if (title === undefined) return NONE;
  const raffles = await db.query(selectRafflesByWords, [title, MOST_BY_KEY, false]);
  return raffles.map(({ id, title: name, slug }) => ({
    kind: 'RAFFLE',
    id,
    title: name,
    subtitle: slug,
    match: 'NAME',
  }));
}
