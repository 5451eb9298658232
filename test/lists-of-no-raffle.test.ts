import { isNonNullType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { aCustomer, anAdmin } from './support/actors.js';
import { everyFieldOf } from './support/every-field.js';
import { lists } from './support/every-list.js';
import { restClient } from './support/rest-contract.js';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(startTestServer);
let tokens: Record<'operator' | 'buyer', string>;
beforeAll(async () => {
  tokens = { operator: (await anAdmin(server)).token, buyer: (await aCustomer(server)).token };
});

const OF_A_RAFFLE = lists.filter(({ args }) => args.some(({ name }) => name === 'raffleId'));
const NO_RAFFLES = ['x', uuidv7()];
/** What some of them ask for as well. */
const ALSO: Record<string, string> = { first: '1', text: '"Nobody"' };

describe('a list of a raffle that is not there is not found', () => {
  it.each(OF_A_RAFFLE.map((list) => [list.name, list] as const))('%s', async (name, { args, type }) => {
    const token = name.startsWith('my') ? tokens.buyer : tokens.operator;
    const others = args.filter(
      (arg) => arg.name !== 'raffleId' && !(arg.name in ALSO) && isNonNullType(arg.type) && arg.defaultValue === undefined,
    );
    expect(others).toEqual([]);
    const also = args.flatMap((arg) => (arg.name in ALSO ? [`, ${arg.name}: ${ALSO[arg.name]}`] : [])).join('');
    for (const raffleId of NO_RAFFLES) {
      const query = `query ($raffleId: ID!) { ${name}(raffleId: $raffleId${also}) ${everyFieldOf(type)} }`;
      const { errors } = await server.graphql(query, { raffleId }, { token });
      expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    }
  });

  it('over REST as well', async () => {
    const ask = restClient(server);
    const paths = [
      'GET /v1/orders/raffle/{raffleId}',
      'GET /v1/lucky-numbers/raffle/{raffleId}',
      'GET /v1/awarded-boxes/raffle/{raffleId}',
      'GET /v1/raffles/{raffleId}/quota-prizes',
      'GET /v1/raffles/{raffleId}/prize-log',
    ];
    for (const path of paths)
      for (const raffleId of NO_RAFFLES) {
        const token = path.includes('lucky-numbers') ? tokens.buyer : tokens.operator;
        expect([path, (await ask(path, { token, params: { raffleId } })).status]).toEqual([path, 404]);
      }
    expect((await ask('GET /v1/orders', { token: tokens.operator, query: `raffleId=${NO_RAFFLES[1]}` })).status).toBe(404);
  });
});
