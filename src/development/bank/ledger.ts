import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Cob, Pix, Webhook } from './documents.js';

export type Ledger = ReturnType<typeof createLedger>;

/** The most charges, and the most payments, that are kept; the oldest go first. */
export const REMEMBERED = 20_000;

/**
 * The bank's state, at first empty; to change a value, save a changed copy. With `file` (JSON lines) changes are kept over restarts.
 */
export function createLedger(file?: string) {
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

  return {
    /** Reads the file. Call it once, and only while no other process writes to the file, which is rewritten. */
    load() {
      for (const { kind, id, value } of journal.read()) put[kind](id, value);
      journal.compact();
    },
    cob: (txid: string) => cobs.get(txid),
    cobAt: (location: string) => cobs.get(txidAt.get(location) ?? ''),
    /** Oldest first. */
    cobs: () => [...cobs.values()],
    saveCob: (cob: Cob) => save('cob', cob.txid, cob),
    nextLocationId: () => lastLocationId + 1,
    pix: (endToEndId: string) => payments.get(endToEndId),
    pixOf: (txid: string) => [...(paymentsOf.get(txid) ?? [])].flatMap((id) => payments.get(id) ?? []),
    /** Oldest first. */
    allPix: () => [...payments.values()],
    /** Newest first. */
    lastPix: (count: number) => [...payments.values()].slice(-count).reverse(),
    savePix: (pix: Pix) => save('pix', pix.endToEndId, pix),
    webhook: (chave: string) => webhooks.get(chave),
    webhooks: () => [...webhooks.values()],
    saveWebhook: (webhook: Webhook) => save('webhook', webhook.chave, webhook),
    deleteWebhook: (chave: string) => save('webhook', chave, null),
  };
}

/** A changed value, whole. The last entry of a kind and id counts; `null` means deleted. */
interface JournalEntry {
  kind: 'cob' | 'pix' | 'webhook';
  id: string;
  value: unknown;
}

const MAX_LINES = 100_000;

/**
 * A file of JSON lines. It appends synchronously, so that every answer outlives SIGKILL. `current` gives the entries to keep when
 * it compacts, which is needed after `read` too: a last line that a crash cut short must not be continued.
 */
function openJournal(file: string | undefined, current: () => Iterable<JournalEntry>) {
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
    read(): JournalEntry[] {
      mkdirSync(path.dirname(file), { recursive: true });
      return readLines(file).flatMap(parsed);
    },
    append(entry: JournalEntry) {
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
