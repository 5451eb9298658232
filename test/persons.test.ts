import { describe, expect, it } from 'vitest';
import { aCustomer } from './support/actors.js';
import { refused, restClient } from './support/rest-contract.js';
import { anOpenRaffle, countsOf } from './support/sales.js';
import { shopForTests } from './support/shop.js';

const { server, admin, desk } = shopForTests();
const ask = restClient(server);

const CREATE = 'POST /v1/orders/without-payment-gateway';
const orderOf = ({ id }: { id: string }) => ({ raffleId: id, quotaQuantity: 1, paymentMethod: 'PIX' });
type Buyer = Awaited<ReturnType<typeof aCustomer>>;
const proved = { phoneProvedAt: new Date() };
const aLimited = () => anOpenRaffle(server, { maxBuyerQuantity: 2, maxReservationQuantity: 2 });
const buy = ({ token }: Pick<Buyer, 'token'>, raffleId: string, quotaQuantity = 2, more: object = {}) =>
  desk.buyWithoutGateway(token, { raffleId, quotaQuantity, ...more });
const bought = (buyer: Buyer, raffleId: string) => buy(buyer, raffleId).then(({ order }) => order !== undefined);
const setBlocked = async (name: 'blockUser' | 'unblockUser', { id }: Buyer): Promise<void> => {
  const reason = name === 'blockUser' ? ', reason: "fraud"' : '';
  const { errors } = await server.graphql(`mutation ($id: ID!) { ${name}(id: $id${reason}) { id } }`, { id }, admin);
  expect(errors).toBeUndefined();
};

describe('the limit of a buyer', () => {
  it.each([
    ['phone and CPF', ({ phone, cpf }: Buyer) => ({ phone, cpf })],
    ['phone', ({ phone }: Buyer) => ({ phone })],
    ['CPF', ({ cpf }: Buyer) => ({ cpf })],
  ])('holds for all accounts with one %s that nobody proved', async (_, shared) => {
    const raffle = await aLimited();
    const first = await aCustomer(server);
    const [second, third] = [await aCustomer(server, shared(first)), await aCustomer(server, shared(first))];
    expect(await bought(first, raffle.id)).toBe(true);
    const refusal = await buy(second, raffle.id, 1);
    expect(refusal).toMatchObject({ code: 'CONFLICT', order: undefined });
    expect(refusal.message).toContain('all accounts with your phone or CPF');
    expect(refusal.message).toContain('You cannot ask for more');
    expect(await ask(CREATE, { token: third.token, body: orderOf(raffle) })).toMatchObject(
      refused(400, expect.stringContaining('all accounts with your phone or CPF')),
    );
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 2 });
  });

  it('says how many are left, and speaks of other accounts only when they count', async () => {
    const raffle = await aLimited();
    const first = await aCustomer(server);
    const second = await aCustomer(server, { cpf: first.cpf });
    await buy(first, raffle.id, 1);
    expect((await buy(first, raffle.id)).message).not.toContain('accounts');
    expect((await buy(second, raffle.id)).message).toContain('at most 1');
    expect((await buy(second, raffle.id, 1)).order?.status).toBe('PENDING');
    expect((await buy(first, raffle.id, 1)).message).toContain('accounts');
  });

  it.each([['phone'], ['cpf']] as const)(
    'by %s is not used up by strangers once the phone is proved, and they get no more by it',
    async (key) => {
      const raffle = await aLimited();
      const stranger = await aCustomer(server);
      expect(await bought(stranger, raffle.id)).toBe(true);
      const owner = await aCustomer(server, { [key]: stranger[key], ...proved });
      expect(await bought(owner, raffle.id)).toBe(true);
      expect(await bought(owner, raffle.id)).toBe(false);
      const other = await aLimited();
      expect(await bought(owner, other.id)).toBe(true);
      expect(await bought(stranger, other.id)).toBe(false);
    },
  );

  it.each([['phone'], ['cpf']] as const)('holds among orders that come at the same moment, by %s', async (key) => {
    const raffle = await anOpenRaffle(server, { maxBuyerQuantity: 7, maxReservationQuantity: 2 });
    const first = await aCustomer(server);
    const more = await Promise.all(Array.from({ length: 11 }, () => aCustomer(server, { [key]: first[key] })));
    const outcomes = await Promise.all([first, ...more].map((buyer) => bought(buyer, raffle.id)));
    expect(outcomes.filter(Boolean)).toHaveLength(3);
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 6 });
  });

  it('lets none of more than a hundred accounts buy until the phone is proved', async () => {
    const raffle = await aLimited();
    const open = await anOpenRaffle(server);
    const last = await aCustomer(server);
    await Promise.all(Array.from({ length: 99 }, () => aCustomer(server, { cpf: last.cpf })));
    expect((await buy(last, raffle.id, 1)).order?.status).toBe('PENDING');
    await aCustomer(server, { cpf: last.cpf });
    expect((await buy(last, raffle.id, 1)).message).toContain('You cannot ask for more');
    expect(await bought(last, open.id)).toBe(true);
    await server.app.db.prisma.user.update({ where: { id: last.id }, data: proved });
    expect((await buy(last, raffle.id, 1)).order?.status).toBe('PENDING');
  });
});

describe('a block', () => {
  it.each([['phone'], ['cpf']] as const)('is on all accounts that only claim the %s', async (key) => {
    const raffle = await anOpenRaffle(server);
    const blocked = await aCustomer(server);
    await setBlocked('blockUser', blocked);
    const again = await aCustomer(server, { [key]: blocked[key] });
    const refusal = await buy(again, raffle.id);
    expect(refusal).toMatchObject({ code: 'FORBIDDEN', order: undefined });
    expect(refusal.message).toContain('is blocked');
    expect(await ask(CREATE, { token: again.token, body: orderOf(raffle) })).toMatchObject(
      refused(403, expect.stringContaining('is blocked')),
    );
    expect(await buy(admin, raffle.id, 1, { userId: again.id })).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { userId: ['is blocked'] },
    });
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 0 });
    await setBlocked('unblockUser', blocked);
    expect(await bought(again, raffle.id)).toBe(true);
  });

  it("of a stranger's account does not reach who proved the phone; that of a proved account reaches its CPF", async () => {
    const raffle = await anOpenRaffle(server);
    const stranger = await aCustomer(server);
    await setBlocked('blockUser', stranger);
    const owner = await aCustomer(server, { phone: stranger.phone, cpf: stranger.cpf, ...proved });
    expect(await bought(owner, raffle.id)).toBe(true);

    await setBlocked('blockUser', owner);
    const newPhone = await aCustomer(server, { cpf: owner.cpf, ...proved });
    expect(await buy(newPhone, raffle.id)).toMatchObject({ code: 'FORBIDDEN' });
    await setBlocked('unblockUser', owner);
    expect(await bought(newPhone, raffle.id)).toBe(true);
  });

  it('reaches nobody by a CPF that an owner took from the account: it was not theirs', async () => {
    const raffle = await anOpenRaffle(server);
    const blocked = await aCustomer(server, proved);
    await setBlocked('blockUser', blocked);
    const other = await aCustomer(server, { cpf: blocked.cpf, ...proved });
    expect(await buy(other, raffle.id)).toMatchObject({ code: 'FORBIDDEN' });
    const take = 'mutation ($id: ID!) { updateUser(id: $id, input: { cpf: null }) { cpf } }';
    expect((await server.graphql(take, { id: blocked.id }, admin)).data?.updateUser).toEqual({ cpf: null });
    expect(await bought(other, raffle.id)).toBe(true);
  });

  it('stops an order whose token has not ended yet', async () => {
    const raffle = await anOpenRaffle(server);
    const buyer = await aCustomer(server, proved);
    await server.app.db.prisma.user.update({ where: { id: buyer.id }, data: { cpf: null } });
    expect(await bought(buyer, raffle.id)).toBe(true);
    await server.app.db.pool.query('UPDATE users SET blocked_at = now() WHERE id = $1', [buyer.id]);
    expect(await bought(buyer, raffle.id)).toBe(false);
  });
});
