import jwt from 'jsonwebtoken';
import type { Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { startBankedServer } from './support/banked-server.js';
import { listenToCodes } from './support/logged-codes.js';
import { inChromium } from './support/browser.js';
import { validCpf } from './support/cpf.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests } from './support/start.js';
import { decideAll } from './support/rounds.js';

const BUYER_KEY = 'raffle-gateway.buyer';
const PASSWORD = 'uma-senha-boa';

inChromium('a sale', (visitor) => {
  const shop = forTests(startBankedServer);

  let count = 0;
  async function aRaffle(fields: Parameters<typeof anOpenRaffle>[1] = {}) {
    const slug = `venda-${(count += 1)}`;
    const { id } = await anOpenRaffle(shop.server, {
      slug,
      title: 'Moto 0 km',
      fastSelectionCards: [5, 10],
      popularSelectionCard: 10,
      ...fields,
    });
    return { id, slug, url: `${shop.server.url}/r/${slug}` };
  }
  const phoneOf = (): string => `119${String(80_000_000 + (count += 1))}`;

  async function signUp(page: Page): Promise<string> {
    const phone = phoneOf();
    await page.getByLabel('Nome completo').fill('Maria Aparecida da Silva');
    await page.getByLabel('Telefone com DDD').fill(phone);
    await page.getByLabel('CPF').fill(validCpf(count));
    await page.getByLabel('Crie uma senha').fill(PASSWORD);
    await page.getByRole('button', { name: 'Continuar para o pagamento' }).click();
    return phone;
  }
  const codeOn = (page: Page): Promise<string> => page.getByLabel('Código PIX copia e cola').inputValue();
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
  const ordersOf = (raffleId: string) => shop.server.app.db.prisma.order.findMany({ where: { raffleId } });
  async function aBuyer(expiresInSeconds = 3_600) {
    const { server } = shop;
    const { data } = await server.graphql(
      'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { accessToken user { id } } }',
      { input: { name: 'João Batista', phone: phoneOf(), cpf: validCpf(count), password: PASSWORD } },
    );
    const { accessToken, user } = data.createCustomer as { accessToken: string; user: { id: string } };
    const claims = jwt.decode(accessToken) as { iat: number; exp: number };
    const exp = Math.floor(Date.now() / 1_000) + expiresInSeconds;
    const token = jwt.sign({ ...claims, exp }, server.app.config.jwtSecret);
    const kept = { accessToken: token, expiresAt: new Date(exp * 1_000).toISOString(), renewAt: Number.MAX_SAFE_INTEGER };
    return {
      id: user.id,
      token: accessToken,
      localStorage: { origin: new URL(server.url).origin, entries: { [BUYER_KEY]: JSON.stringify(kept) } },
    };
  }
  async function otherOrders(raffleId: string, quotaQuantity: number): Promise<string> {
    return orders(await aBuyer(), raffleId, quotaQuantity);
  }
  async function orders({ token }: { token: string }, raffleId: string, quotaQuantity: number): Promise<string> {
    const { data, errors } = await shop.server.graphql(
      'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { qrCodeContent } }',
      { input: { raffleId, quotaQuantity } },
      { token },
    );
    expect(errors).toBeUndefined();
    return data.createOrder.qrCodeContent as string;
  }

  it('goes from the cards to the numbers and the boxes, on one page that says what happens', async () => {
    const { id, url } = await aRaffle();
    const { boxes } = await withBoxes(id);
    const { page, everyLook } = await visitor();
    await page.goto(url);
    await everyLook('raffle');
    await page.getByRole('radio').first().check({ force: true });
    await page.getByRole('button', { name: 'Comprar por R$ 5,00' }).click();

    await page.getByRole('button', { name: 'Continuar para o pagamento' }).click();
    await expect.poll(() => page.getByText('Confira os onze números do CPF.').isVisible()).toBe(true);
    await everyLook('raffle-sign-up-problems');
    await signUp(page);
    await dialog(page, 'Pague por PIX').waitFor();
    await page.getByRole('img', { name: 'QR code do PIX' }).waitFor();
    await everyLook('raffle-pix');
    await page.getByRole('button', { name: 'Copiar código PIX' }).click();
    await page.getByText('Código copiado').waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(await codeOn(page));
    const bank = new URL(
      (await page.getByRole('link', { name: 'Pagar no banco de desenvolvimento' }).getAttribute('href')) ?? '',
    );
    expect([bank.origin, bank.searchParams.get('pixCopiaECola')]).toEqual([shop.bank.url, await codeOn(page)]);

    await shop.payAtBank(await codeOn(page));
    await dialog(page, 'Pagamento confirmado').waitFor();
    await page.getByText('Você participa com 5 números.').waitFor();
    const [order] = await ordersOf(id);
    const items = page.getByLabel('Números da sorte').getByRole('listitem');
    await items.nth(4).waitFor();
    const numbers = await items.allTextContents();
    expect(numbers).toHaveLength(5);
    expect(new Set(numbers).size).toBe(5);
    expect([order?.status, order?.quotaQuantity]).toEqual(['PAID', 5]);

    await page.getByText(/Suas caixas saem com o sorteio de testes das \d\d:\d\d:\d\d\./).waitFor();
    await everyLook('raffle-awaited');
    await decideAll(shop.server.app);
    await page.getByRole('button', { name: 'Abrir caixa 1', exact: true }).click();
    await page.getByText('R$ 5,00').last().waitFor();
    expect(boxes).toBe(2);
    await everyLook('raffle-paid');
    await page.getByRole('button', { name: 'Ver todos os meus números' }).click();
    await dialog(page, 'Meus números').getByText('Pago').waitFor();
    await page.getByText('Ver os números').click();
    await expect.poll(() => page.getByLabel('Números da sorte').getByRole('listitem').allTextContents()).toEqual(numbers);
    await everyLook('raffle-mine');
  });

  async function withBoxes(raffleId: string) {
    const ask = (query: string, input: object) => shop.server.graphql(query, { input }, { token: shop.admin.token });
    const combo = { raffleId, quantityTitles: 5, quantityBoxes: 2, visible: true };
    const box = { raffleId, title: 'Cinco reais', prize: '5.00', quantity: 100, mode: 'PORCENTAGEM', percentage: 100 };
    const made = [
      await ask('mutation ($input: CreateAwardedBoxComboInput!) { createAwardedBoxCombo(input: $input) { id } }', combo),
      await ask('mutation ($input: CreateAwardedBoxInput!) { createAwardedBox(input: $input) { id } }', box),
    ];
    expect(made.map(({ errors }) => errors)).toEqual([undefined, undefined]);
    return { boxes: combo.quantityBoxes };
  }

  it('is followed in My numbers without a reload', async () => {
    const { id, url } = await aRaffle();
    const buyer = await aBuyer();
    const code = await orders(buyer, id, 5);
    const { page } = await visitor(buyer);
    await page.goto(`${url}#mine`);
    const mine = dialog(page, 'Meus números');
    await mine.getByText('Aguardando PIX').waitFor();
    await shop.payAtBank(code);
    await mine.getByText('Pago', { exact: true }).waitFor();
    expect(await mine.getByRole('button', { name: 'Pagar agora' }).count()).toBe(0);
  });

  it('of one is seen by another who looks, without a reload', async () => {
    const { url } = await aRaffle({ quotaQuantity: 20 });
    const watcher = await visitor();
    await watcher.page.goto(url);
    await watcher.page.getByText('0% vendido').waitFor();
    const buyer = await visitor(await aBuyer());
    await buyer.page.goto(url);
    await buyer.page.getByRole('button', { name: 'Comprar por R$ 10,00' }).click();
    await watcher.page.getByText('10 de 20 livres').waitFor();
    await shop.payAtBank(await codeOn(buyer.page));
    await watcher.page.getByText('50% vendido').waitFor();
    await buyer.page.getByText('Você participa com 10 números.').waitFor();
  });

  it('is where it was after a reload, and closed by the way back', async () => {
    const { id, url } = await aRaffle();
    const { page } = await visitor(await aBuyer());
    await page.goto(url);
    await page.getByRole('button', { name: /^Comprar/ }).click();
    const code = await codeOn(page);
    await page.reload();
    await dialog(page, 'Pague por PIX').waitFor();
    expect(await codeOn(page)).toBe(code);
    await page.goBack();
    await expect.poll(() => dialog(page, 'Pague por PIX').count()).toBe(0);
    await page.getByRole('button', { name: 'Meus números' }).click();
    await page.getByRole('button', { name: 'Pagar agora' }).click();
    expect(await codeOn(page)).toBe(code);
    await page.getByRole('button', { name: 'Desistir deste pedido' }).click();
    await dialog(page, 'Pedido cancelado').waitFor();
    expect((await ordersOf(id)).map(({ status }) => status)).toEqual(['CANCELLED']);
  });

  it('is one order, though its answer was lost and its page reloaded in between', async () => {
    const { id, url } = await aRaffle();
    const { page, expects } = await visitor(await aBuyer());
    expects(/Failed to load resource/);
    await page.goto(url);
    let lost = 0;
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('createOrder')) return route.continue();
      await route.fetch();
      lost += 1;
      return route.abort('connectionreset');
    });
    await page.getByRole('button', { name: /^Comprar/ }).click();
    await page.getByText('Sem resposta do servidor').waitFor({ timeout: 20_000 });
    expect(lost).toBeGreaterThan(1);
    await page.unroute('**/graphql');
    await page.reload();
    await page.getByRole('button', { name: /^Comprar/ }).click();
    await dialog(page, 'Pague por PIX').waitFor();
    expect(await ordersOf(id)).toHaveLength(1);
    await page.getByRole('button', { name: 'Fechar' }).click();
    await page.getByRole('button', { name: /^Comprar/ }).click();
    await expect.poll(async () => (await ordersOf(id)).length).toBe(2);
  });

  it('that was paid after its answer was lost is not shown for the next one', async () => {
    const { id, url } = await aRaffle();
    const { page, expects } = await visitor(await aBuyer());
    expects(/Failed to load resource/);
    await page.goto(url);
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('createOrder')) return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    await page.getByRole('button', { name: /^Comprar/ }).click();
    await page.getByText('Sem resposta do servidor').waitFor({ timeout: 20_000 });
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Meus números' }).click();
    await page.getByRole('button', { name: 'Pagar agora' }).click();
    await shop.payAtBank(await codeOn(page));
    await dialog(page, 'Pagamento confirmado').waitFor();
    await page.getByRole('button', { name: 'Fechar' }).click();
    await page.getByRole('button', { name: /^Comprar/ }).click();
    await dialog(page, 'Pague por PIX').waitFor();
    expect((await ordersOf(id)).map(({ status }) => status).toSorted()).toEqual(['PAID', 'PENDING']);
  });

  it('waits for a line that is away, and goes on when it is back', async () => {
    const { url } = await aRaffle();
    const { page, context, expects } = await visitor(await aBuyer());
    expects(/ERR_INTERNET_DISCONNECTED/);
    await page.goto(url);
    await page.getByRole('button', { name: /^Comprar/ }).click();
    const code = await codeOn(page);
    await context.setOffline(true);
    await page.getByText('Sem internet.').waitFor();
    await shop.payAtBank(code);
    await context.setOffline(false);
    await dialog(page, 'Pagamento confirmado').waitFor({ timeout: 25_000 });
    expect(await page.getByText('Sem internet.').count()).toBe(0);
  });

  it('is seen to be paid where no WebSocket opens', async () => {
    const { url } = await aRaffle();
    const { page } = await visitor({ ...(await aBuyer()), expects: [/WebSocket/] });
    await page.routeWebSocket('**/graphql', (socket) => socket.close());
    await page.goto(url);
    await page.getByRole('button', { name: /^Comprar/ }).click();
    await shop.payAtBank(await codeOn(page));
    await dialog(page, 'Pagamento confirmado').waitFor({ timeout: 25_000 });
  });

  it('goes on after a token that expired in the middle: the choice is kept, and nobody is asked twice', async () => {
    const { id, url } = await aRaffle();
    const buyer = await aBuyer(4);
    const { page, expects } = await visitor(buyer);
    expects(/401/);
    await page.goto(url);
    await page.getByRole('radio').first().check({ force: true });
    await page.getByRole('button', { name: 'Meus números' }).click();
    await page.getByText('João Batista').waitFor();
    await page.getByRole('button', { name: 'Fechar' }).click();
    await page.waitForTimeout(4_500);
    await page.getByRole('button', { name: 'Comprar por R$ 5,00' }).click();
    await page.getByText('Sua sessão terminou.').waitFor();
    const { phone } = await shop.server.app.db.prisma.user.findUniqueOrThrow({ where: { id: buyer.id } });
    await page.getByLabel('Telefone com DDD').fill(phone ?? '');
    await page.getByLabel('Senha').fill('a-senha-errada');
    await page.getByRole('button', { name: 'Entrar e continuar' }).click();
    await page.getByText('Telefone ou senha incorretos.').waitFor();
    await page.getByLabel('Senha').fill(PASSWORD);
    await page.getByRole('button', { name: 'Entrar e continuar' }).click();
    await dialog(page, 'Pague por PIX').waitFor();
    expect((await ordersOf(id)).map(({ quotaQuantity }) => quotaQuantity)).toEqual([5]);
  });

  it('lets a buyer in by a code who does not remember the password', async () => {
    const { id, url } = await aRaffle();
    const buyer = await aBuyer();
    const { prisma } = shop.server.app.db;
    const { phone } = await prisma.user.findUniqueOrThrow({ where: { id: buyer.id } });
    const log = vi.spyOn(shop.server.app.log, 'info');
    const codeSent = () =>
      log.mock.calls
        .map(([line]) => line as { event?: string; code?: string })
        .findLast(({ event }) => event === 'auth.login_code.development')?.code;
    const { page } = await visitor();
    await page.goto(url);
    await page.getByRole('button', { name: 'Comprar por' }).first().click();
    await page.getByRole('button', { name: 'Já tenho conta' }).click();
    await page.getByLabel('Telefone com DDD').fill(phone ?? '');
    await page.getByRole('button', { name: 'Entrar com código' }).click();
    expect(await page.getByLabel('Telefone com DDD').inputValue()).toBe(phone);
    await page.getByRole('button', { name: 'Receber código' }).click();
    await page.getByLabel('Código', { exact: true }).fill('12');
    await page.getByRole('button', { name: 'Entrar e continuar' }).click();
    await page.getByText('O código tem seis números.').waitFor();
    const code = codeSent() ?? '';
    await page.getByLabel('Código', { exact: true }).fill(code === '000000' ? '000001' : '000000');
    await page.getByRole('button', { name: 'Entrar e continuar' }).click();
    await page.getByText('Código incorreto').waitFor();
    await page.getByLabel('Código', { exact: true }).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await page.getByRole('button', { name: 'Entrar e continuar' }).click();
    await dialog(page, 'Pague por PIX').waitFor();
    expect((await ordersOf(id)).map(({ userId }) => userId)).toEqual([buyer.id]);
    log.mockRestore();
  });

  it('asks on another device for what the raffle needs and the code took away, and goes on', async () => {
    const { id, url } = await aRaffle({ reservationFields: ['CPF', 'EMAIL', 'BIRTH_DATE'] });
    const buyer = await aBuyer();
    const { prisma } = shop.server.app.db;
    const { phone } = await prisma.user.findUniqueOrThrow({ where: { id: buyer.id } });
    const codeOf = listenToCodes(shop.server);
    const { page } = await visitor();
    await page.goto(url);
    await page.getByRole('button', { name: 'Comprar por' }).first().click();
    await page.getByRole('button', { name: 'Já tenho conta' }).click();
    await page.getByRole('button', { name: 'Entrar com código' }).click();
    await page.getByLabel('Telefone com DDD').fill(phone!);
    await page.getByRole('button', { name: 'Receber código' }).click();
    await page.getByLabel('Código', { exact: true }).waitFor();
    await page.getByLabel('Código', { exact: true }).fill(codeOf(phone!));
    await page.getByRole('button', { name: 'Entrar e continuar' }).click();

    const asked = dialog(page, 'Complete o seu cadastro');
    await asked.getByLabel('CPF').fill('123');
    await asked.getByRole('button', { name: 'Receber código no e-mail' }).click();
    for (const text of ['Confira os onze números do CPF.', 'Esta rifa pede a data de nascimento.', 'Escreva um e-mail'])
      await asked.getByText(text).waitFor();
    const [cpf, email] = [validCpf((count += 1)), `joao-${count}@example.com`];
    await asked.getByLabel('CPF').fill(cpf);
    await asked.getByLabel('Data de nascimento').fill('1980-03-04');
    await asked.getByLabel('E-mail').fill(email);
    await asked.getByRole('button', { name: 'Receber código no e-mail' }).click();
    const code = asked.getByLabel('Código');
    await code.fill('000 000');
    await asked.getByRole('button', { name: 'Salvar e continuar' }).click();
    await asked.getByText('está incorreto, ou já não vale').waitFor();
    await code.fill(codeOf(email));
    await asked.getByRole('button', { name: 'Salvar e continuar' }).click();
    await dialog(page, 'Pague por PIX').waitFor();
    expect((await ordersOf(id)).map(({ userId }) => userId)).toEqual([buyer.id]);
    const stored = await prisma.user.findUniqueOrThrow({ where: { id: buyer.id } });
    expect(stored).toMatchObject({ cpf, email, birthDate: new Date('1980-03-04') });
    vi.restoreAllMocks();
  });

  it('tells a buyer in their language what the service refuses, at the field it is about', async () => {
    const { id, url } = await aRaffle({
      maxBuyerQuantity: 6,
      maxReservationQuantity: 6,
      fastSelectionCards: [5],
      popularSelectionCard: 5,
    });
    const { page } = await visitor();
    await page.goto(url);
    await page.getByRole('button', { name: 'Comprar por R$ 5,00' }).click();
    await page.getByLabel('Nome completo').fill(`Zoe${'\u0301'.repeat(9)} Lima`);
    await page.getByLabel('Telefone com DDD').fill(phoneOf());
    await page.getByLabel('CPF').fill(validCpf(900_000_000 + count));
    await page.getByLabel('Crie uma senha').fill(PASSWORD);
    await page.getByRole('button', { name: 'Continuar para o pagamento' }).click();
    await page.getByText('tem mais de três acentos em uma letra').waitFor();
    expect(await page.getByLabel('Nome completo').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Nome completo').fill('Outra Pessoa');
    await page.getByRole('button', { name: 'Continuar para o pagamento' }).click();
    await dialog(page, 'Pague por PIX').waitFor();
    await page.getByRole('button', { name: 'Fechar' }).click();
    await page.getByRole('button', { name: 'Comprar por R$ 5,00' }).click();
    await page.getByText(/Cada pessoa pode pegar no máximo 6 cotas desta rifa.*Você pode pedir no máximo 1\./).waitFor();
    expect(await ordersOf(id)).toHaveLength(1);
  });

  it('whose time is over is looked at now and then while it waits for a payment on its way', async () => {
    const { id, url } = await aRaffle();
    const buyer = await aBuyer();
    const { page } = await visitor(buyer);
    await page.goto(url);
    await page.getByRole('button', { name: 'Comprar por R$ 10,00' }).click();
    await codeOn(page);
    await shop.server.app.db.prisma.order.updateMany({ where: { raffleId: id }, data: { expiresAt: new Date() } });
    let looks = 0;
    page.on('request', (request) => {
      if (request.postData()?.includes('query Order(')) looks += 1;
    });
    await page.reload();
    await page.getByRole('timer').getByText('00:00').waitFor();
    await page.waitForTimeout(4_000);
    expect(looks).toBe(1);
  });

  it('is shown to nobody else who logs in, in another tab', async () => {
    const { url } = await aRaffle();
    const one = await aBuyer();
    const other = await aBuyer();
    const { page, context, expects } = await visitor(one);
    await page.goto(url);
    await page.getByRole('button', { name: 'Comprar por R$ 10,00' }).click();
    await codeOn(page);
    const tab = await context.newPage();
    await tab.goto(url);
    expects(/404/);
    const become = (who: typeof one) =>
      tab.evaluate(`Object.assign(localStorage, ${JSON.stringify(who.localStorage.entries)}); undefined`);
    await become(other);
    await page.getByText('Pedido não encontrado').waitFor();
    expect(await page.getByLabel('Código PIX copia e cola').count()).toBe(0);
    await become(one);
    await codeOn(page);
    await page.goto(`${url}#mine`);
    await page.getByText('10 cotas').waitFor();
    await become(other);
    await page.getByText('Você ainda não tem pedidos nesta rifa.').waitFor();
  });

  it('that sells out while one hesitates says so, and what is left', async () => {
    const { id, url } = await aRaffle({ quotaQuantity: 12, maxReservationQuantity: 12 });
    const { page, everyLook } = await visitor(await aBuyer());
    await page.goto(url);
    await page.getByText('As cotas ficam reservadas por 15 minutos').waitFor();
    const [first, second] = [await otherOrders(id, 6), await otherOrders(id, 6)];
    await page.getByText('Estas cotas não ficam reservadas').waitFor();
    await everyLook('raffle-at-payment');
    await shop.payAtBank(first);
    await page.getByText('agora dá para pegar até 6').waitFor();
    await page.getByRole('button', { name: 'Comprar por R$ 6,00' }).waitFor();
    await everyLook('raffle-fewer-left');
    await shop.payAtBank(second);
    await page.getByRole('heading', { name: 'Esgotada' }).waitFor();
    await page.getByText('100% vendido').waitFor();
    await everyLook('raffle-sold-out');
  });

  it('of quotas that are not reserved says so, and what becomes of the money when others pay first', async () => {
    await shop.behave({ refundDelayMs: 0 });
    const { id, url } = await aRaffle({ quotaQuantity: 10, unprovenShare: 0 });
    const { page, everyLook } = await visitor(await aBuyer());
    await page.goto(url);
    await page.getByText('Estas cotas não ficam reservadas').waitFor();
    await page.getByRole('button', { name: 'Comprar por R$ 10,00' }).click();
    const order = dialog(page, 'Pague por PIX');
    await order.getByText('o dinheiro volta sozinho para a sua conta').waitFor();
    const code = await codeOn(page);
    await everyLook('order-at-payment');

    await shop.payAtBank(await otherOrders(id, 5));
    await shop.payAtBank(await otherOrders(id, 5));
    await order.getByText('não pague este PIX').waitFor();
    await everyLook('order-at-payment-sold-out');
    await shop.payAtBank(code);
    await dialog(page, 'Pedido cancelado').getByText('R$ 10,00 já voltaram para a conta que pagou').waitFor();
    await everyLook('order-money-back');
  });

  it('that was reserved says when others have paid for its quotas', async () => {
    const { id, url } = await aRaffle({ quotaQuantity: 20, unprovenShare: 50 });
    const { page } = await visitor(await aBuyer());
    await page.goto(url);
    await page.getByRole('button', { name: 'Comprar por R$ 10,00' }).click();
    await page.getByText('Reservado por mais').waitFor();
    await shop.payAtBank(await otherOrders(id, 15));
    await page.getByText('Estas cotas não ficam reservadas').last().waitFor();
    await page.getByText('Para pagar faltam').waitFor();
  });

  it('needs no mouse', async () => {
    const { url } = await aRaffle();
    const { page } = await visitor(await aBuyer());
    await page.goto(url);
    await page.getByRole('button', { name: 'Comprar por R$ 10,00' }).waitFor();
    const focused = () => page.evaluate<string>('document.activeElement?.textContent ?? ""');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Ir para o conteúdo');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('button', { name: 'Comprar por R$ 5,00' }).waitFor();
    for (let presses = 0; presses < 10 && !(await focused()).startsWith('Comprar'); presses += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog(page, 'Pague por PIX').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog(page, 'Pague por PIX').count()).toBe(0);
    await expect.poll(focused).toMatch(/^Comprar/);
  });
});
