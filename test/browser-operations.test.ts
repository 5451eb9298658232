import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { startBankedServer } from './support/banked-server.js';
import { inChromium } from './support/browser.js';
import { letMature } from './support/commissions.js';
import { asOperator } from './support/operator-visit.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests } from './support/start.js';

inChromium('what an operator does beside the sale', (visitor) => {
  const shop = forTests(startBankedServer);
  let owner: { id: string; token: string };
  beforeAll(async () => {
    owner = await anAdmin(shop.server);
  });

  async function at(path: string, token = owner.token) {
    const one = await visitor(asOperator(shop.server.url, token));
    await one.page.goto(`${shop.server.url}/dashboard${path}`);
    await one.page.getByRole('navigation', { name: 'Painel' }).waitFor();
    return one;
  }
  const dialogOf = (page: Page) => page.getByRole('dialog');
  const inDialog = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true });

  it('registers a webhook, replaces its secret, deletes it and undoes that', async () => {
    const { page, everyLook } = await at('/webhooks');
    await page.getByRole('button', { name: 'Novo endereço' }).click();
    await dialogOf(page).getByLabel('URL que recebe').fill('https://example.com/a');
    await dialogOf(page).getByLabel('Eventos', { exact: true }).selectOption('some');
    await inDialog(page, 'Salvar').click();
    await page.getByText('Escolha ao menos um evento.').waitFor();
    await dialogOf(page).getByLabel('order.paid', { exact: true }).check();
    await everyLook('webhook-new');
    await inDialog(page, 'Salvar').click();
    await page.getByRole('heading', { name: 'Segredo do endereço' }).waitFor();
    const first = await dialogOf(page)
      .getByText(/^whsec_/)
      .innerText();
    await inDialog(page, 'Já guardei').click();
    await page.getByRole('heading', { name: 'https://example.com/a' }).waitFor();

    await page.getByRole('button', { name: 'Trocar o segredo' }).click();
    await inDialog(page, 'Trocar o segredo').click();
    await page.getByRole('heading', { name: 'Segredo do endereço' }).waitFor();
    expect(
      await dialogOf(page)
        .getByText(/^whsec_/)
        .innerText(),
    ).not.toBe(first);
    await inDialog(page, 'Já guardei').click();
    await page.getByText('O segredo anterior também assina até').waitFor();

    await page.getByRole('button', { name: 'Mudar', exact: true }).click();
    await dialogOf(page).getByLabel('Eventos', { exact: true }).selectOption('all');
    await inDialog(page, 'Salvar').click();
    await page.getByText('Todos os eventos, menos códigos.').waitFor();
    await page.getByRole('button', { name: 'Excluir' }).click();
    await inDialog(page, 'Excluir').click();
    await page.getByText('https://example.com/a foi excluído.').waitFor();
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await page.getByRole('heading', { name: 'https://example.com/a' }).waitFor();
  });

  it('lets a program in on the old paths, and shuts it out', async () => {
    const { page, everyLook } = await at('/clients');
    await page.getByRole('button', { name: 'Nova integração' }).click();
    await dialogOf(page).getByLabel('Nome').fill('Loja parceira');
    await inDialog(page, 'Criar').click();
    await page.getByText('client_secret', { exact: true }).waitFor();
    const [, , key, secret] = await dialogOf(page)
      .locator('dd')
      .allInnerTexts()
      .then((all) => [undefined, ...all]);
    const login = () => shop.server.rest('POST', '/auth/v1/token', { body: { client_key: key, client_secret: secret } });
    expect((await login()).status).toBe(200);
    await everyLook('client-secrets');
    await inDialog(page, 'Já guardei').click();
    await page.getByRole('link', { name: 'Loja parceira' }).click();
    await page.getByRole('heading', { level: 1, name: 'Loja parceira' }).waitFor();
    await page.getByText('Nenhuma cobrança nesta lista.').waitFor();
    await everyLook('client');

    await page.getByRole('button', { name: 'Mudar', exact: true }).click();
    await dialogOf(page).getByLabel('Exigir assinatura').check();
    await inDialog(page, 'Salvar').click();
    await page.getByText('obrigatória em cada chamada').waitFor();
    await page.getByRole('button', { name: 'Trocar segredos' }).click();
    await dialogOf(page).getByLabel('Qual').selectOption('client');
    await inDialog(page, 'Trocar segredos').click();
    await page.getByText('Guarde agora').waitFor();
    expect((await login()).status).toBe(401);
    await inDialog(page, 'Já guardei').click();
    await page.getByRole('button', { name: 'Bloquear', exact: true }).click();
    await inDialog(page, 'Bloquear').click();
    await page.getByText('bloqueada', { exact: true }).waitFor();
  });

  it('sells to a customer who calls, and finds out in the audit log who did it', async () => {
    const raffle = await anOpenRaffle(shop.server, { title: 'Moto 0 km', quotaQuantity: 100 });
    const buyer = await aCustomer(shop.server, { name: 'Rita Prado' });
    const { page, everyLook } = await at('/orders');
    await page.getByRole('button', { name: 'Vender a um cliente' }).click();
    await dialogOf(page).getByLabel('Telefone do cliente').fill('(11) 91234-5678');
    await inDialog(page, 'Fazer o pedido').click();
    await page.getByText('Ninguém tem este telefone.').waitFor();
    await dialogOf(page).getByLabel('Telefone do cliente').fill(buyer.phone);
    await dialogOf(page).getByLabel('Rifa').selectOption(raffle.id);
    await dialogOf(page).getByLabel('Cotas').fill('3');
    await dialogOf(page).getByLabel('Cobrança').selectOption('STATIC');
    await everyLook('sell');
    await inDialog(page, 'Fazer o pedido').click();
    await page.getByRole('heading', { level: 1, name: /Pedido #/ }).waitFor();
    const order = await shop.server.app.db.prisma.order.findFirstOrThrow({ where: { userId: buyer.id } });
    expect(order).toMatchObject({ raffleId: raffle.id, quotaQuantity: 3 });

    await page.getByRole('link', { name: 'Auditoria' }).click();
    await page.getByRole('cell', { name: 'Fez um pedido para um cliente' }).first().waitFor();
    await page.getByLabel('Em quê').selectOption('order');
    await page.getByText('Escreva também o número ou o id.').waitFor();
    await page.getByLabel('Número ou id').fill(String(order.id));
    await page.getByRole('button', { name: 'Procurar', exact: true }).click();
    await page.getByRole('link', { name: `Pedido ${order.id}` }).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(1);
    await everyLook('audit');
    await page.getByLabel('O que fez').selectOption('refundOrder');
    await page.getByText('Nada foi feito que corresponda a isto.').waitFor();
    await page.getByRole('link', { name: 'Limpar' }).click();
    await page
      .getByRole('link', { name: `Pedido ${order.id}` })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: `Pedido #${order.id}` }).waitFor();
  });

  it('pays a commission once', async () => {
    const { server } = shop;
    const raffle = await anOpenRaffle(server, { quotaPrice: 1_000n, affiliate: true, commissionBasisPoints: 1_000 });
    const [referrer, buyer] = [await aCustomer(server, { name: 'Caio Lima' }), await aCustomer(server)];
    const { order } = await shop.desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 5, referral: referrer.id });
    await shop.payAtBank(order?.qrCodeContent);
    await shop.untilStatus(order, 'PAID');
    await letMature(server, referrer);
    const { page, everyLook } = await at('/referrals');
    await expect
      .poll(async () => {
        await page.reload();
        return page.getByRole('row', { name: /Caio Lima/ }).innerText();
      })
      .toMatch(/R\$\s5,00/);
    await everyLook('referrals');
    await page.getByRole('link', { name: 'Caio Lima' }).click();
    await page.getByRole('button', { name: 'Anotar pagamento' }).click();
    await dialogOf(page).getByLabel('Valor').fill('5,00');
    await dialogOf(page).getByLabel('Comprovante').fill('E123');
    await everyLook('pay-out');
    await inDialog(page, 'Salvar').click();
    await page.getByText(/O pagamento de R\$\s5,00 foi anotado/).waitFor();
    await page.getByText('E123').waitFor();
    await everyLook('referrer');
    expect(await page.getByRole('button', { name: 'Anotar pagamento' }).count()).toBe(0);
  });

  it('renames and deletes categories, and tries a provider with a charge of a centavo', async () => {
    const { page, everyLook } = await at('/raffles');
    await page.getByRole('button', { name: 'Categorias' }).click();
    await dialogOf(page).getByLabel('Outra categoria').fill('Motos');
    await inDialog(page, 'Criar').click();
    await page.getByRole('button', { name: 'Renomear: Motos' }).click();
    await dialogOf(page).getByLabel('Novo nome').fill('Carros');
    await inDialog(page, 'Salvar').click();
    await page.getByRole('button', { name: 'Excluir: Carros' }).waitFor();
    await everyLook('categories');
    await page.getByRole('button', { name: 'Excluir: Carros' }).click();
    await dialogOf(page).getByText('Nenhuma categoria ainda.').waitFor();

    await page.goto(`${shop.server.url}/dashboard/providers`);
    await page.getByRole('button', { name: 'Cobrança de teste' }).first().click();
    await inDialog(page, 'Criar o código').click();
    await page.getByText(/^000201/).waitFor();
    await everyLook('test-charge');
    await shop.payAtBank(
      await dialogOf(page)
        .getByText(/^000201/)
        .innerText(),
    );
    await expect.poll(async () => (await shop.latePayments()).map(({ amount }) => amount)).toContain(1n);
  });

  it('reads the statement of a raffle, saves it and prints it', async () => {
    const { server } = shop;
    const raffle = await anOpenRaffle(server, { title: 'Moto 0 km', quotaPrice: 1_000n });
    const buyer = await aCustomer(server);
    const { order } = await shop.desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 5 });
    await shop.payAtBank(order?.qrCodeContent);
    await shop.untilStatus(order, 'PAID');
    const { page, everyLook } = await at('/raffles', (await anAdmin(server, 'FINANCE')).token);
    expect(await page.getByRole('link', { name: 'Nova rifa' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Moto 0 km' }).first().click();
    const tabs = page.getByRole('navigation', { name: 'Partes da rifa' }).getByRole('link');
    await tabs.first().waitFor();
    expect(await tabs.allTextContents()).toEqual(['Números', 'Extrato']);
    await tabs.getByText('Extrato').click();
    await page
      .getByRole('row', { name: /Total/ })
      .getByText(/R\$\s50,00/)
      .first()
      .waitFor();
    await everyLook('statement');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Baixar (CSV)' }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    expect(text.split('\r\n')[0]).toBe(
      '\uFEFFDia;Recebido por PIX;Recebido à mão;Devoluções;Devolvido por bancos;Tarifas do provedor (estimativa);Comissões;Comissões retiradas;Líquido;Prêmios em dinheiro entregues',
    );
    expect(text).toMatch(/^Total;50,00;0,00;0,00;0,00;0,00;0,00;0,00;50,00;0,00\r$/m);
    await page.emulateMedia({ media: 'print' });
    await page.getByText(/Extrato de Moto 0 km · /).waitFor();
    expect(await page.getByRole('navigation', { name: /Painel|Partes/ }).count()).toBe(0);
    await page.emulateMedia({ media: 'screen' });
    await page.getByLabel('Até').fill('2020-01-01');
    await page.getByText('Nada entrou nem saiu nestes dias.').waitFor();
  });

  it('shows the pictures, and nobody else sees what is not theirs', async () => {
    const { page, everyLook } = await at('/files');
    await page.getByText('Nenhuma imagem enviada ainda.').waitFor();
    await everyLook('files-empty');
    const support = (await anAdmin(shop.server, 'SUPPORT')).token;
    const other = await at('/audit', support);
    await other.page.getByRole('alert').waitFor();
    const menu = other.page.getByRole('navigation', { name: 'Painel' });
    expect(await menu.getByRole('link', { name: 'Auditoria' }).count()).toBe(0);
    expect(await menu.getByRole('link', { name: 'Indicações' }).count()).toBe(1);
  });
});
