import type { Page } from 'playwright-core';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { startBankedServer } from './support/banked-server.js';
import { inChromium, type Visitors } from './support/browser.js';
import { asOperator } from './support/operator-visit.js';
import { aPaidOrder, anUnpaidOrder } from './support/order-rows.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests } from './support/start.js';

const END_TO_END_ID = 'E00000000202610051200eeeeeeeeeee';
const NOBODYS = 'E00000000202610051200fffffffffff';

inChromium('an operator who is asked where the money is', (visitor) => {
  const shop = forTests(startBankedServer);
  let operator: string;
  let buyer: { id: string; phone: string; cpf: string };
  let order: { id: string; txid: string };
  let other: { id: string };
  beforeAll(async () => {
    const { server } = shop;
    operator = (await anAdmin(server, 'SUPPORT')).token;
    buyer = await aCustomer(server, { name: 'Maria da Silva' });
    const raffle = await anOpenRaffle(server, { title: 'Moto 0 km' });
    const { id, txid } = await aPaidOrder(server, raffle.id, 3);
    order = { id: String(id), txid };
    other = { id: String((await anUnpaidOrder(server, raffle.id, 1)).id) };
    const { prisma } = server.app.db;
    await prisma.order.update({ where: { id }, data: { userId: buyer.id, createdAt: new Date('2026-10-05T15:00:00Z') } });
    const late = async (orderId: bigint | null, endToEndId: string, reason: 'SECOND_PAYMENT' | 'UNKNOWN_REFERENCE') =>
      prisma.payment.create({
        data: {
          id: uuidv7(),
          providerName: 'sandbox',
          orderId,
          endToEndId,
          amount: 300n,
          source: 'CALLBACK',
          payerName: 'Carlos Dias',
          paidAt: new Date(),
          latePayment: { create: { id: uuidv7(), amount: 300n, reason } },
        },
      });
    await late(id, END_TO_END_ID, 'SECOND_PAYMENT');
    await late(null, NOBODYS, 'UNKNOWN_REFERENCE');
  });

  async function open(visit: Visitors, path: string) {
    const one = await visit(asOperator(shop.server.url, operator));
    await one.page.goto(`${shop.server.url}/dashboard${path}`);
    return one;
  }
  const link = (page: Page, { id }: { id: string }) => page.getByRole('link', { name: `#${id}`, exact: true });

  it('finds the order by all that a buyer can say', async () => {
    const { page, everyLook } = await open(visitor, '/orders');
    await link(page, other).waitFor();
    const look = async (text: string) => {
      await page.getByLabel('Procurar pedidos').fill(text);
      await page.getByRole('button', { name: 'Procurar', exact: true }).click();
    };
    const { phone, cpf } = buyer;
    const texts = [phone, `(${phone.slice(3, 5)}) ${phone.slice(5, 10)}-${phone.slice(10)}`, cpf, order.txid, END_TO_END_ID];
    for (const text of texts) {
      await look(text);
      await expect.poll(() => link(page, other).count()).toBe(0);
      await link(page, order).waitFor();
      await page.goto(`${shop.server.url}/dashboard/orders`);
      await link(page, other).waitFor();
    }
    await everyLook('dashboard-orders-search');

    await look('Xavier');
    await page.getByRole('combobox', { name: 'Procurar em tudo' }).waitFor();
    await page.keyboard.press('Escape');
    await look(NOBODYS);
    await page.getByText('que não são de nenhum pedido.').waitFor();
    await everyLook('dashboard-orders-none-found');
    await look(`#${order.id}`);
    await page.getByRole('heading', { name: `Pedido #${order.id}` }).waitFor();
  });

  it('narrows orders by their status and by the days on which they were placed', async () => {
    const { page } = await open(visitor, '/orders');
    await link(page, other).waitFor();
    await page.getByLabel('Feitos até').fill('2026-10-05');
    await expect.poll(() => link(page, other).count()).toBe(0);
    await link(page, order).waitFor();
    await page.getByLabel('Feitos até').fill('2026-10-04');
    await page.getByText('Nenhum pedido é assim.').waitFor();
    await page.getByRole('link', { name: 'Ver todos os pedidos' }).click();
    await page.getByLabel('Situação').selectOption('PAID');
    await expect.poll(() => link(page, other).count()).toBe(0);
    await link(page, order).waitFor();
  });

  it('sees on the page of the order every payment, who paid it, and which of them could not be used', async () => {
    const { page, everyLook } = await open(visitor, `/orders/${order.id}`);
    await page.getByRole('link', { name: END_TO_END_ID }).waitFor();
    await page.getByText('Carlos Dias').waitFor();
    await page.getByText('O pedido já estava pago.').waitFor();
    await everyLook('dashboard-order-money');
  });
});
