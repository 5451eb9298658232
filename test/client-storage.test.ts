import { afterEach, describe, expect, it, vi } from 'vitest';
import { localStorageTokens, memoryStorage } from '../src/client/index.js';

afterEach(() => {
  vi.unstubAllGlobals();
});

function aLocalStorage(isFull = false) {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem(key: string, text: string) {
      if (isFull) throw new Error('QuotaExceededError');
      items.set(key, text);
    },
    removeItem: (key: string) => void items.delete(key),
  };
}

describe('tokens', () => {
  it('in memory are those of one client', () => {
    const [one, other] = [memoryStorage(), memoryStorage()];
    one.set('a');
    expect([one.get(), other.get()]).toEqual(['a', null]);
    one.remove();
    expect(one.get()).toBeNull();
  });

  it('in localStorage are there for every tab, and gone for every tab', () => {
    const store = aLocalStorage();
    vi.stubGlobal('localStorage', store);
    const [one, other] = [localStorageTokens(), localStorageTokens()];
    one.set('a');
    expect([one.get(), other.get(), store.items.size]).toEqual(['a', 'a', 1]);
    other.remove();
    expect([one.get(), store.items.size]).toEqual([null, 0]);
  });

  it.each([
    ['is none', undefined],
    ['is full', aLocalStorage(true)],
  ])('stay in memory where the storage %s', (_, store) => {
    vi.stubGlobal('localStorage', store);
    const tokens = localStorageTokens();
    tokens.set('a');
    expect(tokens.get()).toBe('a');
    tokens.remove();
    expect(tokens.get()).toBeNull();
  });
});
