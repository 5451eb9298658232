import {
  type KeptHead,
  type KeptManifestHash,
  type KeptPromises,
  type KeptReceipt,
  readHead,
  readManifestHash,
  readPromises,
  readReceipt,
} from '../../proof/kept.js';
import type { Receipt } from './receipt.js';

/*
 * What this browser saw of a raffle, with the times of its own clock. A later change of it is noticed here, also one that the holder of
 * the server makes. Each raffle has a bounded entry in localStorage, which may be forbidden, full, or written by others.
 */

type Seen<Value> = Value & { seenAt: string };
export type SeenReceipt = Receipt & { head: { seenAt: string } };

type StoredReceipt = Omit<KeptReceipt, 'path'> & { path: readonly string[] };

interface WebStorage {
  readonly length: number;
  key(place: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

export interface Kept {
  /** The last of before the first sale, and the first with a leaf in the book. */
  promises: Seen<KeptPromises>[];
  /** The first one, the last one, and some in between. */
  heads: Seen<KeptHead>[];
  receipts: StoredReceipt[];
  /** The first one. */
  manifest: Seen<KeptManifestHash> | null;
}

const MOST_RAFFLES = 50;
const MOST_HEADS = 32;
/** Each up to 2.5 kB. */
const MOST_RECEIPTS = 200;

const PREFIX = 'raffle-gateway.kept.';

/** What could not be stored, until the page is left. */
const unstored = new Map<string, Kept>();

export function readKept(raffleId: string): Kept {
  const inMemory = unstored.get(raffleId);
  if (inMemory) return inMemory;
  const stored = storedOf(PREFIX + raffleId);
  const all = <Value>(name: string, most: number, read: (value: unknown, place: string) => Value): Value[] => {
    const values: unknown = stored[name];
    return (Array.isArray(values) ? values : []).slice(0, most).flatMap((value: unknown) => whole(() => read(value, name)) ?? []);
  };
  return {
    promises: all('promises', 2, readPromises).filter(isSeen),
    heads: all('heads', MOST_HEADS, readHead).filter(isSeen),
    receipts: all('receipts', MOST_RECEIPTS, readReceipt).filter(({ head }) => isSeen(head)),
    manifest: all('manifest', 1, readManifestHash).find(isSeen) ?? null,
  };
}

/** As `verifyKept` takes them. */
export function keptValues(raffleId: string): unknown[] {
  const { promises, heads, receipts, manifest } = readKept(raffleId);
  return [...promises, ...(manifest ? [manifest] : []), ...heads, ...receipts];
}

/** For each receipt of one raffle when this browser first had a head that holds its block, in ISO 8601 UTC. */
export function seenSince(receipts: readonly SeenReceipt[]): string[] {
  const heads = receipts[0] ? readKept(receipts[0].raffleId).heads : [];
  return receipts.map(({ index, head }) => {
    const holding = heads.filter(({ size }) => size > index);
    return [head.seenAt, ...holding.map(({ seenAt }) => seenAt)].toSorted()[0]!;
  });
}

/** Those of after the first sale are kept: they never change. */
export function hasBoundPromises(raffleId: string): boolean {
  return readKept(raffleId).promises.some(({ leaves }) => leaves > 0);
}

/** Of before the first sale the last ones, since they may change until then. Later the first ones. */
export function keepPromises(promises: KeptPromises): void {
  const { raffleId } = promises;
  const kept = readKept(raffleId);
  if (hasBoundPromises(raffleId)) return;
  // Who denies the book today showed it before.
  const leaves = Math.max(promises.leaves, ...[...kept.heads, ...kept.receipts.map(({ head }) => head)].map(({ size }) => size));
  const before = leaves > 0 ? kept.promises : [];
  write(raffleId, { ...kept, promises: [...before, { ...promises, leaves, seenAt: now() }] });
}

export function keepHead(raffleId: string, head: KeptHead): void {
  const kept = readKept(raffleId);
  if (kept.heads.some(({ size, root }) => size === head.size && root === head.root)) return;
  write(raffleId, { ...kept, heads: thinned([...kept.heads, { ...head, seenAt: now() }]) });
}

/** All with the time at which this browser first had each. Of one raffle. */
export function keepReceipts(raffleId: string, receipts: readonly Receipt[]): SeenReceipt[] {
  const kept = readKept(raffleId);
  const at = now();
  const known = receipts.map((receipt) => kept.receipts.find((one) => isSame(one, receipt)));
  const stamped = receipts.map((receipt, place) => {
    const seenAt = known[place]?.head.seenAt ?? at;
    return { ...receipt, head: { ...receipt.head, seenAt } };
  });
  const added = stamped.filter((_, place) => !known[place]);
  if (added.length > 0) write(raffleId, { ...kept, receipts: [...kept.receipts, ...added].slice(0, MOST_RECEIPTS) });
  return stamped;
}

/** Returns the first one that this browser saw. */
export function keepManifestHash(raffleId: string, manifestHash: string): Seen<KeptManifestHash> {
  const kept = readKept(raffleId);
  const manifest = kept.manifest ?? { raffleId, manifestHash, seenAt: now() };
  if (!kept.manifest) write(raffleId, { ...kept, manifest });
  return manifest;
}

const now = (): string => new Date().toISOString();

/** Drops the one with the nearest neighbours: neither the first nor the last, nor one of two that deny each other. */
function thinned(heads: Seen<KeptHead>[]): Seen<KeptHead>[] {
  if (heads.length <= MOST_HEADS) return heads;
  const timeOf = (place: number): number => Date.parse(heads[place]!.seenAt);
  const inner = heads.map((_, place) => place).slice(1, -1);
  const alone = inner.filter((place) => heads.every(({ size }, other) => other === place || size !== heads[place]!.size));
  const gaps = (alone.length > 0 ? alone : inner).map((place) => ({ place, gap: timeOf(place + 1) - timeOf(place - 1) }));
  const nearest = gaps.reduce((one, other) => (other.gap < one.gap ? other : one));
  return heads.toSpliced(nearest.place, 1);
}

function isSame(one: StoredReceipt, other: Receipt): boolean {
  return (
    one.index === other.index && one.leaf === other.leaf && one.head.size === other.head.size && one.head.root === other.head.root
  );
}

function isSeen<Value extends { seenAt?: string }>(value: Value): value is Seen<Value> {
  return value.seenAt !== undefined && !Number.isNaN(Date.parse(value.seenAt));
}

function write(raffleId: string, kept: Kept): void {
  const { manifest, ...lists } = kept;
  const key = PREFIX + raffleId;
  try {
    if (store().getItem(key) === null) forgetOldest();
    store().setItem(key, JSON.stringify({ at: now(), ...lists, manifest: manifest ? [manifest] : [] }));
    unstored.delete(raffleId);
  } catch {
    unstored.set(raffleId, kept);
  }
}

/** Leaves room for one more. */
function forgetOldest(): void {
  const keys = Array.from({ length: store().length }, (_, place) => store().key(place)!);
  const kept = keys.filter((key) => key.startsWith(PREFIX)).map((key) => ({ key, at: String(storedOf(key)['at']) }));
  const oldest = kept.toSorted((one, other) => (one.at < other.at ? -1 : 1));
  for (const { key } of oldest.slice(0, Math.max(0, kept.length - MOST_RAFFLES + 1))) store().removeItem(key);
}

function storedOf(key: string): Record<string, unknown> {
  const stored = whole(() => JSON.parse(store().getItem(key) ?? '{}') as unknown);
  return typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
}

/** Typed here, since tests run without a browser's types. Reading it throws where cookies are blocked. */
function store(): WebStorage {
  return (globalThis as unknown as { localStorage: WebStorage }).localStorage;
}

/** Undefined for what is not ours, or where nothing may be read. */
function whole<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
