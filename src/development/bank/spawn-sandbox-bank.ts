import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { SANDBOX_CLIENT } from '../../payment-providers/adapters/adapter.js';
import { StartProblem } from '../../platform/start-problem.js';
import type { SandboxProcessSettings, SandboxReport } from './main.js';
import type { SandboxBank, SandboxBankSettings } from './start-sandbox-bank.js';

const STOP_MS = 5_000;

/**
 * Starts the sandbox bank in a process that ends with this one, however this one ends. Resolves once it listens, or once it waits
 * for a port held by the same service's bank. The default of `execArgv`, Node's flags, loads TypeScript.
 */
export async function spawnSandboxBank(
  settings: SandboxProcessSettings & { log?: (line: string) => void; onMailbox?: (url: string) => void },
  { execArgv = process.execArgv }: { execArgv?: string[] } = {},
): Promise<Pick<SandboxBank, 'url' | 'stop'>> {
  const { log = () => {}, onMailbox = () => {}, ...rest } = settings;
  const main = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? './main.ts' : './main.js', import.meta.url));
  const child = spawn(process.execPath, [...execArgv, main], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.on('error', () => {});
  child.stdin.write(`${JSON.stringify(rest)}\n`);
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));

  const url = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the sandbox bank ended with code ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message = JSON.parse(line) as SandboxReport;
      if (message.status === 'log') return log(message.line);
      if (message.status === 'refused')
        return reject(new StartProblem(`${message.reason}: set SANDBOX_PORT to a free one, or to 0 for any.`));
      // Once more when it no longer waits.
      if (message.mailUrl) onMailbox(message.mailUrl);
      if (message.status === 'waiting') log(`waiting until the same service's bank at ${message.url} ends`);
      resolve(message.url);
    });
  });

  return {
    url,
    async stop() {
      child.stdin.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await exited;
      clearTimeout(timer);
    },
  };
}

/** The key was made for this purpose and belongs to nobody. */
export const SANDBOX_ACCOUNT = {
  ...SANDBOX_CLIENT,
  pixKey: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
  merchantName: 'Rifa de Demonstracao',
  merchantCity: 'SAO PAULO',
} satisfies Partial<SandboxBankSettings>;
