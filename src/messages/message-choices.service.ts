import type { App, Context } from '../context.js';
import { MessageKind } from '../generated/prisma/enums.js';
import { statement } from '../platform/database/statement.js';
import { refuse } from '../platform/domain-error.js';
import { actorOf } from '../platform/principal.js';
import { languageOfBuyer } from './compose.js';
import { CHOSEN_KINDS } from './message-kinds.js';
import type { ChooseMessagesInput, MessageChoices } from './message-choices.type.js';
import { contactOfToken, hashOfContact } from './opt-out-links.js';

const LANGUAGES = { PT_BR: 'pt-BR', EN: 'en' } as const;

/*
 * SQL: both directions of a choice in one statement.
 */

/** $1 hashes of the contacts, $2 kinds that are not wanted. */
const setOptOuts = statement<object>(
  'set_message_opt_outs',
  `
  WITH wanted AS (
    DELETE FROM message_opt_outs WHERE contact_hash = ANY ($1::bytea[]) AND kind <> ALL ($2::message_kind[])
  )
  INSERT INTO message_opt_outs (contact_hash, kind) SELECT c, k FROM unnest($1::bytea[]) c CROSS JOIN unnest($2::message_kind[]) k
  ON CONFLICT DO NOTHING`,
  { repeatable: true },
);

/** A kind goes to a person unless none of the contacts wants it. $1 hashes. */
const selectOptOuts = statement<{ kind: MessageKind }>(
  'select_message_opt_outs',
  `
  SELECT kind FROM message_opt_outs WHERE contact_hash = ANY ($1::bytea[]) GROUP BY kind HAVING count(*) = cardinality($1::bytea[])`,
);

/** Of the link in a message. NOT_FOUND for a link that we did not make. */
export async function findChoices(app: App, token: string): Promise<MessageChoices> {
  const hash = contactOfToken(app, token);
  if (!hash) throw refuse('messages.linkNotFound');
  return choicesOf(app, [hash], null);
}

/** Of the calling buyer's e-mail address and phone. */
export async function findMyChoices(ctx: Context): Promise<MessageChoices> {
  const { hashes, language } = await callingBuyer(ctx);
  return choicesOf(ctx, hashes, language);
}

/** NOT_FOUND. Safe to repeat. */
export async function chooseMessages(app: App, token: string, wanted: readonly MessageKind[]): Promise<MessageChoices> {
  const hash = contactOfToken(app, token);
  if (!hash) throw refuse('messages.linkNotFound');
  await app.db.query(setOptOuts, [[hash], unwanted(wanted)]);
  return findChoices(app, token);
}

/** Safe to repeat. */
export async function chooseMyMessages(ctx: Context, { wanted, language }: ChooseMessagesInput): Promise<MessageChoices> {
  const { id, hashes } = await callingBuyer(ctx);
  await ctx.db.query(setOptOuts, [hashes, unwanted(wanted)]);
  if (language != null) await ctx.db.prisma.user.update({ where: { id }, data: { language: LANGUAGES[language] } });
  return findMyChoices(ctx);
}

/** What a mail program asks for by one POST (RFC 8058): nothing more of any kind that can be chosen. */
export async function unsubscribe(app: App, token: string): Promise<MessageChoices> {
  return chooseMessages(app, token, []);
}

const unwanted = (wanted: readonly MessageKind[]): MessageKind[] => CHOSEN_KINDS.filter((kind) => !wanted.includes(kind));

async function choicesOf({ db }: App, hashes: Buffer[], language: string | null): Promise<MessageChoices> {
  const out = hashes.length === 0 ? [] : await db.query(selectOptOuts, [hashes]);
  const wanted = CHOSEN_KINDS.filter((kind) => out.every((one) => one.kind !== kind));
  return { wanted, language: languageOfBuyer(language) === 'en' ? 'EN' : 'PT_BR' };
}

async function callingBuyer(ctx: Context): Promise<{ id: string; hashes: Buffer[]; language: string | null }> {
  const actor = actorOf(ctx);
  const user = actor && (await ctx.db.prisma.user.findUnique({ where: { id: actor.id, deletedAt: null } }));
  if (!user) throw refuse('users.accountGone');
  const { id, email, phone, language } = user;
  return { id, language, hashes: [email, phone].flatMap((contact) => (contact === null ? [] : [hashOfContact(contact)])) };
}
