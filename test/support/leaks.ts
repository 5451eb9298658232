import { afterAll, expect } from 'vitest';
import { openDatabases } from './database.js';
import { eventually } from './eventually.js';

/*
 * Every test file, which shares its process with others, must leave nothing behind: no server, socket, child process or timer
 * that would hold the process, and no database.
 */

const GRACE_MS = 8_000;

const before = resources();

// Registered first, so it runs last.
afterAll(async () => {
  await eventually(() => leftBehind().length === 0, { timeoutMs: GRACE_MS }).catch(() => undefined);
  const found = { resources: leftBehind(), databases: [...openDatabases].map(({ url }) => new URL(url).pathname) };
  for (const database of openDatabases) await database.drop().catch(() => undefined);
  expect(found, 'what the test file left behind').toEqual({ resources: [], databases: [] });
});

/** How many of each kind hold this process. */
function resources(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

function leftBehind(): string[] {
  const now = [...resources()].filter(([kind, count]) => count > (before.get(kind) ?? 0));
  return now.map(([kind, count]) => `${count - (before.get(kind) ?? 0)} ${kind}`);
}
