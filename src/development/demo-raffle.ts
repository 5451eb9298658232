import type { App } from '../context.js';
import { DomainError } from '../platform/domain-error.js';
import { createRaffle } from '../raffles/raffle.service.js';
import { selectDemoRaffle } from './demo-raffle.sql.js';
import { DEMO_SLUG } from './demo-slug.js';

/** One open raffle to try things on, made when the database has none at all. Answers its id. */
export async function ensureDemoRaffle(app: Pick<App, 'config' | 'db'>): Promise<string | undefined> {
  const look = async () => (await app.db.query(selectDemoRaffle, [DEMO_SLUG]))[0];
  const known = await look();
  if (known?.isAny) return known.id ?? undefined;
  try {
    const raffle = await createRaffle(
      { ...app, principal: { role: 'PUBLIC' } },
      {
        title: 'Moto 0 km',
        slug: DEMO_SLUG,
        status: 'OPEN',
        description: 'The raffle that comes with the development setup.',
        quotaPrice: 50n,
        quotaQuantity: 1_000_000,
        minReservationQuantity: 1,
        maxReservationQuantity: 5_000,
        fastSelectionCards: [10, 50, 100, 500],
        popularSelectionCard: 100,
        prizes: [{ title: 'Moto 0 km', description: 'Or its price in cash.' }],
      },
    );
    return raffle.id;
  } catch (error) {
    // Another process was first.
    if (error instanceof DomainError) return (await look())?.id ?? undefined;
    throw error;
  }
}
