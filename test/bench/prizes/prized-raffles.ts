import { v7 as uuidv7 } from 'uuid';
import pg from 'pg';
import { createTokens } from '../../../src/platform/tokens.js';
import type { Contender } from '../orders/contenders.js';
import type { Stage } from '../orders/stage.js';

const QUOTA_PRIZES = 10_000;
const A_CALL = 1_000;

/** Raffles to the same buyers, at the same price. */
export interface PrizedRaffles {
  plain: string;
  /** Boxes of both modes for each order, and as many quota prizes as a raffle may have. */
  prized: string;
  offered: string;
}

/** The boxes of an order, and what is in them: units of each prize, and the chances of those that are rolled. */
interface BoxesOfBench {
  boxes: number;
  units: number;
  percentages: readonly number[];
}

type Ask = (query: string, variables: Record<string, unknown>) => Promise<any>;

/** An operator who asks the gateway by GraphQL, and throws what it refuses. */
export async function operatorOf(gateway: Contender, stage: Stage): Promise<Ask> {
  const operator = uuidv7();
  const client = new pg.Client({ connectionString: stage.gatewayEnv.DATABASE_URL });
  await client.connect();
  await client.query(`INSERT INTO users (id, role, name, email) VALUES ($1, 'ADMIN', 'Bench', $2)`, [
    operator,
    `${operator}@bench.example`,
  ]);
  await client.end();
  const { accessToken } = createTokens(stage.gatewayEnv.JWT_SECRET ?? '').issue('ADMIN', operator);

  return async (query, variables) => {
    const response = await fetch(`http://${gateway.host}:${gateway.port}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as { data: any; errors?: unknown[] };
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
}

/** Boxes of both modes, so many for an order of two quotas or more, and as many quota prizes as a raffle may have. */
export async function addPrizes(ask: Ask, raffleId: string, { boxes, units, percentages }: BoxesOfBench): Promise<void> {
  await addCombo(ask, raffleId, 2, boxes);
  await addCombo(ask, raffleId, 100, 10 * boxes);
  for (const quantity of [10, units]) await addBox(ask, raffleId, { quantity, mode: 'ALEATORIO' });
  for (const percentage of percentages) await addBox(ask, raffleId, { quantity: units, mode: 'PORCENTAGEM', percentage });
  for (let made = 0; made < QUOTA_PRIZES; made += A_CALL)
    await ask(
      'mutation ($raffleId: ID!, $input: CreateQuotaPrizesInput!) { createQuotaPrizes(raffleId: $raffleId, input: $input) { __typename } }',
      { raffleId, input: { prizes: Array.from({ length: A_CALL }, () => ({ prize: 'R$ 100' })) } },
    );
}

const addBox = (ask: Ask, raffleId: string, input: object): Promise<unknown> =>
  ask('mutation ($input: CreateAwardedBoxInput!) { createAwardedBox(input: $input) { id } }', {
    input: { raffleId, title: 'R$ 50', prize: '50.00', ...input },
  });

const addCombo = (ask: Ask, raffleId: string, quantityTitles: number, quantityBoxes: number): Promise<unknown> =>
  ask('mutation ($input: CreateAwardedBoxComboInput!) { createAwardedBoxCombo(input: $input) { id } }', {
    input: { raffleId, quantityTitles, quantityBoxes },
  });

export async function makeRaffles(gateway: Contender, stage: Stage): Promise<PrizedRaffles> {
  const ask = await operatorOf(gateway, stage);
  const raffle = async (title: string, input: object): Promise<string> => {
    const sale = {
      title,
      quotaPrice: '1.99',
      quotaQuantity: 10_000_000,
      reservationTimeLimit: 60,
      status: 'DRAFT',
      certificateCode: 'SPA/ME 1',
    };
    const { createRaffle } = await ask('mutation ($input: CreateRaffleInput!) { createRaffle(input: $input) { id } }', {
      input: { ...sale, ...input },
    });
    return createRaffle.id;
  };
  const plain = await raffle('Plain', {});
  const prized = await raffle('Prized', { enableQuotaPrizes: true, automaticQuotaPrizeDistribution: true });
  await addPrizes(ask, prized, { boxes: 2, units: 100_000, percentages: [1, 5, 10] });
  const offered = await raffle('Offered', { enablePromotions: true, cumulative: true, acumulativeCombo: true });
  for (let n = 1; n <= 20; n++)
    await ask(
      'mutation ($raffleId: ID!, $input: PromotionInput!) { createPromotion(raffleId: $raffleId, input: $input) { id } }',
      {
        raffleId: offered,
        input: { kind: n % 2 === 0 ? 'EXACT' : 'FROM', quotaQuantity: 2 * n, price: n % 2 === 0 ? `${n}.00` : '1.90' },
      },
    );
  for (let n = 1; n <= 10; n++) await addCombo(ask, offered, 2 * n, n);
  await addBox(ask, offered, { quantity: 1_000, mode: 'PORCENTAGEM', percentage: 1 });
  for (const id of [plain, prized, offered])
    await ask('mutation ($id: ID!) { updateRaffle(id: $id, input: { status: OPEN }) { id } }', { id });
  return { plain, prized, offered };
}
