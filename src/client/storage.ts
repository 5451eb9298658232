/** Keeps one text: where a page remembers who is logged in. */
export interface TokenStorage {
  get(): string | null;
  set(text: string): void;
  remove(): void;
}

/** Remembers until the page is left. */
export function memoryStorage(): TokenStorage {
  let kept: string | null = null;
  return {
    get: () => kept,
    set(text) {
      kept = text;
    },
    remove() {
      kept = null;
    },
  };
}

interface WebStorage {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

/**
 * Remembers over visits and for all tabs of an origin, as one entry of `localStorage`. Any script on the page can read it. Where the
 * browser allows no storage or it is full, remembers until the page is left.
 */
export function localStorageTokens(key = 'raffle-gateway.tokens'): TokenStorage {
  const memory = memoryStorage();
  const attempt = <Value>(act: (store: WebStorage) => Value): Value | undefined => {
    try {
      // Reading the name alone throws where cookies are blocked.
      return act((globalThis as unknown as { localStorage: WebStorage }).localStorage);
    } catch {
      return undefined;
    }
  };
  return {
    get: () => memory.get() ?? attempt((store) => store.getItem(key)) ?? null,
    set(text) {
      const isKept = attempt((store) => {
        store.setItem(key, text);
        return true;
      });
      if (isKept) memory.remove();
      else memory.set(text);
    },
    remove() {
      memory.remove();
      attempt((store) => store.removeItem(key));
    },
  };
}
