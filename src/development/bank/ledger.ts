import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Cob, Pix, Webhook } from './documents.js';

/** The bank's state. To change a value, save a changed copy. */
export interface Ledger {
  /** Call it once, and only while no other process writes to the file, which is rewritten. */
  load(): void;
  cob(txid: string): Cob | undefined;
  cobAt(location: string): Cob | undefined;
  /** Oldest first. */
  cobs(): Cob[];
  saveCob(cob: Cob): void;
  nextLocationId(): number;
  pix(endToEndId: string): Pix | undefined;
  pixOf(txid: string): Pix[];
  /** Oldest first. */
  allPix(): Pix[];
  /** Newest first. */
  lastPix(count: number): Pix[];
  savePix(pix: Pix): void;
  webhook(chave: string): Webhook | undefined;
  webhooks(): Webhook[];
  saveWebhook(webhook: Webhook): void;
  deleteWebhook(chave: string): void;
}

/** The most charges, and the most payments, that are kept; the oldest go first. */
export const REMEMBERED = 20_000;

/** An empty ledger. With `file` (JSON lines) changes are kept over restarts; `load` reads them. */
export function createLedger(file?: string): Ledger {
  const cobs = new Map<string, Cob>();
  const txidAt = new Map<string, string>();
  const payments = new Map<string, Pix>();
  const paymentsOf = new Map<string, Set<string>>();
  const webhooks = new Map<string, Webhook>();
  let lastLocationId = 0;

  const put: Record<JournalEntry['kind'], (id: string, value: unknown) => void> = {
    cob(id, value) {
      const cob = value as Cob;
      cobs.set(id, cob);
      txidAt.set(cob.location, id);
      lastLocationId = Math.max(lastLocationId, cob.loc.id);
      const oldest = cobs.size > REMEMBERED ? cobs.values().next().value : undefined;
      if (!oldest) return;
      cobs.delete(oldest.txid);
      txidAt.delete(oldest.location);
    },
    pix(id, value) {
      const pix = value as Pix;
      if (pix.txid) paymentsOf.set(pix.txid, (paymentsOf.get(pix.txid) ?? new Set()).add(id));
      payments.set(id, pix);
      const oldest = payments.size > REMEMBERED ? payments.values().next().value : undefined;
      if (!oldest) return;
      payments.delete(oldest.endToEndId);
      const others = paymentsOf.get(oldest.txid ?? '');
      others?.delete(oldest.endToEndId);
      if (others?.size === 0) paymentsOf.delete(oldest.txid ?? '');
    },
    webhook(id, value) {
      if (value === null) webhooks.delete(id);
      else webhooks.set(id, value as Webhook);
    },
  };

  const journal = openJournal(file, function* current(): Iterable<JournalEntry> {
    for (const [id, value] of cobs) yield { kind: 'cob', id, value };
    for (const [id, value] of payments) yield { kind: 'pix', id, value };
    for (const [id, value] of webhooks) yield { kind: 'webhook', id, value };
  });
  function save(kind: JournalEntry['kind'], id: string, value: unknown): void {
    put[kind](id, value);
    journal.append({ kind, id, value });
  }

  const present = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value]);
  return {
    load() {
      for (const { kind, id, value } of journal.read()) put[kind](id, value);
      journal.compact();
    },
    cob: (txid) => cobs.get(txid),
    cobAt: (location) => cobs.get(txidAt.get(location) ?? ''),
    cobs: () => [...cobs.values()],
    saveCob: (cob) => save('cob', cob.txid, cob),
    nextLocationId: () => lastLocationId + 1,
    pix: (endToEndId) => payments.get(endToEndId),
    pixOf: (txid) => [...(paymentsOf.get(txid) ?? [])].flatMap((id) => present(payments.get(id))),
    allPix: () => [...payments.values()],
    lastPix: (count) => [...payments.values()].slice(-count).reverse(),
    savePix: (pix) => save('pix', pix.endToEndId, pix),
    webhook: (chave) => webhooks.get(chave),
    webhooks: () => [...webhooks.values()],
    saveWebhook: (webhook) => save('webhook', webhook.chave, webhook),
    deleteWebhook: (chave) => save('webhook', chave, null),
  };
}

/** A changed value, whole. The last entry of a kind and id counts; `null` means deleted. */
export interface JournalEntry {
  kind: 'cob' | 'pix' | 'webhook';
  id: string;
  value: unknown;
}

export interface Journal {
  /** In order, without a line that a crash cut short. */
  read(): JournalEntry[];
  append(entry: JournalEntry): void;
  /** Rewrites the file with the entries that count. Call it after `read`, so that a broken last line is not continued. */
  compact(): void;
}

/** Above this the file is compacted. */
const MAX_LINES = 100_000;

/**
 * A file of JSON lines. It appends synchronously, so that every answer outlives SIGKILL. `current` gives the entries to keep when
 * it compacts. Without a file nothing is kept.
 */
function openJournal(file: string | undefined, current: () => Iterable<JournalEntry>): Journal {
  if (file === undefined) return { read: () => [], append: () => {}, compact: () => {} };
  let lines = 0;

  function compact(): void {
    const entries = [...current()];
    const temporary = `${file}.new`;
    writeFileSync(temporary, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), { mode: 0o600 });
    renameSync(temporary, file as string);
    lines = entries.length;
  }

  return {
    read() {
      mkdirSync(path.dirname(file), { recursive: true });
      return readLines(file).flatMap(parsed);
    },
    append(entry) {
      appendFileSync(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
      lines += 1;
      if (lines > MAX_LINES) compact();
    },
    compact,
  };
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function parsed(line: string): JournalEntry[] {
  try {
    return [JSON.parse(line) as JournalEntry];
  } catch {
    return [];
  }
}
