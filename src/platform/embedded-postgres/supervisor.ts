/**
 * Runs between the gateway and its PostgreSQL: when the gateway dies, even by SIGKILL, the IPC channel closes and this shuts the
 * server down. `node --input-type=module -` runs it as text, so it must have no type annotations. Arguments: uid and gid ('-' for
 * none), pg_ctl, the data folder, the server's command line.
 */
import { spawn } from 'node:child_process';

const [uid, gid, pgCtl = '', dataFolder = '', command = '', ...args] = process.argv.slice(2);
const immediateShutdownAfterMs = 60_000;

// A service manager signals every process, but the gateway decides when to stop.
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
  // Windows has no signals: kill() would end the server without a checkpoint.
  if (process.platform === 'win32') spawn(pgCtl, ['stop', '--mode=fast', '--pgdata', dataFolder], { stdio: 'ignore' });
  else server.kill('SIGINT');
  setTimeout(() => server.kill('SIGQUIT'), immediateShutdownAfterMs);
};

process.on('disconnect', stop);
if (!process.connected) stop();
