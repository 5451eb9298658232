/*
 * The small process between the gateway and its PostgreSQL. A process killed with SIGKILL cannot clean up after itself,
 * but the kernel closes its end of the IPC channel: this one sees that and shuts the server down.
 *
 * The gateway hands this file to `node --input-type=module -` as text, from src as it is or from dist, so that no loader is
 * needed in the new process. It must therefore hold no type annotation: what is written here is what runs.
 *
 * Arguments: uid and gid to drop to ('-' for none), pg_ctl, the data folder, then the server's command line.
 */
import { spawn } from 'node:child_process';

const [uid, gid, pgCtl = '', dataFolder = '', command = '', ...args] = process.argv.slice(2);
const immediateShutdownAfterMs = 60_000;

// A service manager signals every process of the unit. When to stop is the gateway's to say: it drains its clients first.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('SIGHUP', () => {});

const server = spawn(command, args, {
  uid: uid === '-' ? undefined : Number(uid),
  gid: gid === '-' ? undefined : Number(gid),
  stdio: ['ignore', 'ignore', 'inherit'],
  windowsHide: true,
});

server.on('error', (error) => {
  console.error(`FATAL:  ${error.message}`);
  process.exit(1);
});
server.on('exit', (code) => process.exit(code ?? 1));

const stop = () => {
  // There are no signals on Windows: kill() would end the server without a checkpoint.
  if (process.platform === 'win32') spawn(pgCtl, ['stop', '--mode=fast', '--pgdata', dataFolder], { stdio: 'ignore' });
  else server.kill('SIGINT');
  setTimeout(() => server.kill('SIGQUIT'), immediateShutdownAfterMs);
};

process.on('disconnect', stop);
if (!process.connected) stop();
