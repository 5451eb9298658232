import type { App } from '../context.js';
import type { RaffleStatus } from '../generated/prisma/client.js';
import { sha256 } from '../platform/crypto.js';
import type { Transaction } from '../platform/database/database.js';
import { forEachApart } from '../platform/each.js';
import { lockQuotas } from '../quotas/locked-quotas.js';
import { raiseVersion } from '../raffles/change-raffle.js';
import { insertRegulation, selectRegulationSource, selectStandingRaffles, type RegulationSource } from './regulation.sql.js';
import { regulationText } from './regulation-text.js';

/** Only operators see a DRAFT, and once a raffle is drawn or called off its regulation stays. */
const STANDING: readonly RaffleStatus[] = ['SOON', 'OPEN', 'SOLD_OUT', 'CLOSED'];

/**
 * In the transaction of a change, under the counter's lock: a text that differs from the last version is the next one. The change raises
 * the raffle's version, so that no order is decided by the regulation before.
 */
export async function keepRegulation({ config }: Pick<App, 'config'>, tx: Transaction, raffleId: string): Promise<boolean> {
  const [raffle] = await tx.query(selectRegulationSource, [raffleId]);
  if (!raffle || !STANDING.includes(raffle.status)) return false;
  const text = regulationText(raffle, config.businessTimeZone);
  const hash = sha256(text).toString('hex');
  if (hash === raffle.last?.hash) return false;
  await tx.query(insertRegulation, [raffleId, (raffle.last?.version ?? 0) + 1, text, hash]);
  return true;
}

/** What regulations say of the settings. */
const NAMED = ['companyName', 'cnpj', 'supportEmail', 'dpoName', 'dpoEmail'] as const satisfies (keyof RegulationSource)[];

/** Under the counters of all raffles on sale, so only when a setting changed that they name. */
export async function keepAllRegulations(app: App, tx: Transaction, changed: readonly string[]): Promise<void> {
  if (!NAMED.some((name) => changed.includes(name))) return;
  const raffleIds = (await tx.query(selectStandingRaffles)).map(({ id }) => id);
  if (raffleIds.length === 0) return;
  await lockQuotas(app, tx, raffleIds);
  for (const raffleId of raffleIds) {
    if (!(await keepRegulation(app, tx, raffleId))) continue;
    await raiseVersion(tx, raffleId);
    tx.afterCommit(() => app.rafflePages.drop(raffleId));
  }
}

/** Of raffles that an older version of the service published. Returns how many got one. */
export async function keepMissingRegulations(app: App): Promise<number> {
  const missing = (await app.db.query(selectStandingRaffles)).filter(({ hasRegulation }) => !hasRegulation);
  let kept = 0;
  await forEachApart(missing, async ({ id }) => {
    const isKept = await app.db.queuedBy(id).transaction(async (tx) => {
      await lockQuotas(app, tx, [id]);
      if (!(await keepRegulation(app, tx, id))) return false;
      await raiseVersion(tx, id);
      return true;
    });
    if (isKept) kept += 1;
  });
  return kept;
}
