import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { startOtherProcess, waitingForLocks } from './support/other-process.js';
import { anOpenRaffle, salesDesk, seedProviders } from './support/sales.js';
import { restClient } from './support/rest-contract.js';
import { forTests, startTestServer } from './support/start.js';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { settlePayment } from '../src/payments/settle.js';
import { maskCpf, maskPhone } from '../src/platform/masking.js';
import { validCpf } from './support/cpf.js';
import { graphqlClient } from './support/graphql-client.js';
import { startLoggedServer } from './support/logged-server.js';
import { aPayment } from './support/transition-stage.js';
import { anEndpoint } from './support/webhook-inbox.js';
import { aWonPrize } from './support/won-prizes.js';
import { hashPassword } from '../src/platform/passwords.js';

const DELETE = 'mutation ($id: ID!) { deleteUser(id: $id) { id name phone cpf email birthDate deletedAt } }';
const DELETE_ME = 'mutation ($p: String!) { deleteMyAccount(currentPassword: $p) { id name phone cpf } }';
const PASSWORD = 'correct horse battery';

const server = forTests(startTestServer);
const owner = forTests(() => anAdmin(server));
beforeAll(() => seedProviders(server));

async function aBuyerWhoBought(name = 'Zuleica Quaresma', rules: { maxBuyerQuantity?: number } = {}) {
  const { prisma } = server.app.db;
  const buyer = await aCustomer(server, {
    name,
    email: `${name.slice(0, 3)}-${Date.now()}@example.com`,
    birthDate: new Date('1990-01-01'),
  });
  await prisma.user.update({ where: { id: buyer.id }, data: { passwordHash: await hashPassword(PASSWORD) } });
  const { tokenVersion } = await prisma.user.findUniqueOrThrow({ where: { id: buyer.id } });
  const token = server.app.tokens.issue('USER', buyer.id, tokenVersion).accessToken;
  const raffle = await anOpenRaffle(server, { title: 'Moto da Zu', ...rules });
  const desk = salesDesk(server.graphql);
  const payer = { buyerName: name, cpf: buyer.cpf, phone: buyer.phone.slice(1) };
  const tracking = { sck: `clique-de-${name.split(' ')[0]}` };
  const { order } = await desk.buyWithoutGateway(token, { raffleId: raffle.id, quotaQuantity: 3, ...payer, tracking });
  if (!order) throw new Error('nothing was sold');
  await desk.pay(owner.token, order.id);
  return { ...buyer, token, orderId: order.id, raffleId: raffle.id };
}

const over = (raffleId: string, status: 'CANCELLED' | 'FINISHED' | 'CLOSED' = 'FINISHED') =>
  server.app.db.prisma.raffle.update({
    where: { id: raffleId },
    data: { status, ...(status === 'FINISHED' && { frozenAt: new Date() }) },
  });

async function everything(): Promise<string> {
  const { rows: tables } = await server.app.db.pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`,
  );
  const texts = await Promise.all(
    tables.map(
      async ({ name }) =>
        (await server.app.db.pool.query(`SELECT coalesce(jsonb_agg(t), '[]')::text AS text FROM "${name}" t`)).rows[0]
          .text as string,
    ),
  );
  return texts.join('\n');
}

describe('an account', () => {
  it('is not deleted while there are quotas of a raffle that is not over', async () => {
    const buyer = await aBuyerWhoBought();
    const { errors } = await server.graphql(DELETE_ME, { p: PASSWORD }, buyer);
    expect(errors?.[0]).toMatchObject({ message: expect.stringContaining('"Moto da Zu"'), extensions: { code: 'CONFLICT' } });
    expect((await server.graphql('{ me { name } }', {}, buyer)).data.me.name).toBe('Zuleica Quaresma');
    await over(buyer.raffleId, 'CLOSED');
    expect((await server.graphql(DELETE_ME, { p: PASSWORD }, buyer)).errors).toHaveLength(1);
    await over(buyer.raffleId, 'CANCELLED');
    expect((await server.graphql(DELETE_ME, { p: PASSWORD }, buyer)).errors).toBeUndefined();
  });

  it('is not deleted to use up a limit again', async () => {
    const deletion = async (rules: { maxBuyerQuantity?: number }) => {
      const buyer = await aBuyerWhoBought('Zuleica Quaresma', rules);
      const refund = await server.graphql(
        'mutation ($id: ID!) { refundOrder(id: $id) { status } }',
        { id: buyer.orderId },
        owner,
      );
      expect(refund.data.refundOrder.status).toBe('REFUNDED');
      return (await server.graphql(DELETE_ME, { p: PASSWORD }, buyer)).errors?.[0];
    };
    expect(await deletion({ maxBuyerQuantity: 5 })).toMatchObject({
      message: expect.stringContaining('"Moto da Zu"'),
      extensions: { code: 'CONFLICT' },
    });
    expect(await deletion({})).toBeUndefined();
  });

  it('is deleted by its owner with the password, and nothing says any more who it was', async () => {
    const buyer = await aBuyerWhoBought('Quirina Vasconcelos');
    const traces = ['Quirina', 'Vasconcelos', buyer.cpf, buyer.phone.slice(1), 'Qui-'];
    await over(buyer.raffleId);
    const wrong = await server.graphql(DELETE_ME, { p: 'wrong' }, buyer);
    expect(wrong.errors?.[0]?.extensions).toMatchObject({ fields: { currentPassword: ['is wrong'] } });
    const before = await everything();
    expect(traces.filter((trace) => before.includes(trace))).toEqual(traces);
    const { data } = await server.graphql(DELETE_ME, { p: PASSWORD }, buyer);
    expect(data.deleteMyAccount).toEqual({ id: buyer.id, name: 'Anônimo', phone: null, cpf: null });
    const after = await everything();
    expect(traces.filter((trace) => after.includes(trace))).toEqual([]);
    const order = await server.app.db.prisma.order.findUniqueOrThrow({ where: { id: BigInt(buyer.orderId) } });
    expect(order).toMatchObject({
      status: 'PAID',
      totalValue: 300n,
      userId: buyer.id,
      buyerName: null,
      buyerCpf: null,
      buyerPhone: null,
      tracking: null,
    });
    const seen = await server.graphql(
      'query ($id: ID!) { order(id: $id) { user { name phone } totalValue } }',
      { id: buyer.orderId },
      owner,
    );
    expect(seen.data.order).toEqual({ user: { name: 'Anônimo', phone: null }, totalValue: '3.00' });
  });

  it('of a buyer is deleted by an owner alone, once, and its phone and CPF are free again', async () => {
    const buyer = await aCustomer(server, { email: 'nonada@example.com', birthDate: new Date('1987-03-29') });
    await server.app.db.prisma.user.update({
      where: { id: buyer.id },
      data: { blockedAt: new Date(), blockedReason: 'the same as Zuleica' },
    });
    for (const role of ['FINANCE', 'SUPPORT'] as const) {
      const { errors } = await server.graphql(DELETE, { id: buyer.id }, await anAdmin(server, role));
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' });
    }
    const { data } = await server.graphql(DELETE, { id: buyer.id }, owner);
    expect(data.deleteUser).toMatchObject({
      name: 'Anônimo',
      phone: null,
      cpf: null,
      email: null,
      birthDate: null,
      deletedAt: expect.any(String),
    });
    expect((await server.app.db.prisma.user.findUniqueOrThrow({ where: { id: buyer.id } })).blockedReason).toBeNull();
    expect((await server.graphql(DELETE, { id: buyer.id }, owner)).errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND' });
    const input = { name: 'Nova Dona', phone: buyer.phone, cpf: buyer.cpf, password: PASSWORD };
    const again = await server.graphql(
      'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { user { id } } }',
      { input },
    );
    expect(again.errors).toBeUndefined();
    const entries = await server.app.db.prisma.auditEntry.findMany({ where: { subjectId: buyer.id } });
    expect(entries).toMatchObject([{ action: 'deleteUser', actorId: owner.id, details: { role: 'USER' } }]);
  });

  it('gets no order that comes while it is deleted, and so keeps nothing of what that says', async () => {
    const buyer = await aBuyerWhoBought('Ursulina Prates');
    await over(buyer.raffleId);
    const other = await startOtherProcess(server.app.config.databaseUrl ?? '');
    await other.query('LOCK TABLE audit_log IN EXCLUSIVE MODE');
    const deleting = server.graphql(DELETE_ME, { p: PASSWORD }, buyer);
    await waitingForLocks(server.app.db.pool);
    const raffle = await anOpenRaffle(server);
    const payer = { buyerName: 'Ursulina Prates', cpf: buyer.cpf, phone: buyer.phone.slice(1) };
    const ordering = salesDesk(server.graphql).buyWithoutGateway(buyer.token, {
      raffleId: raffle.id,
      quotaQuantity: 3,
      ...payer,
    });
    await waitingForLocks(server.app.db.pool, 2);
    await other.query('COMMIT');
    expect((await deleting).errors).toBeUndefined();
    expect((await ordering).code).toBe('UNAUTHENTICATED');
    await other.end();
    const after = await everything();
    expect(['Ursulina', 'Prates', buyer.cpf, buyer.phone.slice(1)].filter((trace) => after.includes(trace))).toEqual([]);
    expect(await server.app.db.prisma.order.count({ where: { raffleId: raffle.id } })).toBe(0);
  });

  it('of an operator keeps the name that the audit log speaks of', async () => {
    const leaving = await anAdmin(server, 'FINANCE');
    const { data } = await server.graphql(DELETE, { id: leaving.id }, owner);
    expect(data.deleteUser).toMatchObject({ name: 'Operator', email: null, deletedAt: expect.any(String) });
  });
});

/** Where a deletion leaves something on purpose, by table and column. */
const KEPT: Record<string, string> = {
  'payments.payer_name': 'who paid, as the bank said: tax authorities may ask for five years (CTN, art. 195)',
  'payments.payer_cpf': 'the same',
};

/** Whatever operators can write about what a buyer paid and won; each has a word of its own. */
async function operatorsWrite(about: {
  userId: string;
  raffleId: string;
  paid: { id: string; qrCodeId: string };
  unpaid: { id: string };
}) {
  const { prisma } = server.app.db;
  const { userId, raffleId, paid, unpaid } = about;
  const write = async (mutation: string, variables: Record<string, string>) => {
    const types = Object.keys(variables).map((name) => `$${name}: ${name === 'words' ? 'String!' : 'ID!'}`);
    const { data, errors } = await server.graphql(`mutation (${types.join(', ')}) { ${mutation} }`, variables, owner);
    expect([mutation, errors]).toEqual([mutation, undefined]);
    return Object.values(data as Record<string, { id: string }>)[0]!.id;
  };
  await prisma.referrer.upsert({
    where: { userId },
    create: { userId, accrued: 100n, balance: 100n },
    update: { accrued: 100n, balance: 100n },
  });
  await write('payOutCommission(input: { userId: $id, amount: "1.00", reference: "1", note: $words }) { id: userId }', {
    id: userId,
    words: 'CANARY-payout',
  });

  await write('payOrder(id: $id, note: $words) { id }', { id: unpaid.id, words: 'CANARY-paid' });
  await write('refundOrder(id: $id, input: { amount: "0.40", reason: $words }) { id }', { id: unpaid.id, words: 'CANARY-part' });
  const refund = await prisma.refund.findFirstOrThrow({ where: { reason: 'CANARY-part' } });
  const evidence = 'CANARY-evidence';
  await prisma.refund.update({
    where: { id: refund.id },
    data: { status: 'FAILED', nextAttemptAt: null, settledAt: new Date() },
  });
  await write(`confirmRefund(id: $id, note: $words, evidence: "${evidence}") { id }`, {
    id: refund.id,
    words: 'CANARY-returned',
  });

  const twice = aPayment({ txid: paid.qrCodeId, amountCentavos: 100n });
  await settlePayment(server.app, 'static', twice, 'CALLBACK');
  const { latePayment, id: paymentId } = await prisma.payment.findUniqueOrThrow({
    where: { endToEndId: twice.endToEndId },
    include: { latePayment: true },
  });
  const dispute = await write('openDispute(paymentId: $id, reason: $words) { id }', { id: paymentId, words: 'CANARY-disputed' });
  await write('releaseDispute(id: $id, note: $words) { id }', { id: dispute, words: 'CANARY-released' });
  await write('resolveLatePayment(id: $id, note: $words) { id }', { id: latePayment?.id ?? '', words: 'CANARY-late' });

  const { id: prize } = await aWonPrize(server, raffleId, { orderId: BigInt(paid.id), userId });
  await write('deliverPrize(id: $id, input: { note: $words }) { id }', { id: prize, words: 'CANARY-receipt' });
  await write('reopenWonPrize(id: $id, reason: $words) { id }', { id: prize, words: 'CANARY-mistake' });
  await write('deliverPrize(id: $id, input: { note: $words }) { id }', { id: prize, words: 'CANARY-receipt' });
}

describe('what somebody wrote everywhere', () => {
  const words = [
    'Hermengarda',
    'Taunay',
    'CANARY-referral',
    'CANARY-utm',
    'CANARY-sck',
    'CANARY-key',
    'CANARY-blocked',
    'CANARY-payout',
    'CANARY-paid',
    'CANARY-part',
    'CANARY-whole',
    'CANARY-returned',
    'CANARY-evidence',
    'CANARY-late',
    'CANARY-disputed',
    'CANARY-released',
    'CANARY-mistake',
    'CANARY-receipt',
    'canary-mail',
  ];

  it('is nowhere after their deletion: in no row, event, audit entry, log line or file', async () => {
    const logging = await startLoggedServer(server);
    onTestFinished(() => logging.stop());
    const { prisma, pool } = server.app.db;
    const ask = graphqlClient(logging.url);
    await anEndpoint(server, 'http://127.0.0.1:9/operators');
    const cpf = validCpf(871_236_504);
    const input = {
      name: 'Hermengarda Taunay',
      phone: '21976540321',
      cpf,
      email: 'canary-mail@example.com',
      birthDate: '1957-03-19',
      password: PASSWORD,
    };
    const create = 'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { accessToken user { id } } }';
    const { accessToken: token, user } = (await ask(create, { input })).data.createCustomer;
    const update = 'mutation ($id: ID!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { id } }';
    const moved = { phone: '21976540322', name: 'Hermengarda M Taunay' };
    expect((await ask(update, { id: user.id, input: moved }, owner)).errors).toBeUndefined();
    const { tokenVersion } = await prisma.user.findUniqueOrThrow({ where: { id: user.id } });
    const buyer = { token: server.app.tokens.issue('USER', user.id, tokenVersion).accessToken };
    expect(token).toEqual(expect.any(String));

    const raffle = await anOpenRaffle(server);
    const order = `mutation ($input: CreateOrderWithoutPaymentGatewayInput!) {
      createOrderWithoutPaymentGateway(input: $input) { id qrCodeId } }`;
    const orders: { id: string; qrCodeId: string }[] = [];
    for (const n of [1, 2, 3]) {
      const { data } = await ask(
        order,
        {
          input: {
            raffleId: raffle.id,
            quotaQuantity: 1,
            paymentMethod: 'PIX',
            referral: 'CANARY-referral',
            buyerName: 'Hermengarda Taunay',
            cpf,
            phone: '21976540322',
            tracking: { sck: 'CANARY-sck', utmSource: 'CANARY-utm' },
          },
        },
        { ...buyer, headers: { 'idempotency-key': `CANARY-key-${n}` } },
      );
      orders.push(data.createOrderWithoutPaymentGateway);
    }
    const payer = { name: 'Hermengarda Taunay', cpf };
    const payment = aPayment({ txid: orders[0]?.qrCodeId, amountCentavos: 100n, payer });
    await settlePayment(server.app, 'static', payment, 'CALLBACK');
    await ask('mutation ($id: ID!) { cancelOrder(id: $id) { id } }', { id: orders[1]?.id }, buyer);
    const mine = await restClient(server)('GET /v1/users/profile/data', buyer);
    expect(JSON.stringify((mine.body as { orders: object[] }).orders)).toContain('"payerName":"Hermengarda T."');
    await operatorsWrite({ userId: user.id, raffleId: raffle.id, paid: orders[0]!, unpaid: orders[2]! });
    const whole = 'mutation ($id: ID!, $r: String) { refundOrder(id: $id, input: { reason: $r }) { status } }';
    const refunded = await ask(whole, { id: orders[2]?.id, r: 'CANARY-whole Hermengarda Taunay' }, buyer);
    expect(refunded.data.refundOrder.status).toBe('REFUNDED');
    // It ends the buyer's sessions.
    await ask(
      'mutation ($id: ID!, $r: String!) { blockUser(id: $id, reason: $r) { id } }',
      { id: user.id, r: 'CANARY-blocked' },
      owner,
    );
    await ask('mutation ($id: ID!) { unblockUser(id: $id) { id } }', { id: user.id }, owner);
    await over(raffle.id);

    const digits = [cpf, '21976540321', '21976540322', '1957-03-19'];
    const masked = [maskCpf(cpf), maskPhone('+5521976540321'), maskPhone('+5521976540322'), '-0321', '-0322'];
    const before = await everything();
    expect(words.filter((word) => !before.includes(word))).toEqual([]);
    expect(before).toContain('CANARY-utm');
    expect((await ask(DELETE, { id: user.id }, owner)).errors).toBeUndefined();

    const left: string[] = [];
    const { rows: columns } = await pool.query<{ table: string; column: string }>(
      `SELECT c.table_name AS table, c.column_name AS column FROM information_schema.columns c
       JOIN information_schema.tables t USING (table_schema, table_name)
       WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE'`,
    );
    for (const { table, column } of columns) {
      const { rows } = await pool.query(`SELECT string_agg("${column}"::text, ' ') AS text FROM "${table}"`);
      const found = [...words, ...digits, ...masked].filter((canary) => String(rows[0].text).includes(canary));
      if (found.length > 0) left.push(`${table}.${column}`);
    }
    expect(left.toSorted()).toEqual(Object.keys(KEPT).toSorted());
    expect([...words, ...digits, ...masked.slice(0, 3)].filter((canary) => logging.logged().includes(canary))).toEqual([]);
    for (const file of await readdir(server.app.config.dataDir, { recursive: true, withFileTypes: true }).catch(() => [])) {
      if (!file.isFile()) continue;
      const text = await readFile(path.join(file.parentPath, file.name), 'latin1');
      expect([file.name, words.filter((word) => text.includes(word))]).toEqual([file.name, []]);
    }
  });
});

describe('the audit log', () => {
  it('lets go of what was written about a deleted buyer, of nothing else about that buyer, and of nothing about another', async () => {
    const { pool } = server.app.db;
    const [left, stays] = [await aBuyerWhoBought('Iracema Bulhões'), await aBuyerWhoBought('Jacinta Bulhões')];
    await over(left.raffleId);
    const forget = (orderId: string, details: string) =>
      pool.query(`UPDATE audit_log SET details = ${details} WHERE subject_type = 'order' AND subject_id = $1`, [orderId]);
    const entriesOf = (subjectId: string) =>
      server.app.db.prisma.auditEntry.findMany({ where: { subjectType: 'order', subjectId, action: 'payOrder' } });
    await expect(forget(left.orderId, 'forget_words(details)')).rejects.toThrow('append-only');
    expect((await server.graphql(DELETE_ME, { p: PASSWORD }, left)).errors).toBeUndefined();
    expect(await entriesOf(left.orderId)).toMatchObject([
      { actorId: owner.id, details: { note: null, statusBefore: 'PENDING' } },
    ]);
    for (const details of [`details || '{"note": "another"}'`, `details - 'statusBefore'`, `details || '{"statusBefore": null}'`])
      await expect(forget(left.orderId, details)).rejects.toThrow('append-only');
    await expect(forget(stays.orderId, 'forget_words(details)')).rejects.toThrow('append-only');
    expect(await entriesOf(stays.orderId)).toMatchObject([{ details: { note: expect.any(String), statusBefore: 'PENDING' } }]);
  });
});

describe('personal data', () => {
  it('hide the account that paid an order: it may be anyone who had the code', async () => {
    const buyer = await aBuyerWhoBought('Olinda Prado');
    const { txid } = await server.app.db.prisma.charge.findFirstOrThrow({ where: { orderId: BigInt(buyer.orderId) } });
    const payer = { name: 'Pompeu Saraiva', cpf: '52998224725' };
    await settlePayment(server.app, 'static', aPayment({ txid, amountCentavos: 300n, payer }), 'CALLBACK');
    const rest = restClient(server);
    for (const { body } of [
      await rest('GET /v1/users/profile/data', { token: buyer.token }),
      await rest('GET /v1/users/{id}/data', { token: owner.token, params: { id: buyer.id } }),
    ]) {
      const { payments } = (body as { orders: { payments: object[] }[] }).orders[0]!;
      expect(payments).toContainEqual(expect.objectContaining({ payerName: 'Pompeu S.', payerCpf: '***.982.247-**' }));
      expect(JSON.stringify(body)).not.toMatch(/Saraiva|52998224725/);
    }
  });

  it('are given to their owner, and to an owner of the site, with all that was ordered', async () => {
    const rest = restClient(server);
    const buyer = await aBuyerWhoBought();
    const { id: paymentId } = await server.app.db.prisma.payment.findFirstOrThrow({ where: { orderId: BigInt(buyer.orderId) } });
    const dispute = {
      id: randomUUID(),
      paymentId,
      amount: 300n,
      openedBy: 'OPERATOR',
      reason: 'a word among operators',
    } as const;
    await server.app.db.prisma.dispute.create({ data: dispute });
    const mine = await rest('GET /v1/users/profile/data', { token: buyer.token });
    expect(mine.status).toBe(200);
    expect(mine.body).toMatchObject({
      profile: { id: buyer.id, name: 'Zuleica Quaresma', cpf: buyer.cpf, phone: buyer.phone, birthDate: '1990-01-01' },
      orders: [
        {
          id: Number(buyer.orderId),
          createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          raffle: 'Moto da Zu',
          status: 'PAID',
          totalValue: '3.00',
          tracking: { sck: 'clique-de-Zuleica' },
          payments: [
            {
              amount: '3.00',
              refunds: [],
              disputes: [
                { amount: '3.00', status: 'OPEN', openedBy: 'OPERATOR', openedAt: expect.stringMatching(/Z$/), endedAt: null },
              ],
            },
          ],
        },
      ],
      commissions: [],
      sessions: [],
    });
    const params = { id: buyer.id };
    const theirs = await rest('GET /v1/users/{id}/data', { token: owner.token, params });
    expect(theirs.body).toEqual({ ...(mine.body as object), exportedAt: expect.any(String) });
    const entries = await server.app.db.prisma.auditEntry.findMany({
      where: { action: 'exportPersonalData', subjectId: buyer.id },
    });
    expect(entries).toMatchObject([{ actorId: owner.id, subjectId: buyer.id }]);
    for (const token of [buyer.token, (await anAdmin(server, 'SUPPORT')).token])
      expect((await rest('GET /v1/users/{id}/data', { token, params })).status).toBe(403);
    expect((await rest('GET /v1/users/profile/data', { token: owner.token })).status).toBe(403);
    expect((await rest('GET /v1/users/profile/data')).status).toBe(401);
    expect((await server.rest('POST', '/v1/users/profile/data', { token: buyer.token })).status).toBe(405);
  });

  it('of one who logged in often come page by page and whole', async () => {
    const buyer = await aCustomer(server);
    await server.app.db.pool.query(
      `INSERT INTO sessions (id, user_id, token_version, expires_at, refresh_expires_at, ended_at, ended_reason, network)
       SELECT gen_random_uuid(), $1, 0, now(), now(), now(), 'LOGGED_OUT', 'n' || n FROM generate_series(1, 501) n`,
      [buyer.id],
    );
    const { sessions } = (await server.rest('GET', '/v1/users/profile/data', { token: buyer.token })).body as {
      sessions: { network: string }[];
    };
    expect(new Set(sessions.map(({ network }) => network)).size).toBe(501);
    expect(sessions).toHaveLength(501);
  });

  it('of one who ordered much come page by page and whole', async () => {
    const buyer = await aCustomer(server);
    const raffle = await anOpenRaffle(server, { quotaQuantity: 10_000 });
    await server.app.db.pool.query(
      `INSERT INTO orders (raffle_id, user_id, status, quota_quantity, price_by_quota, total_value, payment_provider_name, created_at, expires_at)
       SELECT $1, $2, (CASE n % 2 WHEN 0 THEN 'EXPIRED' ELSE 'CANCELLED' END)::order_status, 1, 100, 100, 'static', now(), now()
       FROM generate_series(1, 777) n`,
      [raffle.id, buyer.id],
    );
    const { orders } = (await server.rest('GET', '/v1/users/profile/data', { token: buyer.token })).body as {
      orders: { id: number }[];
    };
    expect(new Set(orders.map(({ id }) => id)).size).toBe(777);
  });
});
