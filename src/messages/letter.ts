import { escapeHtml } from '../platform/escape-html.js';
import type { Language } from '../platform/language.js';
import type { TextOfMessage } from './default-texts.js';
import { PLACE } from './message-kinds.js';

export interface LetterFrame {
  language: Language;
  siteName: string;
  color: string;
  /** Name and CNPJ, where they are public. */
  company: string | undefined;
  link: { url: string; label: string } | undefined;
  unsubscribe: string | undefined;
}

const WORDS = {
  'pt-BR': { choose: 'Escolher que mensagens receber' },
  en: { choose: 'Choose which messages you get' },
} as const;

function fillPlaces(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(PLACE, (whole, name: string) => values[name] ?? whole);
}

/** One line: a subject has no other. */
const lineOf = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** What a person typed is text in both forms: no name or title becomes markup or a header. */
export function makeLetter(
  { subject, body }: TextOfMessage,
  values: Readonly<Record<string, string>>,
  frame: LetterFrame,
): { subject: string; text: string; html: string } {
  const { language, siteName, color, company, link, unsubscribe } = frame;
  const paragraphs = fillPlaces(body, values)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
  const { choose } = WORDS[language];
  const foot = [siteName, company].filter((line) => line !== undefined).join('\n');
  const text = [
    ...paragraphs,
    ...(link ? [`${link.label}: ${link.url}`] : []),
    `-- \n${foot}`,
    ...(unsubscribe ? [`${choose}: ${unsubscribe}`] : []),
  ].join('\n\n');
  const button =
    link
    && `<p style="margin:24px 0"><a href="${escapeHtml(link.url)}" style="display:inline-block;background:#1c1c1a;color:#fff;padding:12px 20px;`
      + `border-radius:8px;text-decoration:none;font-weight:600">${escapeHtml(link.label)}</a></p>`;
  const html = [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>`,
    '<body style="margin:0;background:#f4f4f2;color:#1c1c1a;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif">',
    '<div style="max-width:560px;margin:0 auto;padding:24px 16px">',
    `<div style="background:#fff;border-top:4px solid ${escapeHtml(color)};border-radius:12px;padding:24px">`,
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`),
    ...(button ? [button] : []),
    '</div>',
    `<p style="color:#5c5c57;font-size:13px;margin:16px 8px">${escapeHtml(foot).replaceAll('\n', '<br>')}`,
    ...(unsubscribe ? [`<br><a href="${escapeHtml(unsubscribe)}" style="color:#5c5c57">${choose}</a>`] : []),
    '</p></div></body></html>',
  ].join('\n');
  return { subject: lineOf(fillPlaces(subject, values)), text, html };
}
