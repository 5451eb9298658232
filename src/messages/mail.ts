import { createTransport } from 'nodemailer';
import type { Config } from '../config.js';

const OPTIONS = {
  pool: true,
  maxConnections: 4,
  // A message is written down, and sent again from there.
  maxRequeues: 0,
  idleTimeout: 30_000,
  // The service waits for a letter under way before it stops.
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 15_000,
  disableFileAccess: true,
  disableUrlAccess: true,
} as const;

export interface Letter {
  to: string;
  /** Of the Message-ID: who gets a letter twice sees it once. */
  id: string;
  subject: string;
  text: string;
  html: string;
  /** Where mail programs unsubscribe by one POST (RFC 8058). */
  unsubscribe: string | undefined;
}

/**
 * `SERVER`: nothing can be sent now. `BROKEN`: neither, and the server may have this letter. `LATER` and `NEVER`: it refuses this letter,
 * for now or for good. `error` names no person.
 */
export type Posted = { outcome: 'SENT' } | { outcome: 'SERVER' | 'BROKEN' | 'LATER' | 'NEVER'; error: string };

/** The mail server of the operator, or the mailbox of development. */
export interface Mail {
  readonly isOn: boolean;
  /** From now on. */
  sendBy(url: string, from: string): void;
  post(letter: Letter): Promise<Posted>;
  close(): void;
}

type Transport = ReturnType<typeof createTransportTo>;

function createTransportTo(url: string) {
  return createTransport({ ...OPTIONS, url });
}

export function createMail({ mail }: Pick<Config, 'mail'>): Mail {
  let server: { url: string; from: string; transport?: Transport } | undefined = mail && { ...mail };
  return {
    get isOn() {
      return server !== undefined;
    },
    sendBy(url, from) {
      server?.transport?.close();
      server = { url, from };
    },
    async post({ to, id, subject, text, html, unsubscribe }) {
      if (!server) return { outcome: 'SERVER', error: 'OFF' };
      const { from } = server;
      const transport = (server.transport ??= createTransportTo(server.url));
      try {
        await transport.sendMail({
          from,
          to,
          subject,
          text,
          html,
          messageId: `<${id}@${domainOf(from)}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribe && { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
          },
        });
        return { outcome: 'SENT' };
      } catch (error) {
        return refusalOf(error as SmtpError);
      }
    },
    close() {
      server?.transport?.close();
    },
  };
}

const domainOf = (from: string): string => /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';

interface SmtpError {
  code?: string;
  command?: string;
  responseCode?: number;
  timeoutType?: string;
}

/** The service is not available, and closes the connection (RFC 5321, 4.2.3). */
const CLOSING = 421;
const OF_LETTER = ['EENVELOPE', 'EMESSAGE'];

/** A sender that is refused is refused for every letter. */
function refusalOf({ code = 'UNKNOWN', command, responseCode, timeoutType }: SmtpError): Posted {
  const isBroken = responseCode === undefined && (code === 'ECONNECTION' || timeoutType === 'SOCKET_TIMEOUT');
  if (isBroken) return { outcome: 'BROKEN', error: code };
  const isOfLetter = OF_LETTER.includes(code) && command !== 'MAIL FROM';
  if (responseCode === undefined || responseCode === CLOSING || !isOfLetter)
    return { outcome: 'SERVER', error: [code, responseCode].filter(Boolean).join(' ') };
  return { outcome: responseCode >= 500 ? 'NEVER' : 'LATER', error: String(responseCode) };
}
