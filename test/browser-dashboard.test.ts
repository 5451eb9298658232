import { generateKeyPairSync } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { hashPassword } from '../src/platform/passwords.js';
import { startBankedServer } from './support/banked-server.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { inChromium, type Visitors } from './support/browser.js';
import { asOperator, OPERATOR_KEY as KEY } from './support/operator-visit.js';
import { pkcs12Of } from './support/pkcs12.js';
import { anOpenRaffle } from './support/sales.js';
import { startSecondGateway, type SecondGateway } from './support/second-gateway.js';
import { forTests } from './support/start.js';

const EMAIL = 'ana@example.com';
const PASSWORD = 'a-senha-da-operadora';

inChromium('the dashboard', (visitor) => {
  const shop = forTests(startBankedServer);
  let operator: string;
  let raffleId: string;
  let buyer: { id: string; token: string };
  beforeAll(async () => {
    const { server } = shop;
    const id = uuidv7();
    await server.app.db.prisma.user.create({
      data: { id, role: 'ADMIN', operatorRole: 'OWNER', name: 'Ana', email: EMAIL, passwordHash: await hashPassword(PASSWORD) },
    });
    operator = server.app.tokens.issue('ADMIN', id).accessToken;
    raffleId = (await anOpenRaffle(server, { title: 'Moto 0 km', quotaQuantity: 100 })).id;
    buyer = await aCustomer(server, { name: 'Maria da Silva' });
  });

  const anOperator = (token = operator, url = shop.server.url) => asOperator(url, token);
  async function open(visit: Visitors, path = '', options: Parameters<Visitors>[0] = anOperator()) {
    const one = await visit(options);
    await one.page.goto(`${shop.server.url}/dashboard${path}`);
    return one;
  }
  async function sell(quotaQuantity: number) {
    const { order } = await shop.desk.buy(buyer.token, { raffleId, quotaQuantity });
    await shop.payAtBank(order?.qrCodeContent);
    await shop.untilStatus(order, 'PAID');
    return order!;
  }
  const figure = (page: Page, name: string) => page.getByText(name, { exact: true }).locator('xpath=../dd').first();
  const refundsOf = (orderId: string) =>
    shop.server.app.db.prisma.refund.findMany({ where: { payment: { orderId: BigInt(orderId) } } });

  it('lets an operator in, and nobody else', async () => {
    const { page, everyLook, expects } = await open(visitor, '', { width: 1440, height: 900 });
    await page.getByRole('heading', { name: 'Painel do operador' }).waitFor();
    await everyLook('dashboard-log-in');
    expects(/401/);
    await page.getByLabel('E-mail').fill(EMAIL);
    await page.getByLabel('Senha').fill('outra');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.getByText('E-mail ou senha incorretos.').waitFor();
    await page.getByLabel('Senha').fill(PASSWORD);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.getByRole('heading', { name: 'Visão geral' }).waitFor();

    // No script reads what renews the session.
    const readable = () => page.evaluate('document.cookie + JSON.stringify(localStorage)') as Promise<string>;
    const before = await readable();
    expect(before).toContain('accessToken');
    expect(before).not.toMatch(/refresh|device-marks|operator-session/i);
    await page.evaluate(`localStorage['${KEY}'] = JSON.stringify({ ...JSON.parse(localStorage['${KEY}']), renewAt: 0 })`);
    await page.reload();
    await page.getByRole('heading', { name: 'Visão geral' }).waitFor();
    expect(await readable()).not.toMatch(/"renewAt\\":0}|refresh/);
    const sessions = () =>
      shop.server.app.db.prisma.session.findMany({
        where: { user: { email: EMAIL } },
        select: { generation: true, endedReason: true },
      });
    expect(await sessions()).toEqual([{ generation: 1, endedReason: null }]);

    await page.getByRole('button', { name: 'Sair' }).click();
    await page.getByRole('heading', { name: 'Painel do operador' }).waitFor();
    await expect.poll(sessions).toEqual([{ generation: 1, endedReason: 'LOGGED_OUT' }]);

    const stranger = await open(visitor, '', anOperator(buyer.token));
    await stranger.page.getByText('Esta conta não é de operador.').waitFor();
    expect(await stranger.page.getByRole('navigation', { name: 'Painel' }).count()).toBe(0);
  });

  it(
    'shows a payment that another process settled within two seconds, in figures, bar, chart and list',
    { timeout: 90_000 },
    async () => {
      const other: SecondGateway = await startSecondGateway(shop.server);
      const { page, everyLook } = await visitor({ ...anOperator(operator, other.url), expects: [] });
      await page.goto(`${other.url}/dashboard`);
      await page.getByRole('heading', { name: 'Vendas por hora' }).waitFor();
      await expect.poll(() => figure(page, 'Receita').textContent()).toContain('R$\u00a00,00');
      await everyLook('dashboard-overview-empty');
      const order = await sell(20);
      await expect.poll(() => figure(page, 'Receita').textContent(), { timeout: 2_000 }).toContain('R$\u00a020,00');
      await page.getByText('20 de 100 cotas pagas').waitFor();
      await page.getByRole('link', { name: `#${order.id}` }).waitFor();
      await page.getByRole('button', { name: 'Ver como tabela' }).click();
      await page
        .getByRole('region', { name: /Receita, cotas e pedidos/ })
        .getByText('R$\u00a020,00')
        .first()
        .waitFor();
      await everyLook('dashboard-overview');
      await page.close();
      await other.stop();
    },
  );

  it('makes a link to publish, and tells what it sold', async () => {
    const { page, everyLook } = await open(visitor, `/raffles/${raffleId}`);
    await page.getByText('Nenhum pedido veio por um link com origem.').waitFor();
    await page.getByLabel('Origem').fill('instagram');
    await page.getByLabel('Campanha').fill('Moto Dezembro');
    const address = page.getByText(/utm_source=instagram&utm_campaign=Moto\+Dezembro$/);
    const link = await address.textContent();
    const visitorOfLink = await visitor({});
    await visitorOfLink.page.goto(link!);
    await visitorOfLink.page.getByRole('heading', { name: 'Moto 0 km' }).waitFor();
    const parameters = new URL(link!).searchParams;
    const tracking = { utmSource: parameters.get('utm_source'), utmCampaign: parameters.get('utm_campaign') };
    const { order } = await shop.desk.buy(buyer.token, { raffleId, quotaQuantity: 3, tracking });
    await shop.payAtBank(order?.qrCodeContent);
    await shop.untilStatus(order, 'PAID');
    const row = page.getByRole('row', { name: /instagram/ });
    await row.waitFor();
    expect(await row.textContent()).toContain('moto dezembro');
    // The row is there as soon as the order is placed.
    await expect.poll(() => row.textContent()).toContain('R$\u00a03,00');
    await everyLook('dashboard-sources');

    await page.goto(`${shop.server.url}/dashboard/orders/${order!.id}`);
    await page.getByText('instagram · moto dezembro').waitFor();
    const chat = await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href');
    expect(decodeURIComponent(chat ?? '')).toContain(`Maria da Silva! Aqui está o seu pedido #${order!.id} na Moto 0 km: http`);
    await everyLook('dashboard-order-source');
  });

  it('gives a part of an order back once, though the answer was lost and the dialog closed in between', async () => {
    const order = await sell(10);
    const { page, everyLook, expects } = await open(visitor, `/orders/${order.id}`);
    expects(/Failed to load resource/);
    await page.getByRole('heading', { name: `Pedido #${order.id}` }).waitFor();
    await everyLook('dashboard-order');
    const ask = async () => {
      await page.getByRole('button', { name: 'Devolver' }).click();
      await page.getByLabel('Quanto').selectOption({ label: 'Uma parte' });
      await page.getByLabel('Valor a devolver (R$)').fill('99');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Devolver/ })
        .click();
      await page.getByText('É mais do que o pedido custou').waitFor();
      await page.getByLabel('Valor a devolver (R$)').fill('2,50');
    };
    await ask();
    await everyLook('dashboard-refund');
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('refundOrder')) return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Devolver R$ 2,50' }).click();
    await page.getByText('Sem resposta do servidor').waitFor({ timeout: 20_000 });
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Fechar' }).click();
    await ask();
    await page.getByRole('button', { name: 'Devolver R$ 2,50' }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect((await refundsOf(order.id)).map(({ amount }) => amount)).toEqual([250n]);
  });

  it('settles money that fits no order, with a word on what was done', async () => {
    const { data } = await shop.server.graphql(
      'mutation { generateBillingQrCode(input: { amount: "12.50", description: "Avulso" }) { content } }',
      {},
      { token: operator },
    );
    await shop.payAtBank(data.generateBillingQrCode.content);
    await expect.poll(async () => (await shop.latePayments()).length).toBe(1);
    const { page, everyLook } = await open(visitor, '/money');
    await page.getByRole('heading', { name: 'Pagamentos a resolver' }).waitFor();
    await page.getByText('O provedor confirma o pagamento, mas ele não é de nenhum pedido.').waitFor();
    await everyLook('dashboard-money');

    const as = async (role: 'SUPPORT' | 'MANAGER') => {
      const { token } = await anAdmin(shop.server, role);
      const { page: theirs } = await open(visitor, '', anOperator(token));
      await theirs.getByText('prêmios ganhos que você não viu').waitFor();
      return theirs;
    };
    const support = await as('SUPPORT');
    await support.getByText('pagamentos a resolver').waitFor();
    await support.getByRole('link', { name: 'Ver', exact: true }).first().click();
    await support.getByText('O provedor confirma o pagamento, mas ele não é de nenhum pedido.').waitFor();
    expect(await support.getByRole('button', { name: /Encerrar|Devolver/ }).count()).toBe(0);
    const manager = await as('MANAGER');
    expect(await manager.locator('a[href="/dashboard/money"]').count()).toBe(0);
    expect(await manager.getByText('pagamentos a resolver').count()).toBe(0);

    await page.getByRole('button', { name: 'Encerrar', exact: true }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Encerrar' }).click();
    await page.getByLabel('O que foi feito do dinheiro?').fill('Devolvido em mãos.');
    await page.getByRole('dialog').getByRole('button', { name: 'Encerrar' }).click();
    await expect.poll(async () => (await shop.latePayments()).map(({ status }) => status)).toEqual(['RESOLVED']);
    await page.getByText('Nenhum pagamento espera por você.').waitFor();
  });

  it('goes on where it was once a session that ended is begun anew', async () => {
    const { page, expects } = await open(visitor, '/providers');
    expects(/401/);
    await page.getByRole('heading', { name: 'Provedores PIX' }).waitFor();
    await page.evaluate(
      `localStorage.setItem('${KEY}', localStorage.getItem('${KEY}').replace(/"accessToken":"[^"]{20}/, '"accessToken":"x'))`,
    );
    await page.getByRole('link', { name: 'Pedidos' }).click();
    await page.getByText('Sua sessão terminou.').waitFor();
    await page.getByLabel('E-mail').fill(EMAIL);
    await page.getByLabel('Senha').fill(PASSWORD);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.getByRole('heading', { name: 'Pedidos' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard/orders');
  });

  it(
    'says that the service does not answer when the page is opened, and goes on by itself or by a button',
    { timeout: 120_000 },
    async () => {
      for (const isPressed of [true, false]) {
        const { page, everyLook, expects } = await visitor(anOperator());
        expects(/Failed to load resource/);
        await page.route('**/graphql', (route) => route.abort('connectionrefused'));
        await page.goto(`${shop.server.url}/dashboard`);
        await page.getByText('O serviço não respondeu.').waitFor({ timeout: 30_000 });
        if (isPressed) await everyLook('dashboard-unanswered');
        await page.unroute('**/graphql');
        if (isPressed) await page.getByRole('button', { name: 'Tentar de novo' }).click();
        await page.getByRole('heading', { name: 'Visão geral' }).waitFor();
        expect(await page.getByText('O serviço não respondeu.').count()).toBe(0);
      }
    },
  );

  it('keeps a provider, with every problem at its field and no secret shown again', async () => {
    const { page, everyLook } = await open(visitor, '/providers');
    await everyLook('dashboard-providers');
    await page.getByRole('button', { name: 'Novo provedor' }).click();
    await page.getByLabel('Nome', { exact: true }).fill('Banco Azul');
    await page.getByRole('button', { name: 'Criar' }).click();
    await page.getByText('Use letras minúsculas sem acento').waitFor();
    await page.getByText('Preencha este campo.').first().waitFor();
    await everyLook('dashboard-provider-problems');
    await page.getByLabel('Nome', { exact: true }).fill('banco-azul');
    await page.getByLabel('Tipo').selectOption('static');
    await page.getByLabel('Chave PIX').fill('nenhuma chave');
    await page.getByLabel('Nome do recebedor').fill('Rifa Azul');
    await page.getByLabel('Cidade do recebedor').fill('Recife');
    await page.getByRole('button', { name: 'Criar' }).click();
    await expect.poll(() => page.getByLabel('Chave PIX').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Chave PIX').fill('rifa@example.com');
    await page.getByRole('button', { name: 'Criar' }).click();
    await page.getByRole('heading', { name: 'banco-azul' }).waitFor();
    expect(await shop.server.app.db.prisma.paymentProvider.count({ where: { name: 'banco-azul' } })).toBe(1);
  });

  it('reads the certificate of a provider from a file with a password', async () => {
    const { page, everyLook } = await open(visitor, '/providers');
    await page.getByRole('button', { name: 'Novo provedor' }).click();
    await page.getByLabel('Tipo').selectOption('bacen');
    const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' });
    const buffer = Buffer.from(pkcs12Of(String(key), { algorithm: '3des', password: 'segredo' }));
    await page.getByRole('button', { name: 'Ler certificado e chave de arquivos' }).waitFor();
    await page.locator('input[type=file]').setInputFiles({ name: 'loja.p12', mimeType: 'application/x-pkcs12', buffer });
    await page.getByText('loja.p12: tem senha.').waitFor();
    await page.getByLabel('Senha do arquivo').fill('outra');
    await page.getByLabel('Senha do arquivo').press('Enter');
    await page.getByText('loja.p12: a senha não abre este arquivo.').waitFor();
    await everyLook('dashboard-provider-certificate');
    await page.getByLabel('Senha do arquivo').fill('segredo');
    await page.getByRole('button', { name: 'Abrir', exact: true }).click();
    await page.getByText('Rifas da Ana').waitFor();
    await page.getByText('é a deste certificado').waitFor();
    await everyLook('dashboard-provider-certificate-read');
    expect(await page.getByLabel('Chave privada (PEM)').inputValue()).toContain('-----BEGIN PRIVATE KEY-----');
  });

  it('lists many orders a page at a time, and those of one state', async () => {
    const { prisma } = shop.server.app.db;
    const before = await prisma.order.count();
    const many = await anOpenRaffle(shop.server, { title: 'Carro', quotaQuantity: 1_000 });
    for (let n = 0; n < 60; n += 1) await shop.desk.buyWithoutGateway(buyer.token, { raffleId: many.id, quotaQuantity: 1 });
    const { page, everyLook } = await open(visitor, '/orders');
    const rows = page.getByRole('row');
    await expect.poll(() => rows.count()).toBeGreaterThan(20);
    const first = await rows.count();
    await page.getByRole('button', { name: 'Mostrar mais' }).click();
    await expect.poll(() => rows.count()).toBeGreaterThan(first);
    await page.getByRole('button', { name: 'Mostrar mais' }).click();
    await expect.poll(() => rows.count()).toBe(before + 60 + 1);
    await everyLook('dashboard-orders');
    await page.getByLabel('Situação').selectOption('CANCELLED');
    await page.getByText('Nenhum pedido é assim.').waitFor();
  });

  it('cancels an unpaid order with a reason, which its history has', async () => {
    const { order } = await shop.desk.buy(buyer.token, { raffleId, quotaQuantity: 1 });
    const { page, everyLook } = await open(visitor, `/orders/${order?.id}`);
    await page.getByRole('button', { name: 'Cancelar' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Motivo (opcional)').fill('Pediu ao telefone');
    await everyLook('dashboard-cancel');
    await dialog.getByRole('button', { name: 'Cancelar o pedido' }).click();
    await page.getByRole('cell', { name: 'Cancelou um pedido: Pediu ao telefone' }).waitFor();
    await page.getByText('Motivo do cancelamento').waitFor();
    await everyLook('dashboard-cancelled');
  });
});
