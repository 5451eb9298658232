import { createSocket } from 'node:dgram';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A name server played by the test. `asked` holds the questions in order, such as "A evil.example". */
export interface DnsServer {
  /** As `Resolver.setServers` takes it. */
  address: string;
  asked: string[];
  stop(): Promise<void>;
}

const TYPES: Record<number, string> = { 1: 'A', 28: 'AAAA' };
const HEADER_BYTES = 12;

/**
 * Starts a name server on 127.0.0.1 (UDP). `answer` gives the addresses of a name at the moment it is asked; none: there is
 * no such name.
 */
export async function startDnsServer(answer: (name: string) => string[]): Promise<DnsServer> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, sender) => {
    const { name, type, end } = question(query);
    asked.push(`${TYPES[type]} ${name}`);
    const all = answer(name);
    const records = all.filter((address) => (isIPv4(address) ? 1 : 28) === type).map((address) => record(type, address));
    const header = Buffer.from(query.subarray(0, HEADER_BYTES));
    // RFC 1035, 4.1.1: an authoritative answer to a recursive question; code 3 says that there is no such name.
    header.writeUInt16BE(all.length > 0 ? 0x8580 : 0x8583, 2);
    header.writeUInt16BE(records.length, 6);
    header.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...records]), sender.port, sender.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function question(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** Points back to the question's name (0xc00c), class IN, and may not be kept (a lifetime of 0 s). */
function record(type: number, address: string): Buffer {
  const data = Buffer.from(ipaddr.parse(address).toByteArray());
  return Buffer.concat([Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]), data]);
}
