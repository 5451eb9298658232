import { addressProblem } from '../platform/address-problem.js';
import type { SocialNetwork } from './settings.type.js';

/** The networks that the site may be found on: whose addresses they have, and where a handle leads. */
const NETWORKS = {
  INSTAGRAM: { hosts: ['instagram.com'], addressOf: (handle: string) => `https://www.instagram.com/${handle}` },
  FACEBOOK: { hosts: ['facebook.com', 'fb.com', 'fb.me'], addressOf: (handle: string) => `https://www.facebook.com/${handle}` },
  TIKTOK: { hosts: ['tiktok.com'], addressOf: (handle: string) => `https://www.tiktok.com/@${handle}` },
  YOUTUBE: { hosts: ['youtube.com', 'youtu.be'], addressOf: (handle: string) => `https://www.youtube.com/@${handle}` },
  TELEGRAM: { hosts: ['t.me', 'telegram.me'], addressOf: (handle: string) => `https://t.me/${handle}` },
  X: { hosts: ['x.com', 'twitter.com'], addressOf: (handle: string) => `https://x.com/${handle}` },
} satisfies { [Name in SocialNetwork]: { hosts: string[]; addressOf(handle: string): string } };

/** Where the site is found on a network. */
export interface NetworkLink {
  network: SocialNetwork;
  /** https. */
  url: string;
}

const HANDLE = /^@?([\w.-]{1,60})$/;
const MAX_LENGTH = 300;

/** The https address behind `@handle`, `handle` or an https address of the network itself; undefined when it is none of them. */
export function networkUrl(network: SocialNetwork, text: string): string | undefined {
  const { hosts, addressOf } = NETWORKS[network];
  const [, handle] = HANDLE.exec(text.trim()) ?? [];
  // A handle may have dots, and so does an address whose scheme was left out.
  if (handle !== undefined && !hosts.some((host) => handle.toLowerCase().startsWith(host))) return addressOf(handle);
  const address = text.trim();
  if (text.length > MAX_LENGTH || addressProblem(address)) return undefined;
  const { protocol, hostname, port, href } = new URL(address);
  const isOfNetwork = hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
  return protocol === 'https:' && isOfNetwork && port === '' ? href : undefined;
}
