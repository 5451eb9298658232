import 'reflect-metadata';
import { banner } from './development/banner.js';
import { ConfigError, readConfig } from './config.js';
import { databaseProblem } from './platform/database/await-database.js';
import { createLog, readableLines } from './platform/log.js';
import { StartProblem } from './platform/start-problem.js';
import { startService } from './start.js';

const STOP_TIMEOUT_MS = 25_000;

async function main(): Promise<void> {
  const config = readConfig();
  const log = createLog(config, config.logFormat === 'pretty' ? await readableLines() : undefined);
  const stopping = new AbortController();
  const starting = startService(config, log, stopping.signal);
  const isStopping = (): boolean => stopping.signal.aborted;

  const stop = (signal: NodeJS.Signals): void => {
    // A second Ctrl-C ends at once.
    if (isStopping() && signal === 'SIGINT') process.exit(1);
    if (isStopping()) return;
    stopping.abort();
    log.info({ event: 'service.stop.begun', signal }, 'the service stops');
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    const stopped = starting.then(
      (service) => service.stop(),
      () => undefined,
    );
    stopped.then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error, event: 'service.stop.failed' }, 'the service did not stop cleanly');
        process.exit(1);
      },
    );
  };
  if (config.startedByNpm) {
    // npm's shell ends at a SIGTERM without passing it on: the service would run on as an orphan.
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) stop('SIGTERM');
    }, 500).unref();
  }
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  try {
    console.log(banner(config, await starting));
  } catch (error) {
    if (!isStopping()) throw error;
  }
}

/** Problems that an operator can solve are words only, others keep the stack. */
function failureOf(error: unknown): unknown {
  if (error instanceof ConfigError) return error.message;
  const sentence = error instanceof StartProblem ? error.message : (databaseProblem(error) ?? hostProblem(error));
  return sentence === undefined ? error : new ConfigError([sentence]).message;
}

function hostProblem(error: unknown): string | undefined {
  const { code, syscall, address } = error as NodeJS.ErrnoException & { address?: string };
  if (code === 'EACCES' && syscall === 'listen') return 'This user may not listen on that port: set PORT to one from 1024 on.';
  if (code === 'EADDRNOTAVAIL' || (code === 'ENOTFOUND' && syscall === 'getaddrinfo'))
    return `HOST must be an address of this machine${address ? `, not ${address}` : ''}.`;
  return undefined;
}

main().catch((error: unknown) => {
  console.error(failureOf(error));
  process.exit(1);
});
