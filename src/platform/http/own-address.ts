import { isLoopback } from '../setting-texts.js';

/** Where callers reach the service: at PUBLIC_URL, or where this process listens. */
export interface OwnAddress {
  /** Empty before it listens. */
  origin(): string;
  /** This machine has several names. */
  isOwn(url: URL): boolean;
  listensAt(url: string): void;
}

export function createOwnAddress(publicUrl: string | undefined): OwnAddress {
  let own = publicUrl ?? '';
  return {
    origin: () => own,
    isOwn(url) {
      if (url.origin === own) return true;
      if (!URL.canParse(own)) return false;
      const { protocol, port } = new URL(own);
      return isLoopback(new URL(own)) && isLoopback(url) && url.protocol === protocol && url.port === port;
    },
    listensAt(url) {
      own = publicUrl ?? url;
    },
  };
}
