import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSandboxBank, type SandboxBank, type SandboxBankSettings } from './start-sandbox-bank.js';

/**
 * The sandbox bank as a process of its own. Its settings are the first line of stdin, as JSON: no secret in the process list.
 * It tells what it does as JSON lines on stdout (`SandboxReport`), and exits when stdin ends, which happens however the
 * parent dies.
 */
export type SandboxReport =
  { status: 'listening'; url: string } | { status: 'waiting'; reason: string } | { status: 'log'; line: string };

const RETRY_MS = 500;
let bank: SandboxBank | undefined;

const report = (message: SandboxReport): void => {
  process.stdout.write(`${JSON.stringify(message)}\n`);
};

async function exit(code: number): Promise<never> {
  await bank?.stop();
  process.exit(code);
}

/**
 * Waits for a port that is taken: by the bank of a process just killed, or of another instance of the service, whose place
 * this one takes later.
 */
async function start(settings: SandboxBankSettings): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      bank = await startSandboxBank({ ...settings, log: (line) => report({ status: 'log', line }) });
      return report({ status: 'listening', url: bank.url });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      if (tries === 0) report({ status: 'waiting', reason: `port ${settings.port} is in use` });
      await sleep(RETRY_MS);
    }
  }
}

// Ctrl-C reaches the whole group; the parent decides, and ends stdin when it is done.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => void exit(0));
// A parent that is gone closes the other end of stdout too.
process.stdout.on('error', () => void exit(0));

const input = createInterface({ input: process.stdin });
input.once('line', (line) => {
  start(JSON.parse(line) as SandboxBankSettings).catch((error: unknown) => {
    process.stderr.write(`The sandbox bank cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
    void exit(1);
  });
});
input.once('close', () => void exit(0));
