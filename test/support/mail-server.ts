import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** What happens to the next letter: a reply at RCPT or after its content, or a connection that breaks, before or after it was taken. */
export type MailFault = { at: 'RCPT' | 'DATA'; code: number } | 'DROP' | 'TAKE_AND_DROP';

export interface TakenLetter {
  to: string;
  subject: string;
  text: string;
  html: string;
  id: string;
  header(name: string): string | undefined;
}

export interface MailServer {
  url: string;
  taken: TakenLetter[];
  /** By turns; none: all is well. */
  faults: (MailFault | undefined)[];
  stop(): Promise<void>;
}

const MESSAGE: Record<number, string> = {
  421: 'closing',
  450: 'mailbox busy',
  451: 'local error',
  550: 'no such mailbox',
  554: 'refused',
};
const refused = (code: number): Error => Object.assign(new Error(MESSAGE[code] ?? 'refused'), { responseCode: code });

export async function startMailServer(port = 0): Promise<MailServer> {
  const taken: TakenLetter[] = [];
  const faults: MailServer['faults'] = [];
  const server: SMTPServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    // Who sends keeps connections open.
    closeTimeout: 100,
    onRcptTo(_address, _session, callback) {
      const [fault] = faults;
      if (typeof fault !== 'object' || fault.at !== 'RCPT') return callback();
      faults.shift();
      return callback(refused(fault.code));
    },
    async onData(stream, session, callback) {
      const letter = await PostalMime.parse(await buffer(stream));
      const fault = faults.shift();
      const cut = (): void => {
        for (const connection of server.connections) if (connection.session === session) connection._socket.destroy();
      };
      if (fault === 'DROP') return cut();
      if (typeof fault === 'object') return callback(refused(fault.code));
      taken.push({
        to: letter.to?.map(({ address }) => address).join() ?? '',
        subject: letter.subject ?? '',
        text: letter.text ?? '',
        html: letter.html ?? '',
        id: letter.messageId ?? '',
        header: (name) => letter.headers.find(({ key }) => key === name)?.value,
      });
      if (fault === 'TAKE_AND_DROP') return cut();
      return callback();
    },
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    taken,
    faults,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
