import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { portsToTry } from '../../platform/http/listening.js';
import { platformTexts } from '../../platform/platform.texts.js';
import { addTexts } from '../../platform/texts.js';
import { bankUrl, startSandboxBank, type SandboxBank, type SandboxBankSettings } from './start-sandbox-bank.js';

/**
 * What the sandbox bank, as its own process, reports in JSON lines on stdout. Settings come as the first line of stdin, so that no
 * secret is in the process list. It exits when stdin ends, however the parent dies.
 */
export type SandboxReport =
  | { status: 'listening' | 'waiting'; url: string; mailUrl: string | undefined }
  | { status: 'refused'; reason: string }
  | { status: 'log'; line: string };

export type SandboxProcessSettings = Omit<SandboxBankSettings, 'log'> & { mayMove?: boolean };

addTexts(platformTexts);

const RETRY_MS = 500;
const ASK_MS = 2_000;
let bank: SandboxBank | undefined;

const report = (message: SandboxReport): void => {
  process.stdout.write(`${JSON.stringify(message)}\n`);
};

async function exit(code: number): Promise<never> {
  await bank?.stop();
  process.exit(code);
}

async function start({ mayMove = false, ...settings }: SandboxProcessSettings): Promise<void> {
  for (const port of portsToTry(settings.port, mayMove)) {
    if (await startOn({ ...settings, port })) return;
  }
  const { port } = settings;
  report({ status: 'refused', reason: `Port ${port} is taken by another program, or by the bank of another gateway` });
  return exit(1);
}

/**
 * A port held by this service's own bank is waited for: codes are paid there meanwhile. The bank of another service would report
 * payments to that service.
 */
async function startOn(settings: SandboxBankSettings): Promise<boolean> {
  let isShared = false;
  for (let tries = 0; ; tries += 1) {
    try {
      bank = await startSandboxBank({ ...settings, log: (line) => report({ status: 'log', line }) });
      report({ status: 'listening', url: bank.url, mailUrl: bank.mailUrl });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      const url = bankUrl(settings);
      const own = isShared ? undefined : await ownBankAt(url, settings.service);
      if (own) {
        isShared = true;
        report({ status: 'waiting', url, mailUrl: own.mailUrl ?? undefined });
      }
      // A process that does not answer may be about to end.
      if (!isShared && tries > 0) return false;
      await sleep(RETRY_MS);
    }
  }
}

/** Of the same service. */
async function ownBankAt(url: string, service: string | undefined): Promise<{ mailUrl: string | null } | undefined> {
  try {
    const answer = await fetch(`${url}/sandbox/service`, { signal: AbortSignal.timeout(ASK_MS) });
    const theirs = (await answer.json()) as { service?: unknown; mailUrl: string | null };
    return theirs.service === (service ?? null) ? theirs : undefined;
  } catch {
    return undefined;
  }
}

// Ctrl-C reaches the whole process group; the parent ends stdin when it is done.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => void exit(0));
process.stdout.on('error', () => void exit(0));

const input = createInterface({ input: process.stdin });
input.once('line', (line) => {
  start(JSON.parse(line) as SandboxProcessSettings).catch((error: unknown) => {
    process.stderr.write(`The sandbox bank cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
    void exit(1);
  });
});
input.once('close', () => void exit(0));
