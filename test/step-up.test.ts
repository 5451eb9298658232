import { describe, expect, it } from 'vitest';
import { schema } from '../src/schema.js';
import { asksForProof } from '../src/graphql/step-up.js';
import { fingerprintOf } from './support/database-fingerprint.js';
import { anAdmin } from './support/actors.js';
import { validCpf } from './support/cpf.js';
import { anEnrolledOperator, anOperator, codeOf, PASSWORD } from './support/second-factors.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';
import { rootFieldsOf } from './support/whole-call.js';

const server = forTests(() => startTestServer({ stepUpMinutes: 10 }));

const CONFIRM = 'mutation ($input: ConfirmIdentityInput!) { confirmIdentity(input: $input) { provedAt holdsUntil } }';
const CLIENT = 'mutation { createApiClient(input: { name: "Shop" }) { clientKey } }';
const codeIn = ({ errors }: { errors?: { extensions: { code: string } }[] | undefined }) => errors?.[0]?.extensions.code;
const age = (userId: string) =>
  server.app.db.prisma.session.updateMany({ where: { userId }, data: { provedAt: new Date(Date.now() - 11 * 60_000) } });

/** By what a thief with a session gains: money, a door, a secret or personal data. */
const ASKED = {
  money:
    'refundOrder refundLatePayment refundPixPayment retryRefund confirmRefund recordBankReturn resolveLatePayment resolveReturnedTwice payOutCommission payOrder releaseDispute',
  many: 'cancelOrders refundOrders blockUsers',
  prizes: 'denyPrize',
  prices: 'createPromotion updatePromotion',
  providers: 'upsertPaymentProvider rotateCallbackSecret createGatewayAccessToken registerGatewayWebhook deleteGatewayWebhook',
  keys: 'createApiClient updateApiClient unblockApiClient rotateApiClientSecrets createWebhookEndpoint updateWebhookEndpoint enableWebhookEndpoint rotateWebhookEndpointSecret',
  data: 'createExport createExportSchedule',
  accounts:
    'changePassword beginTotp confirmTotp removeTotp beginPasskey createPasskey renamePasskey removePasskey createRecoveryCodes resetSecondFactor demandSecondFactor',
};

describe('a proof of identity', () => {
  it('is asked for by these operations', () => {
    const asking = rootFieldsOf(schema).flatMap(({ field }) => (asksForProof(field) ? [field.name] : []));
    expect(asking.sort()).toEqual(Object.values(ASKED).join(' ').split(' ').sort());
  });

  it('is the login for ten minutes, then the password again, for this session alone', async () => {
    const { id, token } = await anOperator(server);
    const [mine, other] = [await token(), await token()];
    expect(codeIn(await server.graphql(CLIENT, {}, { token: mine }))).toBeUndefined();
    await age(id);
    const before = await fingerprintOf(server);
    const refused = await server.graphql(CLIENT, {}, { token: mine });
    expect(refused.errors?.[0]).toMatchObject({
      message: 'Confirm who you are first: call confirmIdentity with your password, or log in again.',
      extensions: { code: 'STEP_UP_REQUIRED' },
    });
    expect(await fingerprintOf(server)).toEqual(before);

    const wrong = await server.graphql(CONFIRM, { input: { currentPassword: 'not the password' } }, { token: mine });
    expect(wrong.errors?.[0]?.extensions).toMatchObject({ fields: { currentPassword: ['is wrong'] } });
    expect(codeIn(await server.graphql(CONFIRM, { input: {} }, { token: mine }))).toBe('BAD_USER_INPUT');
    expect(codeIn(await server.graphql(CLIENT, {}, { token: mine }))).toBe('STEP_UP_REQUIRED');

    const { data } = await server.graphql(CONFIRM, { input: { currentPassword: PASSWORD } }, { token: mine });
    const { provedAt, holdsUntil } = data.confirmIdentity;
    expect(Date.parse(holdsUntil) - Date.parse(provedAt)).toBe(600_000);
    expect(codeIn(await server.graphql(CLIENT, {}, { token: mine }))).toBeUndefined();
    expect(codeIn(await server.graphql(CLIENT, {}, { token: other }))).toBe('STEP_UP_REQUIRED');
  });

  it('of an account with a second factor is that factor: the password alone moves nothing', async () => {
    const { id, enrolledBy: token, secret } = await anEnrolledOperator(server);
    await age(id);
    const refused = await server.graphql(CLIENT, {}, { token });
    expect(refused.errors?.[0]?.message).toContain('with your second factor');
    const byPassword = await server.graphql(CONFIRM, { input: { currentPassword: PASSWORD } }, { token });
    expect(byPassword.errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { secondFactor: [expect.any(String)] },
    });
    expect(codeIn(await server.graphql(CLIENT, {}, { token }))).toBe('STEP_UP_REQUIRED');
    const code = codeOf(secret);
    expect(codeIn(await server.graphql(CONFIRM, { input: { secondFactor: { code } } }, { token }))).toBeUndefined();
    expect(codeIn(await server.graphql(CLIENT, {}, { token }))).toBeUndefined();
    expect(codeIn(await server.graphql(CONFIRM, { input: { secondFactor: { code } } }, { token }))).toBe('BAD_USER_INPUT');
    const { details } = await server.app.db.prisma.auditEntry.findFirstOrThrow({
      where: { action: 'confirmIdentity', subjectId: id },
    });
    expect(details).toEqual({ method: 'secondFactor' });
  });

  it('is not renewed by the refresh token, which a thief of the session has too', async () => {
    const { id, logIn } = await anOperator(server);
    const { refreshToken } = (await logIn()).data.adminLogin;
    await age(id);
    const refresh = 'mutation ($token: String!) { refreshSession(refreshToken: $token) { accessToken } }';
    const token = (await server.graphql(refresh, { token: refreshToken })).data.refreshSession.accessToken;
    expect(codeIn(await server.graphql(CLIENT, {}, { token }))).toBe('STEP_UP_REQUIRED');
  });

  it('is needed to let operators in, and not for buyers', async () => {
    const { id, token } = await anOperator(server);
    const mine = await token();
    const other = await anAdmin(server, 'SUPPORT');
    await age(id);
    const create = (input: object) =>
      server.graphql('mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }', { input }, { token: mine });
    const person = { name: 'Ana Lima', email: 'ana@example.com', password: 'girassol bigorna pantufa' };
    expect(codeIn(await create({ ...person, role: 'ADMIN', operatorRole: 'OWNER' }))).toBe('STEP_UP_REQUIRED');
    const buyer = { name: 'Ana Lima', role: 'USER', phone: '+5511912345678', cpf: validCpf(712_345_678) };
    const { data } = await create(buyer);
    const update = (of: string) =>
      server.graphql('mutation ($id: ID!) { updateUser(id: $id, input: { name: "Bia" }) { id } }', { id: of }, { token: mine });
    expect(codeIn(await update(other.id.toUpperCase()))).toBe('STEP_UP_REQUIRED');
    expect(codeIn(await update(data.createUser.id))).toBeUndefined();
    const move = 'mutation ($id: ID!) { updateUser(id: $id, input: { phone: "+5511987650000" }) { id } }';
    expect(codeIn(await server.graphql(move, { id: data.createUser.id }, { token: mine }))).toBe('STEP_UP_REQUIRED');
    const set = (name: string, of: string, more = '') =>
      server.graphql(`mutation ($id: ID!) { ${name}(id: $id${more}) { id } }`, { id: of }, { token: mine });
    // To shut a door needs none.
    expect(codeIn(await set('blockUser', other.id, ', reason: "left"'))).toBeUndefined();
    expect(codeIn(await set('unblockUser', other.id))).toBe('STEP_UP_REQUIRED');
  });

  it('is needed to call a raffle off, and to type the results of a draw', async () => {
    const { id, token } = await anOperator(server);
    const mine = await token();
    const raffle = await anOpenRaffle(server);
    await age(id);
    const update = (input: object) =>
      server.graphql(
        'mutation ($id: ID!, $input: UpdateRaffleInput!) { updateRaffle(id: $id, input: $input) { id } }',
        { id: raffle.id, input },
        { token: mine },
      );
    expect(codeIn(await update({ status: 'CANCELLED' }))).toBe('STEP_UP_REQUIRED');
    expect(codeIn(await update({ subtitle: 'Zero', affiliate: false }))).toBeUndefined();
    expect(codeIn(await update({ affiliate: true, commissionBasisPoints: 10_000 }))).toBe('STEP_UP_REQUIRED');
    expect(codeIn(await update({ quotaPrice: '0.01' }))).toBe('STEP_UP_REQUIRED');
    const draw = (input: object) =>
      server.graphql(
        'mutation ($raffleId: ID!, $input: DrawInput) { createWinner(raffleId: $raffleId, input: $input) { raffleId } }',
        { raffleId: raffle.id, input },
        { token: mine },
      );
    expect(codeIn(await draw({ results: ['12345', '23456', '34567', '45678', '56789'] }))).toBe('STEP_UP_REQUIRED');
    expect(codeIn(await draw({}))).toBe('CONFLICT');
  });

  it('is needed to take personal data away', async () => {
    const { id, token } = await anOperator(server);
    const mine = await token();
    await age(id);
    const answer = await server.rest('GET', `/v1/users/${id}/data`, { token: mine });
    expect(answer).toMatchObject({ status: 403, body: { code: 'STEP_UP_REQUIRED' } });
    for (const file of ['orders', 'won-prizes']) {
      const path = `/v1/raffles/019a0000-0000-7000-8000-000000000000/${file}.csv`;
      expect((await server.rest('GET', path, { token: mine })).body).toMatchObject({ code: 'STEP_UP_REQUIRED' });
    }
  });

  it('of a token without a session is nowhere kept', async () => {
    const { token } = await anAdmin(server);
    const answer = await server.graphql(CONFIRM, { input: { currentPassword: PASSWORD } }, { token });
    expect(codeIn(answer)).toBe('CONFLICT');
  });
});

describe('a service with STEP_UP_MINUTES=0', () => {
  const without = forTests(() => startTestServer({ stepUpMinutes: 0 }));

  it('asks nobody', async () => {
    const { id, token } = await anOperator(without);
    const mine = await token();
    await without.app.db.prisma.session.updateMany({ where: { userId: id }, data: { provedAt: new Date(0) } });
    expect(codeIn(await without.graphql(CLIENT, {}, { token: mine }))).toBeUndefined();
    const { data } = await without.graphql(CONFIRM, { input: { currentPassword: PASSWORD } }, { token: mine });
    expect(data.confirmIdentity.holdsUntil).toBeNull();
  });
});
