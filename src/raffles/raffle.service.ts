import { randomBytes, randomInt } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import type { Prisma, Raffle } from '../generated/prisma/client.js';
import { MILLISECONDS, UUID, type Page, type PageRequest } from '../platform/page.js';
import { writeAudit, type AuditEntry } from '../platform/audit.js';
import { seal, sha256 } from '../platform/crypto.js';
import { isForeignKeyViolation, isUniqueViolation } from '../platform/database/errors.js';
import type { Transaction } from '../platform/database/database.js';
import { modelPage } from '../platform/database/model-page.js';
import { refuse, refuseField, refuseProblems, textOf } from '../platform/domain-error.js';
import { formatMoney } from '../platform/money.js';
import type { Selection } from '../platform/selection.js';
import { isUuid } from '../platform/uuid.js';
import { standingOf } from './certificate.js';
import { raffleAudit, settleRaffle } from './change-raffle.js';
import type { CertificateStanding } from './raffle-enums.type.js';
import { newFields, type NewRaffleInput, type Prize, type RaffleFields } from './raffle-fields.js';
import type { RafflesArgs } from './raffle.input.js';
import { raffleColumns, type PrizeRow, type ReadRaffle } from './raffle-row.js';
import { newRaffleProblems, raffleProblems } from './raffle-rules.js';
import { canBePaid, checkPayable } from './raffle-status.js';
import { selectIdsByWords, selectRaffleById, selectRaffleBySlug } from './raffle.sql.js';
import { foldToAscii } from '../platform/fold-to-ascii.js';
import { cutText, shownChanges } from '../platform/shown-changes.js';

const SECRET_BYTES = 32;
const SLUG_ATTEMPTS = 5;

/** CONFLICT if nobody could pay. */
export async function createRaffle(
  ctx: NewRaffleContext,
  { confirmNobodyCanPay, ...input }: NewRaffleInput & { confirmNobodyCanPay?: boolean },
): Promise<Raffle> {
  const fields = newFields(input, slugOf(input.title));
  refuseProblems({ ...raffleProblems(fields, ctx.config), ...newRaffleProblems(input) });
  checkPayable(await canBePaid(ctx, { status: fields.status, confirmNobodyCanPay }), fields);
  const { title, status, quotaQuantity, quotaPrice } = fields;
  return storeRaffle(ctx, {
    fields,
    prizes: input.prizes ?? [],
    isSlugSent: input.slug != null,
    action: 'createRaffle',
    details: { title, status, quotaQuantity, quotaPrice: formatMoney(quotaPrice) },
  });
}

type NewRaffleContext = Pick<
  Context,
  'config' | 'db' | 'principal' | 'clientAddress' | 'requestId' | 'raffleHooks' | 'providers'
>;

interface NewRaffle {
  fields: RaffleFields;
  prizes: Prize[];
  /** A slug that was sent is refused if it is taken; one made from the title gets a suffix. */
  isSlugSent: boolean;
  action: string;
  details: AuditEntry['details'];
  /** In the same transaction, after the raffle. */
  fill?(tx: Transaction, raffle: Raffle): Promise<void>;
}

export async function storeRaffle(
  ctx: Omit<NewRaffleContext, 'providers'>,
  { fields, prizes, isSlugSent, action, details, fill }: NewRaffle,
): Promise<Raffle> {
  const secret = randomBytes(SECRET_BYTES);
  const data = {
    ...fields,
    id: uuidv7(),
    sealedSecret: seal(ctx.config.encryptionKeys, secret),
    secretHash: sha256(secret),
    counter: { create: { sellable: fields.quotaQuantity } },
    prizes: { createMany: { data: prizeRows(prizes) } },
  };
  for (let attempt = 1; ; attempt++) {
    const slug = attempt === 1 ? fields.slug : withSuffix(fields.slug);
    try {
      return await ctx.db.transaction(async (tx) => {
        const raffle = await tx.prisma.raffle.create({ data: { ...data, slug } });
        await writeAudit(tx, raffleAudit(ctx, action, raffle.id, { ...details, slug }));
        await fill?.(tx, raffle);
        await settleRaffle(ctx, tx, raffle.id);
        return raffle;
      });
    } catch (error) {
      if (!isUniqueViolation(error) || isSlugSent || attempt === SLUG_ATTEMPTS) throw storeRefusal(error);
    }
  }
}

/** Operators read the current row; others a shared copy that is at most 100 ms old, never a DRAFT. NOT_FOUND. */
export async function getRaffle(
  ctx: Context,
  { id, slug }: { id?: string | null; slug?: string | null },
  selection: Selection,
): Promise<ReadRaffle> {
  if ((id == null) === (slug == null)) {
    const problem = textOf('platform.eitherOne');
    throw refuse('raffles.idOrSlug', {}, { fields: { id: [problem], slug: [problem] } });
  }
  if (id != null && !isUuid(id)) throw refuse('raffles.notFound');
  const raffle = await (isAdmin(ctx) ? findRow(ctx, { id, slug }, selection) : findPage(ctx, { id, slug }));
  if (!raffle) throw refuse('raffles.notFound');
  return raffle;
}

function findPage({ rafflePages }: Context, { id, slug }: { id?: string | null; slug?: string | null }) {
  return id == null ? rafflePages.bySlug(slug ?? '') : rafflePages.byId(id.toLowerCase());
}

async function findRow({ db }: Context, { id, slug }: { id?: string | null; slug?: string | null }, selection: Selection) {
  const columns = raffleColumns(selection);
  const [raffle] = await (id == null ? db.query(selectRaffleBySlug(columns), [slug]) : db.query(selectRaffleById(columns), [id]));
  return raffle;
}

export async function listRaffles(ctx: Context, args: RafflesArgs, selection: Selection): Promise<Page<ReadRaffle>> {
  const { status, statuses, search, categoryId, highlighted, ...page } = args;
  const where: Prisma.RaffleWhereInput = {
    AND: [
      { deletedAt: null },
      isAdmin(ctx) ? {} : { privacy: 'PUBLIC', status: { not: 'DRAFT' } },
      status == null ? {} : { status },
      statuses == null ? {} : { status: { in: statuses } },
      search == null ? {} : { id: { in: await idsOfWords(ctx, { ...args, search }) } },
      categoryId == null ? {} : isUuid(categoryId) ? { categoryId } : { id: { in: [] } },
      highlighted == null ? {} : { isHighlighted: highlighted },
    ],
  };
  return pageOfRaffles(ctx, page, { where, selection });
}

/** The newest first. */
export function pageOfRaffles(
  ctx: Context,
  page: PageRequest,
  { where, selection }: { where: Prisma.RaffleWhereInput; selection: Selection },
): Promise<Page<ReadRaffle>> {
  const select: Prisma.RaffleSelect = Object.fromEntries(
    [...raffleColumns(selection), 'createdAt'].map((column) => [column, true]),
  );
  return modelPage<ReadRaffle>(ctx.db.prisma.raffle, page, {
    key: [
      ['createdAt', MILLISECONDS],
      ['id', UUID],
    ],
    where,
    select,
  });
}

async function idsOfWords(
  ctx: Context,
  { search, status, statuses, categoryId, highlighted }: RafflesArgs & { search: string },
): Promise<string[]> {
  const words = search
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean);
  const isOneOf = status == null ? statuses : (statuses ?? [status]).filter((one) => one === status);
  const category = categoryId != null && isUuid(categoryId) ? categoryId : null;
  const found = await ctx.db.query(selectIdsByWords, [words, isAdmin(ctx), isOneOf ?? null, category, highlighted ?? null]);
  return found.map(({ id }) => id);
}

export function certificateStandingOf(
  { calendar }: Pick<Context, 'calendar'>,
  { certificateCode, certificateValidFrom, certificateValidUntil }: ReadRaffle,
): CertificateStanding | null {
  if (certificateCode === null) return null;
  const validity = { certifiedFrom: isoDay(certificateValidFrom), certifiedUntil: isoDay(certificateValidUntil) };
  return standingOf(validity, calendar.today());
}

/** A stored day is midnight UTC. */
const isoDay = (day: Date | null): string | null => day && day.toISOString().slice(0, 10);

export function prizeRows(prizes: Prize[]): PrizeRow[] {
  return prizes.map(({ title, description, photoUrl }, index) => {
    return { position: index + 1, title, description: description ?? null, photoUrl: photoUrl ?? null };
  });
}

export function storeRefusal(error: unknown): unknown {
  if (isUniqueViolation(error)) return refuseField('slug', 'raffles.slugTaken');
  if (isForeignKeyViolation(error)) return refuseField('categoryId', 'raffles.noSuchCategory');
  return error;
}

function isAdmin(ctx: Context): boolean {
  return ctx.principal.role === 'ADMIN';
}

const MAX_LENGTH = 60;
const SUFFIX_LENGTH = 4;

/** Lower-case ASCII words joined by hyphens; `raffle` if no letter or digit is left. */
export function slugOf(title: string): string {
  const words = foldToAscii(title, title.length * 2)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH);
  return words.replace(/^-+|-+$/g, '') || 'raffle';
}

function withSuffix(slug: string): string {
  return `${slug}-${randomInt(36 ** SUFFIX_LENGTH)
    .toString(36)
    .padStart(SUFFIX_LENGTH, '0')}`;
}

export function changeDetails(
  before: Raffle,
  changes: Partial<RaffleFields>,
  prizes: { before: Prize[]; after: Prize[] } | undefined,
): AuditEntry['details'] {
  return {
    ...shownChanges(before, changes),
    ...(prizes && { prizesBefore: shownPrizes(prizes.before), prizes: shownPrizes(prizes.after) }),
  };
}

function shownPrizes(prizes: Prize[]): string {
  return cutText(prizes.map(({ title, photoUrl }) => (photoUrl == null ? title : `${title} (${photoUrl})`)).join('; '));
}
