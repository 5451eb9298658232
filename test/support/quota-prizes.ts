import { v7 as uuidv7 } from 'uuid';
import type { Ask } from './graphql-client.js';
import type { TestServer } from './start.js';

export interface ShownQuotaPrize {
  id: string;
  prize: string;
  luckyNumber: string | null;
  standing: 'AVAILABLE' | 'LOCKED' | 'WON' | 'VOID';
  releaseAtPercentage: number;
  wonAt: string | null;
  winnerName: string | null;
  orderId: string | null;
  winnerId: string | null;
}

export interface Told<Value> {
  value: Value | undefined;
  code: string | undefined;
  message: string | undefined;
  fields: Record<string, string[]> | undefined;
}

const SHOWN = 'id prize luckyNumber standing releaseAtPercentage wonAt winnerName winnerId orderId';
const PAGE = `nodes { ${SHOWN} } totalCount pageInfo { hasNextPage endCursor }`;

export interface QuotaPrizePage {
  nodes: ShownQuotaPrize[];
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** The operations on quota prizes as one caller uses them. */
export function quotaPrizeDesk(ask: Ask, token?: string) {
  const call = async <Value>(query: string, variables: Record<string, unknown>): Promise<Told<Value>> => {
    const { data, errors } = await ask<Record<string, Value> | null>(query, variables, { token });
    const [error] = errors ?? [];
    const value = data ? Object.values(data)[0] : undefined;
    return { value: value ?? undefined, code: error?.extensions.code, message: error?.message, fields: error?.extensions.fields };
  };
  const one = (name: string, id: string) =>
    call<ShownQuotaPrize>(`mutation ($id: ID!) { ${name}(id: $id) { ${SHOWN} } }`, { id });
  return {
    async create(raffleId: string, prizes: object[]): Promise<Told<string[]>> {
      const query = `mutation ($raffleId: ID!, $input: CreateQuotaPrizesInput!) {
        createQuotaPrizes(raffleId: $raffleId, input: $input) { ids } }`;
      const { value, ...refusal } = await call<{ ids: string[] }>(query, { raffleId, input: { prizes } });
      return { ...refusal, value: value?.ids };
    },
    remove: (id: string) => one('deleteQuotaPrize', id),
    lock: (id: string) => one('lockQuotaPrize', id),
    unlock: (id: string) => one('unlockQuotaPrize', id),
    list: (raffleId: string, first = 100, after: string | null = null) =>
      call<QuotaPrizePage>(
        `query ($raffleId: ID!, $first: Int!, $after: String) { quotaPrizes(raffleId: $raffleId, first: $first, after: $after) { ${PAGE} } }`,
        { raffleId, first, after },
      ),
    winners: (raffleId: string | null, first = 100, after: string | null = null) =>
      call<QuotaPrizePage>(
        `query ($raffleId: ID, $first: Int!, $after: String) { quotaPrizeWinners(raffleId: $raffleId, first: $first, after: $after) { ${PAGE} } }`,
        { raffleId, first, after },
      ),
  };
}

/** Beside the rules: of a raffle that sells already, whose orders are all decided. */
export async function someQuotaPrizes(
  { app }: Pick<TestServer, 'app'>,
  raffleId: string,
  numbers: number[],
  { orderId, prize = 'R$ 50', drawn = false }: { orderId?: bigint; prize?: string; drawn?: boolean } = {},
): Promise<void> {
  const before = await app.db.prisma.quotaPrize.count({ where: { raffleId } });
  const client = await app.db.pool.connect();
  try {
    await client.query('BEGIN');
    // The database takes no prize of a raffle that was sold; these stand for those that were there before.
    await client.query(`SET LOCAL session_replication_role = 'replica'`);
    await client.query(
      `INSERT INTO quota_prizes (id, raffle_id, position, number, prize, drawn, won_order_id, won_at)
       SELECT n.id, $1, $2::int + n.place, n.number, $3, $4, $5::bigint, CASE WHEN $5::bigint IS NOT NULL THEN now() END
       FROM ROWS FROM (unnest($6::uuid[]), unnest($7::int[])) WITH ORDINALITY AS n(id, number, place)`,
      [raffleId, before, prize, drawn, orderId ?? null, numbers.map(() => uuidv7()), numbers],
    );
    await client.query(
      `UPDATE raffle_counters SET quota_prizes = quota_prizes + $2, quota_prize_changes = quota_prize_changes + 1, is_instant = true
       WHERE raffle_id = $1`,
      [raffleId, numbers.length],
    );
    await client.query(
      `INSERT INTO raffle_instants (raffle_id, decided_leaf, decided_to, quota_prizes_won, is_over)
       SELECT raffle_id, leaves, allocated, $2, true FROM raffle_counters WHERE raffle_id = $1
       ON CONFLICT (raffle_id) DO UPDATE SET decided_leaf = excluded.decided_leaf, decided_to = excluded.decided_to,
         quota_prizes_won = raffle_instants.quota_prizes_won + excluded.quota_prizes_won`,
      [raffleId, orderId === undefined ? 0 : numbers.length],
    );
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}
