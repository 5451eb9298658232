import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quotaPrizeDesk } from './support/quota-prizes.js';
import { startQuotaPrizeShop, type QuotaPrizeShop } from './support/quota-prize-shop.js';

let { server, operator, people, raffles, buyer, aRaffle, add, buy } = {} as QuotaPrizeShop;
beforeAll(async () => void ({ server, operator, people, raffles, buyer, aRaffle, add, buy } = await startQuotaPrizeShop()));
afterAll(() => server?.stop());

describe('a number that the service drew', () => {
  const seen = async (raffleId: string) => {
    const lists = [
      await operator.list(raffleId),
      await people.list(raffleId),
      await quotaPrizeDesk(server.graphql, buyer.token).list(raffleId),
    ];
    return lists.map(({ value }) => value?.nodes.map(({ luckyNumber }) => luckyNumber));
  };

  it('is told to nobody before it is won, or the raffle drawn', async () => {
    const raffleId = await aRaffle({ automaticQuotaPrizeDistribution: true, showQuotaPrizeNumbers: true, quotaQuantity: 20 });
    expect((await operator.create(raffleId, [{ luckyNumber: '1', prize: 'a' }])).fields).toEqual({
      'prizes.0.luckyNumber': ['must be left out: the service draws it'],
    });
    await add(raffleId, [{ prize: 'a' }, { prize: 'b' }]);
    await add(raffleId, [{ prize: 'c' }]);
    const numbers = await server.app.db.prisma.quotaPrize.findMany({ where: { raffleId } });
    expect(new Set(numbers.map(({ number }) => number)).size).toBe(3);
    const nobody = [null, null, null];
    expect(await seen(raffleId)).toEqual([nobody, nobody, nobody]);
    const [deleted] = numbers;
    expect((await operator.remove(deleted!.id)).value?.luckyNumber).toBe(null);
    const audit = await server.app.db.prisma.auditEntry.findMany({ where: { subjectId: raffleId }, orderBy: { id: 'asc' } });
    expect(
      audit
        .map(({ details }) =>
          Object.keys(details as object)
            .sort()
            .join(),
        )
        .slice(1),
    ).toEqual(['created,quotaPrizes', 'created,quotaPrizes', 'quotaPrizeId,quotaPrizes']);

    const left = numbers.slice(1).map(({ number }) => String(number).padStart(2, '0'));
    const order = await buy(raffleId, 10);
    const told = (await people.list(raffleId)).value!.nodes.map(({ luckyNumber }) => luckyNumber);
    expect(told).toEqual(left.map((number) => (order.numbers.includes(number) ? number : null)));
    await server.app.db.prisma.raffle.update({ where: { id: raffleId }, data: { status: 'DRAWN', frozenAt: new Date() } });
    expect((await people.list(raffleId)).value!.nodes.map(({ luckyNumber }) => luckyNumber)).toEqual(left);
  });

  it('changes nothing of what is told, whatever it is', async () => {
    const told = async () => {
      const raffleId = await aRaffle({ automaticQuotaPrizeDistribution: true });
      const ids = await add(raffleId, [{ prize: 'a' }, { prize: 'b', releaseAtPercentage: 95 }, { prize: 'c', isLocked: true }]);
      const answers = [
        await operator.list(raffleId),
        await people.list(raffleId),
        await operator.lock(ids[0]!),
        await operator.unlock(ids[2]!),
      ];
      return JSON.stringify(answers)
        .replaceAll(raffleId, 'raffle')
        .replaceAll(new RegExp(ids.join('|'), 'g'), 'id');
    };
    const first = await told();
    for (let n = 0; n < 5; n++)
      expect((await told()).replaceAll(/"endCursor":"[^"]*"/g, '')).toBe(first.replaceAll(/"endCursor":"[^"]*"/g, ''));
  });
});

it('a number that an operator chose is told to operators, and to all where the raffle says so', async () => {
  const raffleId = await aRaffle();
  await add(raffleId, [{ luckyNumber: '5', prize: 'a' }]);
  const told = async () => [
    (await operator.list(raffleId)).value!.nodes[0]!.luckyNumber,
    (await people.list(raffleId)).value!.nodes[0]!.luckyNumber,
  ];
  expect(await told()).toEqual(['05', null]);
  await raffles.update(raffleId, { showQuotaPrizeNumbers: true });
  expect(await told()).toEqual(['05', '05']);
});
