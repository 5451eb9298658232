import type { Page } from 'playwright-core';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, it } from 'vitest';
import type { OperatorRole } from '../src/generated/prisma/client.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { startBankedServer } from './support/banked-server.js';
import { inChromium } from './support/browser.js';
import { asOperator } from './support/operator-visit.js';
import { aPaidOrder } from './support/order-rows.js';
import { anOpenRaffle } from './support/sales.js';
import { aSentMessage } from './support/sent-messages.js';
import { forTests } from './support/start.js';

const END_TO_END_ID = 'E00000000202611281200eeeeeeeeeee';

inChromium('a day of support', (visitor) => {
  const shop = forTests(startBankedServer);
  let buyer: { id: string };
  let orderId: string;
  let paymentId: string;
  let number: string;
  const tokens = {} as Record<OperatorRole, string>;
  beforeAll(async () => {
    const { server } = shop;
    for (const role of ['OWNER', 'FINANCE', 'MANAGER', 'SUPPORT'] as const) tokens[role] = (await anAdmin(server, role)).token;
    buyer = await aCustomer(server, { name: 'João Batista da Silva', email: 'joao@example.com' });
    await aCustomer(server, { name: 'Joana Prado' });
    const raffle = await anOpenRaffle(server, { title: 'Moto 0 km', quotaQuantity: 1_000 });
    const { id } = await aPaidOrder(server, raffle.id, 3);
    orderId = String(id);
    const { prisma } = server.app.db;
    await prisma.order.update({ where: { id }, data: { userId: buyer.id } });
    paymentId = uuidv7();
    await prisma.payment.create({
      data: {
        id: paymentId,
        providerName: 'sandbox',
        orderId: id,
        endToEndId: END_TO_END_ID,
        amount: 300n,
        source: 'CALLBACK',
        payerName: 'Carlos Dias',
        paidAt: new Date(),
      },
    });
    await prisma.paymentCallback.create({
      data: {
        id: uuidv7(),
        providerName: 'sandbox',
        body: '{}',
        attempts: 1,
        processedAt: new Date(),
        outcome: 'SETTLED',
        about: [END_TO_END_ID],
      },
    });
    const asked = `{ luckyNumbersByOrder(orderId: "${orderId}") { nodes } }`;
    [number] = (await server.graphql(asked, {}, { token: tokens.OWNER })).data.luckyNumbersByOrder.nodes;
  });

  async function at(path: string, role: OperatorRole = 'SUPPORT', size = {}) {
    const one = await visitor({ ...asOperator(shop.server.url, tokens[role]), ...size });
    await one.page.goto(`${shop.server.url}/dashboard${path}`);
    await one.page.getByRole('heading', { level: 1 }).waitFor();
    return one;
  }
  const field = (page: Page) => page.getByRole('combobox', { name: 'Procurar em tudo' });
  const option = (page: Page, name: RegExp | string) => page.getByRole('option', { name });

  it('whose is the number? With the mouse, on a phone', async () => {
    const { page, everyLook } = await at('', 'SUPPORT', { width: 390, height: 844 });
    await page.getByRole('button', { name: 'Procurar em tudo' }).click();
    await field(page).fill(`moto ${number}`);
    await option(page, new RegExp(`${number}.*João Batista da Silva · Moto 0 km`)).click();
    await page.getByRole('heading', { name: `Pedido #${orderId}` }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('cell', { name: 'Pedido feito' }).waitFor();
    await page.getByRole('link', { name: 'Abrir como o comprador vê' }).waitFor();
    await page.getByRole('heading', { name: 'Mensagens dos últimos 90 dias' }).waitFor();
    await everyLook('dashboard-order-history');
    await page.getByRole('link', { name: 'João Batista da Silva' }).first().click();
    await page.getByRole('heading', { name: 'João Batista da Silva' }).waitFor();
    await everyLook('dashboard-person-found');
  });

  it('which order paid this end-to-end id? With the keyboard alone', async () => {
    const { page, everyLook } = await at('/orders', 'FINANCE');
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    expect(await page.evaluate<string>('document.activeElement.role')).toBe('combobox');
    await page.keyboard.insertText(END_TO_END_ID);
    await option(page, new RegExp(`#${orderId}.*id fim a fim`)).waitFor();
    await everyLook('dashboard-search');
    await page.keyboard.press('ArrowDown');
    expect(await option(page, /Carlos Dias/).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Pagamento' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/dashboard/payments/${paymentId}`);
    await page.getByText('Carlos Dias').waitFor();
    await page.getByRole('cell', { name: 'Registrado aqui: o provedor avisou e confirmou' }).waitFor();
    await page.getByRole('cell', { name: 'Confirmado', exact: true }).waitFor();
    await everyLook('dashboard-payment');
    await page.getByRole('link', { name: `#${orderId}` }).click();
    await page.getByRole('heading', { name: `Pedido #${orderId}` }).waitFor();
    await page.getByRole('link', { name: END_TO_END_ID }).click();
    await page.getByRole('heading', { name: 'Pagamento' }).waitFor();
  });

  it('who is "joao", of whom only a part of the name is known? Enter before the answer is there', async () => {
    for (const role of ['OWNER', 'MANAGER'] as const) {
      const { page } = await at('', role);
      await page.keyboard.press('Control+k');
      await field(page).fill('joao bat');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'João Batista da Silva' }).waitFor();
    }
  });

  it('what did this person buy, which numbers, what were they told? And writes down what was said', async () => {
    await aSentMessage(shop.server, buyer.id);
    const { page, everyLook } = await at(`/people/${buyer.id}`);
    await page.getByRole('link', { name: `#${orderId}` }).waitFor();
    await everyLook('dashboard-person-purchases');
    await page.getByRole('button', { name: /Ver 3/ }).click();
    await page.getByRole('dialog').getByText(number).waitFor();
    await page.keyboard.press('Escape');
    const parts = page.getByRole('navigation', { name: 'Partes da conta' });
    await parts.getByRole('link', { name: 'Prêmios' }).click();
    await page.getByText('Nenhum prêmio ganho.').waitFor();
    await parts.getByRole('link', { name: 'Mensagens' }).click();
    await page.getByRole('button', { name: /Enviar de novo/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar de novo' }).click();
    await page.getByText('A mensagem está na fila').waitFor();
    await expect.poll(() => page.evaluate<string>('document.activeElement.tagName')).toBe('H1');
    await everyLook('dashboard-person-messages');
    await parts.getByRole('link', { name: 'Anotações' }).click();
    await page.getByLabel('Nova anotação').fill('Ligou sobre a moto.');
    await page.getByRole('button', { name: 'Anotar' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Ligou sobre a moto.' }).waitFor();
    await everyLook('dashboard-person-notes');
    await parts.getByRole('link', { name: 'Aparelhos' }).click();
    await page.getByText('A pessoa não está conectada em nenhum aparelho.').waitFor();
    await everyLook('dashboard-person-devices');

    const { prisma } = shop.server.app.db;
    const blocked = { blockedAt: new Date(Date.now() - 60_000), blockedReason: 'Fraude' };
    await prisma.user.update({ where: { id: buyer.id }, data: blocked });
    const dropped = { status: 'DROPPED', endedAt: new Date() } as const;
    await prisma.message.updateMany({ where: { userId: buyer.id }, data: dropped });
    await page.goto(`${shop.server.url}/dashboard/people/${buyer.id}?tab=messages`);
    await page.getByText('não enviada: a conta está bloqueada').waitFor();
    await page.getByText('Desbloqueie a conta para enviar de novo.').waitFor();
    expect(await page.getByRole('button', { name: /Enviar de novo/ }).count()).toBe(0);
    await prisma.user.update({ where: { id: buyer.id }, data: { blockedAt: null, blockedReason: null } });
  });

  it('says that nothing was found, and that it could not be asked, and goes away by Escape', async () => {
    const one = await at('/people');
    const { page } = one;
    await page.getByRole('button', { name: 'Procurar em tudo' }).click();
    await field(page).fill('ninguém assim');
    await page.getByText('Nada encontrado com “ninguém assim”.').waitFor();
    one.expects(/Failed to load resource/);
    await page.route('**/graphql', (route) => route.fulfill({ status: 503, body: '{}' }));
    await field(page).fill('joao');
    await page.getByRole('alert').waitFor();
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await option(page, /João/).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });
});
