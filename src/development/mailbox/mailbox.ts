import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A letter as it came, read by a parser that is not ours. */
export interface ReceivedLetter {
  n: number;
  at: Date;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: readonly { key: string; value: string }[];
}

/** A mail server of development: it takes every letter, delivers none, and forgets all when it stops. */
export interface Mailbox {
  /** `smtp://` */
  url: string;
  /** The newest first. */
  letters(): readonly ReceivedLetter[];
  stop(): Promise<void>;
}

const LETTERS_KEPT = 500;
const MOST_BYTES = 1_000_000;

/** On any free port of this machine. */
export async function startMailbox(): Promise<Mailbox> {
  // Packages of development: production does not have them.
  const [{ SMTPServer }, { default: PostalMime }] = await Promise.all([import('smtp-server'), import('postal-mime')]);
  let letters: ReceivedLetter[] = [];
  let count = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    // Who sends keeps connections open.
    closeTimeout: 100,
    size: MOST_BYTES,
    async onData(stream, _session, callback) {
      try {
        const { to = [], subject = '', text = '', html = '', headers } = await PostalMime.parse(await buffer(stream));
        const received = {
          n: (count += 1),
          at: new Date(),
          to: to.map(({ address }) => address).join(', '),
          subject,
          text,
          html,
          headers,
        };
        letters = [received, ...letters].slice(0, LETTERS_KEPT);
        callback();
      } catch (error) {
        callback(error as Error);
      }
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters: () => letters,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
