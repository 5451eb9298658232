import 'reflect-metadata';
import { banner } from './development/banner.js';
import { ConfigError, readConfig } from './config.js';
import { databaseProblem } from './platform/database/database-problem.js';
import { createLog } from './platform/log.js';
import { startService } from './start.js';

const STOP_TIMEOUT_MS = 25_000;

async function main(): Promise<void> {
  const config = readConfig();
  const log = createLog(config);
  const stopping = new AbortController();
  const starting = startService(config, log, stopping.signal);
  const isStopping = (): boolean => stopping.signal.aborted;

  const stop = (signal: NodeJS.Signals): void => {
    // A second Ctrl-C means now.
    if (isStopping() && signal === 'SIGINT') process.exit(1);
    if (isStopping()) return;
    stopping.abort();
    log.info({ event: 'service.stop.begun', signal }, 'the service stops');
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    // A start that is ended stops by itself what it had started.
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
    // npm's shell ends at a SIGTERM without passing it on: left alone, the service would run on as an orphan.
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

/** The likeliest first failure, in words. */
function portProblem(error: unknown): string | undefined {
  const { code, port } = error as { code?: string; port?: number };
  return code === 'EADDRINUSE' ? `Port ${port} is taken by another program: set PORT to a free one, or to 0 for any.` : undefined;
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : (portProblem(error) ?? databaseProblem(error) ?? error));
  process.exit(1);
});
