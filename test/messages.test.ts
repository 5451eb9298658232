import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Config } from '../src/config.js';
import { features } from '../src/features.js';
import { announceDraws, remindOfOrders } from '../src/messages/due-messages.js';
import { createSending, sendMessages, type Sending } from '../src/messages/send-messages.js';
import { afterQuietHours } from '../src/messages/quiet-hours.js';
import { hashPassword, verifyPassword } from '../src/platform/passwords.js';
import { applyRetention } from '../src/workers.js';
import { optOutToken } from '../src/messages/opt-out-links.js';
import { wonPrizeEvent } from '../src/prizes/won-prize-events.js';
import type { WonPrizeRow } from '../src/prizes/won-prize.sql.js';
import { tellOfEvents } from '../src/messages/write-messages.js';
import { aWonPrize } from './support/won-prizes.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { expectEventsAsDescribed } from './support/event-contract.js';
import { ageCaches } from './support/clock.js';
import { validCpf } from './support/cpf.js';
import { startMailServer, type MailServer } from './support/mail-server.js';
import { refundNow } from './support/refunds.js';
import { anOpenRaffle, salesDesk, seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';
import { anEndpoint } from './support/webhook-inbox.js';

/** The tests say when messages are sent. */
const withoutWorkers = features.map((feature) => (feature.name === 'messages' ? { ...feature, workers: [] } : feature));
const startStage = async (overrides: Partial<Config> = {}) => {
  const stage = await startTestServer(overrides, { features: withoutWorkers });
  await seedProviders(stage);
  return stage;
};
const server = forTests(startStage);
let mail: MailServer;
let sending: Sending;
let serial = 0;

beforeEach(async () => {
  mail = await startMailServer();
  server.app.mail.sendBy(mail.url, 'Rifas <rifas@example.com>');
  sending = createSending({ firstMs: 1, longestMs: 1 });
});
afterEach(async () => {
  await mail.stop();
  const { prisma } = server.app.db;
  await prisma.message.deleteMany();
  await prisma.messageOptOut.deleteMany();
  await prisma.messageText.deleteMany();
});

/** A buyer with an address of their own, and what somebody paid. */
async function aPaidOrder(overrides: { email?: string | null; name?: string; raffleId?: string } = {}) {
  const { email = `maria${(serial += 1)}@example.com`, name = 'Maria da Silva' } = overrides;
  const buyer = await aCustomer(server, { name, ...(email !== null && { email }) });
  const raffleId =
    overrides.raffleId ?? (await anOpenRaffle(server, { title: 'Moto zero', quotaPrice: 250n, quotaQuantity: 100 })).id;
  const desk = salesDesk(server.graphql);
  const { order } = await desk.buyWithoutGateway(buyer.token, { raffleId, quotaQuantity: 2 });
  const admin = await anAdmin(server);
  await desk.pay(admin.token, order!.id);
  return { buyer, email, raffleId, orderId: order!.id, admin };
}

async function buyAgain(buyer: { token: string }, raffleId: string): Promise<void> {
  const desk = salesDesk(server.graphql);
  const { order } = await desk.buyWithoutGateway(buyer.token, { raffleId, quotaQuantity: 1 });
  await desk.pay((await anAdmin(server)).token, order!.id);
}

/** As the worker does, until nothing is due. */
async function sendAll(times = 20): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) {
    await sendMessages(server.app, sending);
    // The pause after a server that was away.
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
const becomeDue = () =>
  server.app.db.prisma.message.updateMany({ where: { status: 'PENDING' }, data: { nextAttemptAt: new Date(0) } });
const statuses = async () =>
  (await server.app.db.prisma.message.findMany({ orderBy: { id: 'asc' } })).map(({ status, lastError }) => [status, lastError]);

describe('messages by e-mail', () => {
  it('tells a buyer of a payment, with the numbers, once', async () => {
    const { email, orderId } = await aPaidOrder();
    await sendAll();
    expect(mail.taken).toHaveLength(1);
    const [letter] = mail.taken;
    expect(letter).toMatchObject({ to: email, subject: 'Pagamento confirmado: Moto zero' });
    expect(letter!.text).toContain('Olá, Maria!');
    expect(letter!.text).toContain(`pedido ${orderId}: 2 cotas por R$\u00a05,00`);
    expect(letter!.text).toMatch(/Seus números: \d\d, \d\d\./);
    expect(letter!.text).toContain('/pedido/');
    expect(letter!.header('list-unsubscribe')).toMatch(/^<http.*\/mensagens\/[\w-]{64}>$/);
    expect(letter!.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(await statuses()).toEqual([['SENT', null]]);
  });

  it('tells of a free order without a payment', async () => {
    const buyer = await aCustomer(server, { name: 'Maria da Silva', email: `maria${(serial += 1)}@example.com` });
    const { id: raffleId } = await anOpenRaffle(server, { title: 'Cesta', quotaPrice: 0n, quotaQuantity: 100 });
    await salesDesk(server.graphql).buy(buyer.token, { raffleId, quotaQuantity: 1 });
    await sendAll();
    expect(mail.taken.map(({ subject }) => subject)).toEqual(['Você está participando: Cesta']);
    expect(mail.taken[0]!.text).toContain('1 cota em Cesta, de graça');
    expect(mail.taken[0]!.text).not.toMatch(/pagamento|R\$/);
  });

  it('writes nothing to who has no address', async () => {
    await aPaidOrder({ email: null });
    expect(await server.app.db.prisma.message.count()).toBe(0);
  });

  it('tells a buyer of money that went back, once, but not beside a whole order that went back', async () => {
    const REFUND = 'mutation ($id: ID!, $input: RefundOrderInput!) { refundOrder(id: $id, input: $input) { id } }';
    const CONFIRM = 'mutation ($id: ID!) { confirmRefund(id: $id, note: "by a transfer") { id } }';
    const { orderId, admin, email } = await aPaidOrder();
    const giveBack = async (amount: string | null) => {
      await server.graphql(REFUND, { id: orderId, input: { amount } }, { token: admin.token });
      await refundNow(server);
      const [refund] = await server.app.db.prisma.refund.findMany({ where: { status: 'BY_HAND' } });
      expect((await server.graphql(CONFIRM, { id: refund!.id }, { token: admin.token })).errors).toBeUndefined();
    };
    await giveBack('1.25');
    await sendAll();
    expect(mail.taken.filter(({ to }) => to === email).map(({ subject }) => subject)).toEqual([
      'Pagamento confirmado: Moto zero',
      'Devolvemos R$ 1,25: Moto zero',
    ]);
    await giveBack(null);
    const kinds = (await server.app.db.prisma.message.findMany({ orderBy: { id: 'asc' } })).map(({ kind }) => kind);
    expect(kinds).toEqual(['ORDER_PAID', 'MONEY_RETURNED', 'ORDER_REFUNDED']);
  });

  it('tells of a prize of the draw each, and of what an order won in boxes once, without what nobody has opened', async () => {
    const { email, raffleId, orderId, buyer } = await aPaidOrder();
    await sendAll();
    mail.taken.length = 0;
    const ids = { orderId: BigInt(orderId), userId: buyer.id };
    const won = async (more: object) => {
      const row = await aWonPrize(server, raffleId, { ...ids, ...more });
      if (row.shownAt === null) return;
      await server.app.db.transaction((tx) =>
        tellOfEvents(server.app, tx, [wonPrizeEvent('prize.won', { ...row, size: 100 } as unknown as WonPrizeRow)]),
      );
    };
    for (let unit = 0; unit < 5; unit += 1) await won({ unit, boxIndex: unit, title: `R$ ${unit}` });
    await won({ unit: 5, boxIndex: 5, title: 'a moto', shownAt: null });
    await sendAll();
    expect(mail.taken.map(({ to, subject }) => [to, subject])).toEqual([[email, 'Você ganhou: R$ 0, R$ 1, R$ 2 +2']]);
    expect(mail.taken[0]!.text).not.toContain('a moto');
    for (const unit of [1, 2])
      await won({ kind: 'DRAW', prizeId: null, value: null, boxIndex: null, unit, title: `Prêmio ${unit}` });
    await sendAll();
    expect(mail.taken.slice(1).map(({ subject }) => subject)).toEqual(['Você ganhou: Prêmio 1', 'Você ganhou: Prêmio 2']);
  });

  it('lets no name or title be markup or a header', async () => {
    await aPaidOrder({ name: '<b>Bob</b>\u00a0x' });
    await server.app.db.prisma.messageText.create({
      data: {
        kind: 'ORDER_PAID',
        language: 'pt-BR',
        subject: 'Oi {name}\r\nBcc: all@example.com',
        body: '<script>{name}</script>',
      },
    });
    await sendAll();
    const [letter] = mail.taken;
    expect(letter!.subject).toBe('Oi <b>Bob</b> Bcc: all@example.com');
    expect(letter!.header('bcc')).toBeUndefined();
    expect(letter!.html).not.toMatch(/<script|<b>/);
  });
});

describe('a mail server that fails', () => {
  it('is away for a day: everything comes afterwards, each once and in the order of each person', async () => {
    const { email, buyer, raffleId, orderId } = await aPaidOrder();
    await mail.stop();
    await buyAgain(buyer, raffleId);
    const other = await aPaidOrder({ raffleId });
    await sendAll(5);
    expect((await statuses()).map(([status]) => status)).toEqual(['PENDING', 'PENDING', 'PENDING']);
    expect(sending.isAway).toBe(true);
    const { _sum } = await server.app.db.prisma.message.aggregate({ _sum: { attempts: true } });
    expect(_sum.attempts).toBe(0);
    mail = await startMailServer(Number(new URL(mail.url).port));
    await sendAll();
    expect(mail.taken.filter(({ to }) => to === other.email)).toHaveLength(1);
    const own = mail.taken.filter(({ to }) => to === email);
    expect(own.map(({ text }) => text.includes(`pedido ${orderId}:`))).toEqual([true, false]);
    expect(sending.isAway).toBe(false);
  });

  it.each([
    [{ at: 'RCPT', code: 450 } as const, '450'],
    [{ at: 'DATA', code: 451 } as const, '451'],
  ])('answers %j: that letter waits, and those of its person behind it', async (fault, error) => {
    const { buyer, raffleId, email } = await aPaidOrder();
    await buyAgain(buyer, raffleId);
    mail.faults.push(fault);
    await sendAll();
    expect(await statuses()).toEqual([
      ['PENDING', error],
      ['PENDING', null],
    ]);
    const other = await aPaidOrder({ raffleId });
    await sendAll();
    expect(mail.taken.map(({ to }) => to)).toEqual([other.email]);
    await becomeDue();
    await sendAll();
    expect(mail.taken.map(({ to }) => to)).toEqual([other.email, email, email]);
    expect(new Set(mail.taken.map(({ id }) => id)).size).toBe(3);
  });

  it('refuses a letter for good: it is dead, and the next one comes', async () => {
    await aPaidOrder();
    await aPaidOrder();
    mail.faults.push({ at: 'RCPT', code: 550 });
    await sendAll();
    expect(new Set((await statuses()).map(([status, error]) => `${status} ${error}`))).toEqual(
      new Set(['DEAD 550', 'SENT null']),
    );
  });

  it('breaks the connection: the letter comes again, and one that had been taken has the same Message-ID', async () => {
    await aPaidOrder();
    mail.faults.push('DROP', 'TAKE_AND_DROP');
    // Each time it waits as after a refusal: a server that always breaks must not get it at every attempt.
    for (const taken of [0, 1, 2]) {
      await sendAll();
      expect(mail.taken).toHaveLength(taken);
      await becomeDue();
    }
    expect(mail.taken[0]!.id).toBe(mail.taken[1]!.id);
    expect(await statuses()).toEqual([['SENT', null]]);
    expect((await server.app.db.prisma.message.findFirstOrThrow()).attempts).toBe(3);
  });

  it.each(['RCPT', 'DATA'] as const)('closes at %s: nothing is lost, and it was no attempt', async (at) => {
    await aPaidOrder();
    mail.faults.push({ at, code: 421 });
    await sendMessages(server.app, sending);
    expect(sending.isAway).toBe(true);
    await sendAll();
    expect(mail.taken).toHaveLength(1);
    expect((await server.app.db.prisma.message.findFirstOrThrow()).attempts).toBe(1);
  });

  it('is turned off: what nobody sends any more ends, with its code', async () => {
    await aPaidOrder();
    const old = new Date(Date.now() - 3 * 86_400_000);
    await server.app.db.prisma.message.updateMany({ data: { endsAt: old } });
    await applyRetention(server.app);
    expect(await statuses()).toEqual([['DROPPED', 'TOO_LATE']]);
  });

  it('comes back too late for what is over by then', async () => {
    await aPaidOrder();
    await server.app.db.prisma.message.updateMany({ data: { endsAt: new Date(0) } });
    await sendAll();
    expect(mail.taken).toHaveLength(0);
    expect(await statuses()).toEqual([['DROPPED', 'TOO_LATE']]);
  });
});

const MINE = 'query { myMessageChoices { wanted language } }';

describe('choices', () => {
  const CHOOSE = 'mutation ($input: ChooseMessagesInput!) { chooseMyMessages(input: $input) { wanted language } }';

  it('sends nothing of a kind after it was chosen away, also what waited, to any account of the address', async () => {
    const { buyer, email } = await aPaidOrder();
    const wanted = ['PRIZE_WON'];
    const { data } = await server.graphql(CHOOSE, { input: { wanted, language: 'EN' } }, { token: buyer.token });
    expect(data?.chooseMyMessages).toEqual({ wanted, language: 'EN' });
    await aPaidOrder({ email: email!.toUpperCase() });
    await sendAll();
    expect(mail.taken).toHaveLength(0);
    expect((await server.graphql(MINE, {}, { token: buyer.token })).data?.myMessageChoices).toEqual({ wanted, language: 'EN' });
  });

  it('sends what was not chosen away, and not what was', async () => {
    const choose = (kind: string, { token }: { token: string }) =>
      server.graphql(CHOOSE, { input: { wanted: KINDS.filter((one) => one !== kind) } }, { token });
    const KINDS = (await server.graphql(MINE, {}, { token: (await aCustomer(server)).token })).data.myMessageChoices
      .wanted as string[];
    const [without, other] = [await aPaidOrder(), await aPaidOrder()];
    await choose('ORDER_PAID', without.buyer);
    await choose('PRIZE_WON', other.buyer);
    await sendAll();
    expect(mail.taken.map(({ to }) => to)).toEqual([other.email]);
  });

  it('takes the one POST of a mail program, and the form of the page', async () => {
    const { email, buyer } = await aPaidOrder();
    const address = `${server.url}/mensagens/${optOutToken(server.app, email!)}`;
    const form = (body: string, to = address) =>
      fetch(to, { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' }, redirect: 'manual' });
    expect((await form('List-Unsubscribe=One-Click')).status).toBe(200);
    await sendAll();
    expect(mail.taken).toHaveLength(0);
    const page = await (await fetch(address)).text();
    expect(page).toContain('name="kind"');
    expect(page).not.toContain('checked');
    expect(page).not.toContain(email);
    const saved = await form('kind=ORDER_PAID&kind=PRIZE_WON&kind=CODE');
    expect(saved.status).toBe(303);
    expect((await (await fetch(new URL(saved.headers.get('location')!, address))).text()).match(/checked/g)).toHaveLength(2);
    expect((await server.graphql(MINE, {}, { token: buyer.token })).data?.myMessageChoices.wanted.sort()).toEqual(
      // The phone still wants all: a kind that comes to one of them counts.
      ['DRAW_SOON', 'MONEY_RETURNED', 'ORDER_EXPIRING', 'ORDER_PAID', 'ORDER_REFUNDED', 'PRIZE_DELIVERED', 'PRIZE_WON'],
    );
    const strange = address.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
    expect((await form('List-Unsubscribe=One-Click', strange)).status).toBe(404);
    expect((await fetch(strange)).status).toBe(404);
  });

  it('writes in the language that the buyer chose', async () => {
    const { buyer } = await aPaidOrder();
    await server.app.db.prisma.user.update({ where: { id: buyer.id }, data: { language: 'en' } });
    await sendAll();
    expect(mail.taken[0]!.subject).toBe('Payment received: Moto zero');
  });

  it('sends nothing to a deleted account, and takes its waiting messages away', async () => {
    const { buyer } = await aPaidOrder();
    await server.app.db.prisma.user.update({
      where: { id: buyer.id },
      data: { deletedAt: new Date(), email: null, phone: null, cpf: null },
    });
    await sendAll();
    expect(mail.taken).toHaveLength(0);
    expect(await statuses()).toEqual([['DROPPED', null]]);
  });
});

describe('what no event says', () => {
  it('reminds of an order that is about to expire, once, and at most five times a day at one address', async () => {
    const email = `lembrete${(serial += 1)}@example.com`;
    const desk = salesDesk(server.graphql);
    const { id: raffleId } = await anOpenRaffle(server, { quotaPrice: 100n, quotaQuantity: 100, reservationTimeLimit: 30 });
    const buyers = async (count: number) => {
      for (let order = 0; order < count; order += 1) {
        const buyer = await aCustomer(server, { email });
        await desk.buyWithoutGateway(buyer.token, { raffleId, quotaQuantity: 1 });
      }
    };
    const remind = async () => {
      const soon = { createdAt: new Date(Date.now() - 1_600_000), expiresAt: new Date(Date.now() + 200_000) };
      await server.app.db.prisma.order.updateMany({ where: { raffleId }, data: soon });
      await remindOfOrders(server.app);
      await remindOfOrders(server.app);
    };
    await buyers(5);
    expect(await remindOfOrders(server.app)).toBe(false);
    expect(await server.app.db.prisma.message.count()).toBe(0);
    const atPayment = await desk.buyWithoutGateway((await aCustomer(server, { email })).token, { raffleId, quotaQuantity: 1 });
    await server.app.db.prisma.order.update({
      where: { id: BigInt(atPayment.order!.id) },
      data: { reservation: 'AT_PAYMENT', unproven: false },
    });
    await remind();
    expect(await server.app.db.prisma.message.count()).toBe(5);
    await sendAll();
    expect(mail.taken).toHaveLength(5);
    await buyers(2);
    await remind();
    await sendAll();
    expect([await server.app.db.prisma.message.count(), mail.taken.length]).toEqual([7, 5]);
    expect(mail.taken[0]!.subject).toMatch(/^Seu pedido vence às \d\d:\d\d/);
  });

  it('tells every buyer of a draw within a day, once, and again when its time changes', async () => {
    const { email, raffleId, buyer } = await aPaidOrder();
    await sendAll();
    mail.taken.length = 0;
    const drawAt = new Date(Date.now() + 3_600_000);
    await server.app.db.prisma.raffle.update({ where: { id: raffleId }, data: { drawAt } });
    expect(await announceDraws(server.app)).toBe(true);
    expect(await announceDraws(server.app)).toBe(false);
    await sendAll();
    expect(mail.taken.map(({ to, subject }) => [to, subject])).toEqual([[email, 'O sorteio está chegando: Moto zero']]);
    await server.app.db.prisma.raffle.update({ where: { id: raffleId }, data: { drawAt: new Date(drawAt.getTime() + 60_000) } });
    await announceDraws(server.app);
    await sendAll();
    expect(mail.taken).toHaveLength(2);
    await server.app.db.prisma.raffle.update({ where: { id: raffleId }, data: { drawAt: null } });
    void buyer;
  });

  it('sends a code and a payment before what a whole raffle is told', async () => {
    const { email, raffleId } = await aPaidOrder();
    for (let buyer = 0; buyer < 18; buyer += 1) await aPaidOrder({ raffleId });
    await sendAll();
    mail.taken.length = 0;
    await server.app.db.prisma.raffle.update({ where: { id: raffleId }, data: { drawAt: new Date(Date.now() + 3_600_000) } });
    await announceDraws(server.app);
    const later = await aPaidOrder();
    const { phone } = await aCustomer(server, { email: 'codigo@example.com' });
    await server.graphql('mutation ($phone: String!) { requestLoginCode(phone: $phone) { expiresAt } }', { phone });
    await sendMessages(server.app, sending);
    const first = mail.taken.map(({ to }) => to);
    expect(first).toHaveLength(16);
    expect(first).toEqual(expect.arrayContaining(['codigo@example.com', later.email]));
    await sendAll();
    expect(mail.taken.map(({ to }) => to)).toContain(email);
    expect(mail.taken).toHaveLength(21);
    await server.app.db.prisma.raffle.update({ where: { id: raffleId }, data: { drawAt: null } });
  });

  it('keeps quiet at night, by the clock of the business', () => {
    const zone = 'America/Sao_Paulo';
    const at = (text: string) =>
      afterQuietHours({ quietFrom: 22, quietTo: 8, byWhatsapp: false }, zone, new Date(text)).toISOString();
    expect(at('2027-03-01T23:30:00-03:00')).toBe('2027-03-02T11:00:00.000Z');
    expect(at('2027-03-02T07:59:59.500-03:00')).toBe('2027-03-02T11:00:00.000Z');
    expect(at('2027-03-02T08:00:00-03:00')).toBe('2027-03-02T11:00:00.000Z');
    expect(at('2027-03-02T21:59:59-03:00')).toBe('2027-03-03T00:59:59.000Z');
    const never = afterQuietHours({ quietFrom: 0, quietTo: 0, byWhatsapp: false }, zone, new Date(5));
    expect(never.getTime()).toBe(5);
  });
});

describe('the texts', () => {
  const SET = 'mutation ($input: MessageTextInput!) { updateMessageText(input: $input) { subject isOwn } }';
  const RESET = 'mutation { resetMessageText(input: { kind: ORDER_PAID, language: PT_BR }) { subject isOwn } }';
  const PREVIEW = 'mutation ($input: MessageTextInput!) { previewMessage(input: $input) { subject text html } }';

  it("are the operators' own, previewed, refused for places that a kind does not have, and reset", async () => {
    const { admin } = await aPaidOrder();
    const input = { kind: 'ORDER_PAID', language: 'PT_BR', subject: 'Pago, {name}', body: 'Deu certo.\n\n{numbers}' };
    const { data } = await server.graphql(PREVIEW, { input }, { token: admin.token });
    expect(data?.previewMessage).toMatchObject({ subject: 'Pago, Maria', text: expect.stringContaining('000123') });
    const strange = await server.graphql(SET, { input: { ...input, body: '{cpf}' } }, { token: admin.token });
    expect(strange.errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { body: [expect.stringContaining('cpf')] },
    });
    await server.graphql(SET, { input }, { token: admin.token });
    await sendAll();
    expect(mail.taken[0]!.subject).toBe('Pago, Maria');
    expect((await server.graphql(RESET, {}, { token: admin.token })).data?.resetMessageText).toMatchObject({ isOwn: false });
  });
});

describe('codes', () => {
  const ASK = 'mutation ($phone: String!) { requestLoginCode(phone: $phone) { expiresAt } }';
  const LOGIN = 'mutation ($input: UserLoginInput!) { userLogin(input: $input) { user { id } } }';

  it('are enough to sign up: an account without a password that anybody knows', async () => {
    const SIGN_UP = 'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { user { id } } }';
    const person = { name: 'Ana Souza', phone: '+5511987650002', cpf: validCpf(4711) };
    const without = await server.graphql(SIGN_UP, { input: person });
    expect(without.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: { password: [expect.any(String)] } });
    const { data } = await server.graphql(SIGN_UP, { input: { ...person, email: 'ana@example.com' } });
    await server.graphql(ASK, { phone: person.phone });
    await sendAll();
    const code = /\d{6}/.exec(mail.taken.at(-1)!.text)![0];
    const { data: entered } = await server.graphql(LOGIN, { input: { phone: person.phone, code } });
    expect(entered?.userLogin.user.id).toBe(data?.createCustomer.user.id);
    const row = await server.app.db.prisma.user.findUniqueOrThrow({ where: { id: entered.userLogin.user.id } });
    expect(row.passwordHash).not.toBeNull();
  });

  it('lead to one account of a person who signed up twice, with what both bought', async () => {
    const [phone, email] = ['+5511987650003', 'duas@example.com'];
    const { id: raffleId } = await anOpenRaffle(server, { quotaPrice: 100n, quotaQuantity: 100 });
    const accounts = [await aCustomer(server, { phone, email }), await aCustomer(server, { phone, email })];
    for (const buyer of accounts) await buyAgain(buyer, raffleId);
    await server.app.db.prisma.message.deleteMany();
    mail.taken.length = 0;
    const enter = async () => {
      await server.graphql(ASK, { phone });
      await sendAll();
      const code = /\d{6}/.exec(mail.taken.at(-1)!.text)![0];
      return (await server.graphql(LOGIN, { input: { phone, code } })).data?.userLogin.user.id as string;
    };
    const id = await enter();
    expect(mail.taken).toHaveLength(1);
    expect(await server.app.db.prisma.order.count({ where: { userId: id } })).toBe(2);
    await server.app.db.prisma.contactCode.deleteMany();
    await server.app.db.prisma.loginCode.deleteMany();
    ageCaches(61_000);
    expect(await enter()).toBe(id);
  });

  it('take an account from the stranger who signed up with phone and address of another', async () => {
    const PASSWORD = 'uma senha boa';
    const [phone, email] = ['+5511987650004', 'vitima@example.com'];
    const stranger = await aCustomer(server, { phone, email });
    const passwordHash = await hashPassword(PASSWORD);
    await server.app.db.prisma.user.update({ where: { id: stranger.id }, data: { passwordHash } });
    await server.graphql(ASK, { phone });
    await sendAll();
    const code = /\d{6}/.exec(mail.taken.at(-1)!.text)![0];
    const { id } = (await server.graphql(LOGIN, { input: { phone, code } })).data!.userLogin.user;
    const row = await server.app.db.prisma.user.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ email, cpf: null, birthDate: null, emailProvedAt: expect.any(Date), phoneProvedAt: null });
    expect(await verifyPassword(row.passwordHash, PASSWORD, [])).toBe(false);
    ageCaches(61_000);
    expect((await server.graphql(MINE, {}, { token: stranger.token })).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    expect(await server.app.db.prisma.auditEntry.count({ where: { action: 'proveEmail', subjectId: id } })).toBe(1);
  });

  it('and messages come in the language of the page', async () => {
    const SIGN_UP = 'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { user { id } } }';
    const inLanguage = (language: string) => ({ headers: { 'accept-language': language } });
    const signUp = async (n: number, language: string) => {
      const person = { name: 'Ana Souza', phone: `+551198765010${n}`, cpf: validCpf(4720 + n), email: `ana${n}@example.com` };
      const { data } = await server.graphql(SIGN_UP, { input: person }, inLanguage(language));
      const { language: kept } = await server.app.db.prisma.user.findUniqueOrThrow({
        where: { id: data.createCustomer.user.id },
      });
      return { phone: person.phone, kept };
    };
    const english = await signUp(1, 'en-GB,en;q=0.9');
    const program = await signUp(2, '*');
    expect([english.kept, (await signUp(3, 'pt-BR')).kept, program.kept]).toEqual(['en', 'pt-BR', null]);
    const subjectFor = async (phone: string, asked: object) => {
      await server.graphql(ASK, { phone }, asked);
      await sendAll();
      return mail.taken.at(-1)!.subject;
    };
    expect(await subjectFor(english.phone, {})).toMatch(/ is your code$/);
    expect(await subjectFor(program.phone, {})).toMatch(/ é o seu código$/);
    const later = await signUp(4, 'pt-BR');
    expect(await subjectFor(later.phone, inLanguage('en'))).toMatch(/ is your code$/);
  });

  it('log in to the account that has the address, and prove no phone', async () => {
    const phone = '+5511987650001';
    const owner = await aCustomer(server, { phone, email: 'dona@example.com' });
    const claimer = await aCustomer(server, { phone, email: 'outra@example.com' });
    await server.graphql(ASK, { phone });
    await sendAll();
    expect(mail.taken.map(({ to }) => to).sort()).toEqual(['dona@example.com', 'outra@example.com']);
    const codeOf = (to: string) => /\d{6}/.exec(mail.taken.find((letter) => letter.to === to)!.text)![0];
    const login = async (code: string) => (await server.graphql(LOGIN, { input: { phone, code } })).data?.userLogin?.user.id;
    expect(await login(codeOf('outra@example.com'))).toBe(claimer.id);
    expect(await login(codeOf('dona@example.com'))).toBe(owner.id);
    expect(await login(codeOf('dona@example.com'))).toBeUndefined();
    expect(await server.app.db.prisma.user.count({ where: { phone, phoneProvedAt: { not: null } } })).toBe(0);
    const kept = await server.app.db.prisma.message.findMany({ where: { kind: 'CODE' } });
    expect(kept.map(({ sealed }) => sealed)).toEqual([null, null]);
  });
});

describe('an address that strangers give to their accounts', () => {
  it('gets twenty codes a day, from however many accounts', async () => {
    const email = 'vitima@example.com';
    for (let account = 0; account < 22; account += 1) {
      const { phone } = await aCustomer(server, { email });
      await server.graphql('mutation ($phone: String!) { requestLoginCode(phone: $phone) { expiresAt } }', { phone });
      await sendAll(1);
    }
    expect(mail.taken).toHaveLength(20);
  });
});

describe('messages of the operators own sender', () => {
  it('go as one event, to a phone that was proved', async () => {
    const whatsapp = await startStage({ messages: { quietFrom: 0, quietTo: 0, byWhatsapp: true } });
    try {
      await anEndpoint(whatsapp, 'http://127.0.0.1:9/whatsapp', ['message.due']);
      const { id: raffleId } = await anOpenRaffle(whatsapp, { quotaPrice: 100n, quotaQuantity: 10 });
      const buyers = [await aCustomer(whatsapp, { phoneProvedAt: new Date() }), await aCustomer(whatsapp)];
      const admin = await anAdmin(whatsapp);
      const desk = salesDesk(whatsapp.graphql);
      for (const { token } of buyers) {
        const { order } = await desk.buyWithoutGateway(token, { raffleId, quotaQuantity: 1 });
        await desk.pay(admin.token, order!.id);
      }
      await sendMessages(whatsapp.app, createSending());
      const events = await whatsapp.app.db.prisma.webhookEvent.findMany({ where: { type: 'message.due' } });
      expect(events.map(({ body }) => JSON.parse(body).data)).toMatchObject([
        { phone: buyers[0]!.phone, template: 'order_paid' },
      ]);
      await expectEventsAsDescribed(whatsapp, ['message.due']);
    } finally {
      await whatsapp.stop();
    }
  });
});
