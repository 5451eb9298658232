import type { SettingReader } from './setting-reader.js';

export interface MailSettings {
  /** `smtp://` or `smtps://`, with user and password. */
  url: string;
  from: string;
}

export interface MessageSettings {
  /** Whole hours of the business day between which nothing is sent that can wait. */
  quietFrom: number;
  quietTo: number;
  /** Whether messages also go as `message.due` to the operator's sender. */
  byWhatsapp: boolean;
}

export function readMailSettings(read: SettingReader, problem: (sentence: string) => void): MailSettings | undefined {
  const url = read.url('SMTP_URL', ['smtp:', 'smtps:']);
  const from = read.text('MAIL_FROM');
  if ((url === undefined) !== (from === undefined))
    problem(
      'SMTP_URL, like smtps://user:password@mail.example.com, and MAIL_FROM, like "Rifas <rifas@example.com>", need each other.',
    );
  return url && from ? { url, from } : undefined;
}

export function readMessageSettings(read: SettingReader, problem: (sentence: string) => void): MessageSettings {
  const [, from, to] = /^(\d{1,2})-(\d{1,2})$/.exec(read.text('QUIET_HOURS') ?? '22-8') ?? [];
  const [quietFrom, quietTo] = [Number(from), Number(to)];
  if (!(quietFrom < 24 && quietTo < 24)) problem('QUIET_HOURS must be two whole hours of the day, like 22-8; 0-0 is never.');
  return { quietFrom, quietTo, byWhatsapp: read.flag('WHATSAPP_MESSAGES', false) };
}
