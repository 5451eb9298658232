import type { Context } from '../context.js';
import { MessageKind } from '../generated/prisma/enums.js';
import { writeAudit } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';
import { refuseFields, textOf } from '../platform/domain-error.js';
import type { Language } from '../platform/language.js';
import { actorOf } from '../platform/principal.js';
import { frameOf } from './compose.js';
import { DEFAULT_TEXTS, type TextOfMessage } from './default-texts.js';
import { makeLetter } from './letter.js';
import type { MessageLanguage } from './message-choices.type.js';
import { MESSAGE_KINDS, PLACE } from './message-kinds.js';
import type { MessagePreview, MessageText, MessageTextInput, ResetMessageTextInput } from './message-texts.type.js';

const LANGUAGES: Record<MessageLanguage, Language> = { PT_BR: 'pt-BR', EN: 'en' };

/** Of all kinds, in both languages: the operators' own, or those that come with the service. */
export async function listTexts({ db }: Context): Promise<MessageText[]> {
  const own = await db.prisma.messageText.findMany();
  return (Object.keys(MESSAGE_KINDS) as MessageKind[]).flatMap((kind) =>
    (Object.keys(LANGUAGES) as MessageLanguage[]).map((language) => {
      const text = own.find((one) => one.kind === kind && one.language === LANGUAGES[language]);
      return shown(kind, language, text ?? null);
    }),
  );
}

function shown(kind: MessageKind, language: MessageLanguage, own: TextOfMessage | null): MessageText {
  const { subject, body } = own ?? DEFAULT_TEXTS[kind][LANGUAGES[language]];
  return { kind, language, subject, body, places: [...MESSAGE_KINDS[kind].places], isOwn: own !== null };
}

/** Audited. BAD_USER_INPUT for a place that the kind does not have, and for a code's text without the code. */
export async function setText(ctx: Context, input: MessageTextInput): Promise<MessageText> {
  refuseStrangePlaces(input);
  const { kind, subject, body } = input;
  const language = LANGUAGES[input.language];
  const text = { subject: subject.trim(), body: body.trim() };
  await ctx.db.transaction(async (tx) => {
    await tx.prisma.messageText.upsert({
      where: { kind_language: { kind, language } },
      create: { kind, language, ...text },
      update: { ...text, updatedAt: new Date() },
    });
    await auditText(ctx, tx, 'updateMessageText', input, text);
  });
  return shown(kind, input.language, text);
}

/** From now on the text that comes with the service is sent. Audited. Safe to repeat. */
export async function resetText(ctx: Context, { kind, language }: ResetMessageTextInput): Promise<MessageText> {
  await ctx.db.transaction(async (tx) => {
    const { count } = await tx.prisma.messageText.deleteMany({ where: { kind, language: LANGUAGES[language] } });
    if (count > 0) await auditText(ctx, tx, 'resetMessageText', { kind, language }, {});
  });
  return shown(kind, language, null);
}

function auditText(
  ctx: Context,
  tx: Transaction,
  action: string,
  { kind, language }: Pick<MessageTextInput, 'kind' | 'language'>,
  details: Partial<TextOfMessage>,
): Promise<void> {
  return writeAudit(tx, {
    by: actorOf(ctx),
    action,
    subjectType: 'messageText',
    subjectId: `${kind} ${LANGUAGES[language]}`,
    details,
  });
}

/** As a buyer would get it. BAD_USER_INPUT as for a change. */
export async function previewText(ctx: Context, input: MessageTextInput): Promise<MessagePreview> {
  refuseStrangePlaces(input);
  const language = LANGUAGES[input.language];
  const url = `${ctx.address.origin()}/r/exemplo`;
  const frame = await frameOf(
    ctx,
    language,
    input.kind === 'CODE' ? undefined : { url, label: SAMPLES[language].label },
    undefined,
  );
  return makeLetter(input, { ...SAMPLES[language].values, site: frame.siteName, link: url }, frame);
}

function refuseStrangePlaces({ kind, subject, body }: MessageTextInput): void {
  const { places } = MESSAGE_KINDS[kind];
  const problems = Object.entries({ subject, body }).flatMap(([field, text]) => {
    const strange = [...text.matchAll(PLACE)].map(([, name]) => name!).filter((name) => !places.includes(name));
    return strange.length > 0 ? [[field, [textOf('messages.strangePlace', { places: strange, known: places })]]] : [];
  });
  if (kind === 'CODE' && !body.includes('{code}')) problems.push(['body', [textOf('messages.codeNeeded', { place: '{code}' })]]);
  if (problems.length > 0) throw refuseFields(Object.fromEntries(problems));
}

const SAMPLES = {
  'pt-BR': {
    label: 'Ver a rifa',
    values: {
      name: 'Maria',
      raffle: 'Moto zero quilômetro',
      order: '1234',
      quantity: '10 cotas',
      total: 'R$ 25,00',
      numbers: 'Seus números: 000123, 004567, 089012.',
      until: '15:30',
      drawAt: '24 de dezembro de 2026 às 20:00',
      prize: 'Moto zero quilômetro',
      claimUntil: '22 de junho de 2027',
      code: '123456',
    },
  },
  en: {
    label: 'See the raffle',
    values: {
      name: 'Maria',
      raffle: 'A new motorbike',
      order: '1234',
      quantity: '10 quotas',
      total: 'R$25.00',
      numbers: 'Your numbers: 000123, 004567, 089012.',
      until: '3:30 PM',
      drawAt: 'December 24, 2026 at 8:00 PM',
      prize: 'A new motorbike',
      claimUntil: 'June 22, 2027',
      code: '123456',
    },
  },
} as const;
