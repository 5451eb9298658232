import type { App } from '../context.js';
import { writeAudit, type AuditEntry } from '../platform/audit.js';
import { writeEvents } from '../webhooks/outbox.js';
import { wonPrizeEvent } from '../prizes/won-prize-events.js';
import { lapseWonPrizes } from './register.sql.js';

const AT_ONCE = 500;

/** Prizes that nobody claimed within their term. True when there may be more. */
export async function lapsePrizes(app: Pick<App, 'db' | 'deliveries'>): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    const lapsed = await tx.query(lapseWonPrizes, [AT_ONCE]);
    await writeEvents(
      app,
      tx,
      lapsed.map((prize) => wonPrizeEvent('prize.lapsed', prize)),
    );
    const entries = lapsed.map(({ id, title }): AuditEntry => {
      return { by: null, action: 'prizeLapsed', subjectType: 'wonPrize', subjectId: id, details: { title } };
    });
    await writeAudit(tx, ...entries);
    return lapsed.length === AT_ONCE;
  });
}
