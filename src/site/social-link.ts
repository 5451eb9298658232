import { addressProblem } from '../platform/text-problem.js';
import type { SocialNetwork } from './settings.type.js';

const NETWORKS = {
  INSTAGRAM: { hosts: ['instagram.com'], addressOf: (handle: string) => `https://www.instagram.com/${handle}` },
  FACEBOOK: { hosts: ['facebook.com', 'fb.com', 'fb.me'], addressOf: (handle: string) => `https://www.facebook.com/${handle}` },
  TIKTOK: { hosts: ['tiktok.com'], addressOf: (handle: string) => `https://www.tiktok.com/@${handle}` },
  YOUTUBE: { hosts: ['youtube.com', 'youtu.be'], addressOf: (handle: string) => `https://www.youtube.com/@${handle}` },
  TELEGRAM: { hosts: ['t.me', 'telegram.me'], addressOf: (handle: string) => `https://t.me/${handle}` },
  X: { hosts: ['x.com', 'twitter.com'], addressOf: (handle: string) => `https://x.com/${handle}` },
} satisfies { [Name in SocialNetwork]: { hosts: string[]; addressOf(handle: string): string } };

export interface NetworkLink {
  network: SocialNetwork;
  url: string;
}

const HANDLE = /^@?([\w.-]{1,60})$/;
const MAX_LENGTH = 300;

/** Of `@handle`, `handle` or an address of the network; undefined for anything else. */
export function networkUrl(network: SocialNetwork, text: string): string | undefined {
  const { hosts, addressOf } = NETWORKS[network];
  const [, handle] = HANDLE.exec(text.trim()) ?? [];
  // An address without a scheme looks like a handle with dots.
  if (handle !== undefined && !hosts.some((host) => handle.toLowerCase().startsWith(host))) return addressOf(handle);
  const address = text.trim();
  if (text.length > MAX_LENGTH || addressProblem(address)) return undefined;
  const { protocol, hostname, port, href } = new URL(address);
  const isOfNetwork = hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
  return protocol === 'https:' && isOfNetwork && port === '' ? href : undefined;
}
