import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import net from 'node:net';
import { pidsOfMachine } from './machine-pids.js';
import type { Ports } from './ports.js';

/*
 * The network between the machines: each is reached by links, which can be cut. They are in a process of their own: the judge computes for
 * seconds, and the links must not stand still meanwhile.
 */

export interface LinksOptions {
  members: Ports['members'];
  /** Of each member, in their order. */
  folders: string[];
}

/** Nothing reaches `cut`, and it reaches nobody, as if packets were dropped; null mends it. */
export interface LinksAsk {
  cut: number | null;
}

interface Passage {
  /** The member that is reached, or whose link to etcd it is. */
  member: number;
  /** The port of the side that connects. */
  fromPort: number;
  incoming: net.Socket;
  outgoing: net.Socket | undefined;
}

const { members, folders } = JSON.parse(process.argv[2] ?? '') as LinksOptions;
const passages = new Set<Passage>();
let isolated: number | null = null;

/** Both directions stand still; what was sent before waits in the buffers of the kernel. */
const hold = ({ incoming, outgoing }: Passage): void => {
  for (const [one, other] of [
    [incoming, outgoing],
    [outgoing, incoming],
  ] as const) {
    if (one && other) one.unpipe(other);
    one?.pause();
  }
};
const pass = (passage: Passage, to: number): void => {
  passage.outgoing ??= connect(passage, to);
  passage.incoming.pipe(passage.outgoing);
  passage.outgoing.pipe(passage.incoming);
};
const connect = (passage: Passage, to: number): net.Socket => {
  const { incoming } = passage;
  const outgoing = net.connect({ host: '127.0.0.1', port: to, noDelay: true });
  outgoing.on('error', () => incoming.destroy());
  outgoing.on('close', () => incoming.destroy());
  incoming.on('close', () => outgoing.destroy());
  return outgoing;
};
const concerns = (passage: Passage): boolean => {
  if (isolated === null) return false;
  if (passage.member === isolated) return true;
  return portsOf(pidsOfMachine(folders[isolated] ?? '')).has(passage.fromPort);
};

const waiting = new Map<Passage, number>();
async function listen(member: number, port: number, to: number): Promise<void> {
  const server = net.createServer({ noDelay: true, pauseOnConnect: true }, (incoming) => {
    const passage: Passage = { member, fromPort: incoming.remotePort ?? 0, incoming, outgoing: undefined };
    passages.add(passage);
    incoming.on('error', () => undefined);
    incoming.on('close', () => {
      passages.delete(passage);
      waiting.delete(passage);
    });
    if (concerns(passage)) waiting.set(passage, to);
    else pass(passage, to);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}
for (const [member, { own, seen }] of members.entries()) {
  for (const what of ['postgres', 'rest', 'etcd'] as const) await listen(member, seen[what], own[what]);
}

let held: Passage[] = [];
process.on('message', ({ cut }: LinksAsk) => {
  isolated = cut;
  if (cut !== null) {
    held = [...passages].filter(concerns);
    held.forEach(hold);
    return;
  }
  for (const passage of held) if (passages.has(passage)) pass(passage, 0);
  for (const [passage, to] of waiting) pass(passage, to);
  held = [];
  waiting.clear();
});
// The command that started it has ended.
process.on('disconnect', () => process.exit());
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => undefined);
process.send?.('listening');

/** The local TCP ports of the sockets of processes. */
function portsOf(pids: number[]): Set<number> {
  const portByInode = new Map<string, number>();
  for (const line of readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1)) {
    const [, local = '', , , , , , , , inode = ''] = line.trim().split(/\s+/);
    portByInode.set(inode, Number.parseInt(local.split(':')[1] ?? '', 16));
  }
  const ports = new Set<number>();
  for (const pid of pids) {
    try {
      for (const fd of readdirSync(`/proc/${pid}/fd`)) {
        const inode = /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${pid}/fd/${fd}`))?.[1];
        const port = inode === undefined ? undefined : portByInode.get(inode);
        if (port) ports.add(port);
      }
    } catch {
      // It has ended.
    }
  }
  return ports;
}

function linkOf(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
}
