import { randomBytes, webcrypto } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Context, App } from '../context.js';
import type { UploadedFile } from '../generated/prisma/client.js';
import { namesOf, parseName, heightAt, openGraphName, sizeName, widthsOf } from '../addresses/picture-address.js';
import { writeAudit, type AuditEntry } from '../platform/audit.js';
import { modelPage } from '../platform/database/model-page.js';
import { statement } from '../platform/database/statement.js';
import { type DomainError, refuse, refuseFields, textOf } from '../platform/domain-error.js';
import { UUID, type Page, type PageRequest } from '../platform/page.js';
import { actorOf } from '../platform/principal.js';
import { isUuid } from '../platform/uuid.js';
import { encodePicture, NotAPicture, type EncodedPicture } from './encode-picture.js';
import type { Files } from './files.js';

const nameIn = (url: string): string => `substring(${url} FROM '/files/([A-Za-z0-9_-]{22})-')`;

/** $1 the picture's name. SQL: the index `raffles_picture` is on this expression. Raffles are few, so all others are looked at. */
const selectRaffleOfPicture = statement<{ title: string }>(
  'select_raffle_of_picture',
  `
  SELECT title FROM raffles WHERE ${nameIn('photo_url')} = $1
  UNION ALL SELECT title FROM raffles WHERE EXISTS (SELECT FROM unnest(gallery_urls) AS g(url) WHERE ${nameIn('g.url')} = $1)
  UNION ALL SELECT r.title FROM raffle_prizes p JOIN raffles r ON r.id = p.raffle_id WHERE ${nameIn('p.photo_url')} = $1
  LIMIT 1`,
);

const NAME_ENTROPY = 16;

type Uploading = EncodedPicture & Pick<UploadedFile, 'id' | 'name' | 'sha256'>;

/** Stores all pictures or none. BAD_USER_INPUT on `file`; UNAVAILABLE when too many are encoded or the store fails. */
export async function uploadPictures(ctx: Context, uploaded: readonly Buffer[]): Promise<UploadedFile[]> {
  const by = actorOf(ctx);
  if (!by) throw refuse('graphql.tokenNeeded');
  const pictures: Uploading[] = [];
  for (const [index, bytes] of uploaded.entries()) {
    const name = randomBytes(NAME_ENTROPY).toString('base64url');
    const encoded = await ctx.files.encoding
      .run(['picture'], () => encodePicture(name, bytes))
      .catch((error: unknown) => {
        if (!(error instanceof NotAPicture)) throw error;
        const number = index + 1;
        throw refuseFields({
          file: [uploaded.length === 1 ? error.text : textOf('files.numbered', { number, problem: error.text })],
        });
      });
    // Not in the event loop: ten megabytes would block it.
    const sha256 = new Uint8Array(await webcrypto.subtle.digest('SHA-256', bytes));
    pictures.push({ ...encoded, id: uuidv7(), name, sha256 });
  }

  await keep(ctx, pictures);
  // The sweep removes the files if this fails: its outcome may be unknown.
  return ctx.db.transaction(async (tx) => {
    const rows = await tx.prisma.uploadedFile.createManyAndReturn({
      data: pictures.map(({ files: _files, ...row }) => ({ ...row, uploadedBy: by.id })),
    });
    const entries = pictures.map(({ id, name, width, height, bytes }): AuditEntry => {
      return { by, action: 'uploadFile', subjectType: 'file', subjectId: id, details: { name, width, height, bytes } };
    });
    await writeAudit(tx, ...entries);
    return rows;
  });
}

async function keep(ctx: Context, pictures: readonly EncodedPicture[]): Promise<void> {
  const files = pictures.flatMap((picture) => picture.files);
  try {
    for (const { name, bytes, type } of files) await ctx.files.store.put(name, bytes, type);
  } catch (error) {
    await forget(
      ctx,
      files.map(({ name }) => name),
    );
    throw storeProblem(ctx, error, 'files.cannotKeep');
  }
}

/** The sweep removes the rest within a day. */
async function forget(ctx: Context, names: readonly string[]): Promise<void> {
  await ctx.files.store.remove(names).catch((error: unknown) => void storeProblem(ctx, error, 'files.cannotKeep'));
}

export async function readFile(ctx: Pick<Context, 'files' | 'log'>, name: string) {
  try {
    return await ctx.files.store.read(name);
  } catch (error) {
    throw storeProblem(ctx, error, 'files.cannotRead');
  }
}

export function listFiles({ db }: Context, page: PageRequest): Promise<Page<UploadedFile>> {
  return modelPage<UploadedFile>(db.prisma.uploadedFile, page, { key: [['id', UUID]] });
}

/** Files are deleted after the commit. NOT_FOUND, or CONFLICT while a raffle shows the picture, also an old one. */
export async function deleteFile(ctx: Context, id: string): Promise<UploadedFile> {
  const deleted = await ctx.db.transaction(async (tx) => {
    const file = isUuid(id) ? await tx.prisma.uploadedFile.findUnique({ where: { id } }) : null;
    if (!file) throw refuse('files.notFound');
    const [raffle] = await tx.query(selectRaffleOfPicture, [file.name]);
    if (raffle) throw refuse('files.shownByRaffle', { title: raffle.title });
    const receiptOf = await tx.prisma.wonPrize.findFirst({ where: { receiptFileId: file.id }, select: { title: true } });
    if (receiptOf) throw refuse('files.receipt', { title: receiptOf.title });
    const { count } = await tx.prisma.uploadedFile.deleteMany({ where: { id } });
    if (count === 0) throw refuse('files.notFound');
    await writeAudit(tx, {
      by: actorOf(ctx),
      action: 'deleteFile',
      subjectType: 'file',
      subjectId: file.id,
      details: { name: file.name },
    });
    return file;
  });
  await forget(ctx, namesOf(deleted.name, deleted.width));
  return deleted;
}

/** Without the store's text: it may quote our request. */
function storeProblem({ log }: Pick<Context, 'log'>, error: unknown, key: 'files.cannotKeep' | 'files.cannotRead'): DomainError {
  const { message: reason, code } = error as Partial<NodeJS.ErrnoException>;
  log.error({ reason, code, event: 'files.store.failed' }, 'the store of files failed');
  return refuse(key);
}

/** After a day the row of an upload exists, even with wrong clocks. */
const OLD_MS = 86_400_000;
const UNFINISHED = /\.part$/;

/** Removes files without a row that are a day old; returns how many. Other names are not touched. */
export async function sweepFiles({ files, db, log }: Pick<App, 'files' | 'db' | 'log'>): Promise<number> {
  const before = Date.now() - OLD_MS;
  let removed = 0;
  for await (const batch of files.store.list()) {
    const old = batch
      .filter(({ writtenAt }) => writtenAt.getTime() < before)
      .flatMap(({ name }) => {
        const picture = parseName(name.replace(/\.[\w-]{36}\.part$/, ''));
        return picture ? [{ name, picture: picture.id }] : [];
      });
    if (old.length === 0) continue;
    const rows = await db.prisma.uploadedFile.findMany({
      where: { name: { in: [...new Set(old.map(({ picture }) => picture))] } },
      select: { name: true },
    });
    const known = new Set(rows.map(({ name }) => name));
    const lost = old.filter(({ name, picture }) => UNFINISHED.test(name) || !known.has(picture)).map(({ name }) => name);
    await files.store.remove(lost);
    removed += lost.length;
  }
  if (removed > 0) log.info({ count: removed, event: 'files.swept' }, 'files without a row were removed');
  return removed;
}

export interface ShownSize {
  url: string;
  width: number;
  height: number;
}

export const urlOf = ({ urlOf: of }: Files, { name, width }: Pick<UploadedFile, 'name' | 'width'>): string =>
  of(sizeName(name, width));

export const openGraphUrlOf = ({ urlOf: of }: Files, { name }: UploadedFile): string => of(openGraphName(name));

export function sizesOf({ urlOf: of }: Files, file: UploadedFile): ShownSize[] {
  return widthsOf(file.width).map((width) => ({ url: of(sizeName(file.name, width)), width, height: heightAt(width, file) }));
}
