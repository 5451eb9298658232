import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { startBankedServer } from './support/banked-server.js';
import { inChromium } from './support/browser.js';
import { asOperator } from './support/operator-visit.js';
import { anUnpaidOrder } from './support/order-rows.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests } from './support/start.js';

const PAGE = 25;

inChromium('lists of an operator who works all day', (visitor) => {
  const shop = forTests(startBankedServer);
  let owner: { id: string; token: string };
  beforeAll(async () => {
    const { server } = shop;
    owner = await anAdmin(server);
    const raffle = await anOpenRaffle(server, { title: 'Honda CB 300F Twister zero quilômetro, com capacete e emplacada' });
    for (let number = 0; number < PAGE + 5; number++) {
      const { id } = await anUnpaidOrder(server, raffle.id, number + 1);
      const { id: userId } = await aCustomer(server, { name: `Maria Aparecida de Albuquerque Cavalcanti ${number}` });
      await server.app.db.prisma.order.update({ where: { id }, data: { userId } });
    }
  });

  async function at(path: string, token = owner.token) {
    const one = await visitor({ ...asOperator(shop.server.url, token), width: 1280, height: 900 });
    await one.page.goto(`${shop.server.url}/dashboard${path}`);
    await one.page.getByRole('row').nth(PAGE).waitFor();
    return one;
  }

  it.each(['/orders', '/people'])('shows 25 rows of %s on one screen, each in one line', async (path) => {
    const { page, everyLook } = await at(path);
    const rows = await page.evaluate<{ top: number; bottom: number }[]>(
      `[...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().toJSON())`,
    );
    expect(Math.max(...rows.map(({ top, bottom }) => bottom - top))).toBeLessThanOrEqual(32);
    expect(rows[PAGE - 1]!.bottom - rows[0]!.top).toBeLessThan(800);
    await page.getByText('25 na lista até agora').waitFor();
    await everyLook(`desk${path.replace('/', '-')}`);
  });

  it('keeps a filter under a name, on another device too, and brings a deleted one back', async () => {
    const { page, everyLook } = await at('/orders');
    const chip = (of: Page, name: string) => of.getByRole('group', { name: 'Filtros guardados' }).getByRole('link', { name });
    await page.getByLabel('Situação').selectOption('PENDING');
    await page.getByLabel('Feitos desde').fill('2026-01-01');
    await page.getByLabel('Procurar pedidos').fill('11987654321');
    await page.getByRole('button', { name: 'Procurar', exact: true }).click();
    await page.getByRole('button', { name: 'Guardar este filtro' }).click();
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Escreva um nome.').waitFor();
    await page.getByRole('textbox', { name: 'Nome do filtro' }).fill('Não pagos');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await chip(page, 'Não pagos').waitFor();
    const { query } = await shop.server.app.db.prisma.savedFilter.findFirstOrThrow({ where: { userId: owner.id } });
    expect(query).toBe('status=PENDING&from=2026-01-01');

    const other = await at('/orders');
    await chip(other.page, 'Não pagos').click();
    await expect.poll(() => new URL(other.page.url()).search).toBe(`?${query}`);
    expect(await other.page.getByLabel('Situação').inputValue()).toBe('PENDING');
    expect(await chip(other.page, 'Não pagos').getAttribute('aria-current')).toBe('true');
    await other.page.getByRole('button', { name: 'Mudar o nome' }).click();
    await other.page.getByRole('textbox', { name: 'Nome do filtro' }).fill('A pagar');
    await other.page.getByRole('button', { name: 'Salvar' }).click();
    await chip(other.page, 'A pagar').waitFor();

    await page.reload();
    await chip(page, 'A pagar').click();
    await everyLook('filters');
    await page.getByRole('button', { name: 'Excluir o filtro' }).click();
    await page.getByText('O filtro “A pagar” foi excluído.').waitFor();
    expect(await chip(page, 'A pagar').count()).toBe(0);
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await chip(page, 'A pagar').waitFor();
  });

  describe('acts on many orders', () => {
    const pick = (page: Page, id: string | bigint) => page.getByRole('checkbox', { name: `Escolher #${id}`, exact: true });
    const bar = (page: Page) => page.getByRole('region', { name: 'Pedidos escolhidos' });
    const inDialog = (page: Page, name: RegExp) => page.getByRole('dialog').getByRole('button', { name });
    const statusOf = async (id: bigint) => (await shop.server.app.db.prisma.order.findUniqueOrThrow({ where: { id } })).status;

    async function paidOrders(raffleId: string, count: number) {
      const buyer = await aCustomer(shop.server);
      const orders = [];
      for (let number = 0; number < count; number++) {
        const { order } = await shop.desk.buy(buyer.token, { raffleId, quotaQuantity: 2 });
        await shop.payAtBank(order?.qrCodeContent);
        await shop.untilStatus(order, 'PAID');
        orders.push(BigInt(order!.id));
      }
      return orders;
    }

    it('cancels those that wait for their payment, shows before what changes, and leaves the rest', async () => {
      const raffle = await anOpenRaffle(shop.server);
      const unpaid = [];
      for (let number = 0; number < 4; number++) unpaid.push((await anUnpaidOrder(shop.server, raffle.id, 5)).id);
      const [paid] = await paidOrders(raffle.id, 1);
      const { page, everyLook } = await at('/orders');
      await pick(page, paid!).click();
      // With Shift all between the two.
      await pick(page, unpaid[1]!).click({ modifiers: ['Shift'] });
      await bar(page).getByText('Escolhidos: 4 · R$ 17,00 · cotas: 17').waitFor();
      // By the keyboard.
      await pick(page, unpaid[1]!).press('ArrowUp');
      await page.keyboard.press('Space');
      await bar(page).getByText('Escolhidos: 3 · R$ 12,00 · cotas: 12').waitFor();
      await everyLook('bulk-chosen');
      await bar(page).getByRole('button', { name: 'Cancelar…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Pedidos a cancelar: 2, que somam R$ 10,00. Cotas que voltam à venda: 10.').waitFor();
      await dialog.getByText(`#${paid}: não espera mais o pagamento (Pago).`).waitFor();
      await everyLook('bulk-cancel');
      await inDialog(page, /^Cancelar 2$/).click();
      await dialog.getByText('Tudo foi feito.').waitFor();
      await inDialog(page, /^Concluir$/).click();
      await expect.poll(() => bar(page).count()).toBe(0);
      expect(await Promise.all([...unpaid, paid!].map(statusOf))).toEqual([
        'PENDING',
        'CANCELLED',
        'PENDING',
        'CANCELLED',
        'PAID',
      ]);
      await page
        .getByRole('row')
        .filter({ hasText: `#${unpaid[1]}` })
        .getByText('Cancelado')
        .waitFor();
    });

    it('begins with the orders of one raffle', async () => {
      const title = 'Moto de um dia';
      const raffle = await anOpenRaffle(shop.server, { title });
      const { id } = await anUnpaidOrder(shop.server, raffle.id, 5);
      const { page } = await at('/orders');
      await page.getByLabel('Rifa', { exact: true }).selectOption(title);
      await expect.poll(() => new URL(page.url()).searchParams.get('raffle')).toBe(raffle.id);
      await pick(page, id).waitFor();
      expect(await page.getByRole('row').count()).toBe(2);
    });

    it('refunds each once, though an answer was lost, and goes on when the page is left', async () => {
      const raffle = await anOpenRaffle(shop.server);
      const orders = await paidOrders(raffle.id, 3);
      const { page, everyLook, expects } = await at('/orders');
      expects(/Failed to load resource/);
      for (const id of orders) await pick(page, id).check();
      await bar(page).getByRole('button', { name: 'Devolver…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Pedidos a devolver: 3. Voltam aos compradores até R$ 6,00').waitFor();
      await dialog.getByLabel('Motivo (opcional)').fill('Rifa adiada');
      let isLost = false;
      await page.route('**/graphql', async (route) => {
        if (isLost || !route.request().postData()?.includes('refundOrders')) return route.continue();
        isLost = true;
        await route.fetch();
        return route.abort('connectionreset');
      });
      await inDialog(page, /^Devolver 3$/).click();
      await expect.poll(() => isLost).toBe(true);
      await inDialog(page, /^Devolver 3$/).click();
      await dialog.getByText('3 de 3 feitos.').waitFor();
      await dialog.getByText('Tudo foi feito.').waitFor();
      await everyLook('bulk-over');
      const refunds = await shop.server.app.db.prisma.refund.findMany({ where: { payment: { orderId: { in: orders } } } });
      expect(refunds.map(({ amount, reason }) => [amount, reason])).toEqual(orders.map(() => [200n, 'Rifa adiada']));
    });

    it('says what refused it, there and afterwards, and tries that again', async () => {
      const raffle = await anOpenRaffle(shop.server);
      const [first, second] = [await anUnpaidOrder(shop.server, raffle.id, 1), await anUnpaidOrder(shop.server, raffle.id, 1)];
      const { page, everyLook } = await at('/orders');
      for (const { id } of [first, second]) await pick(page, id).check();
      await bar(page).getByRole('button', { name: 'Cancelar…' }).click();
      // Meanwhile.
      await shop.server.app.db.prisma.order.update({ where: { id: first.id }, data: { status: 'EXPIRED', endedAt: new Date() } });
      await inDialog(page, /^Cancelar 2$/).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Não deram certo: 1.').waitFor();
      await dialog.getByText(`#${first.id}: `).waitFor();
      expect(await statusOf(second.id)).toBe('CANCELLED');
      await inDialog(page, /^Tentar de novo \(1\)$/).click();
      await dialog.getByText('0 de 1 feitos.').waitFor();
      await dialog.getByText('Não deram certo: 1.').waitFor();
      await inDialog(page, /^Concluir$/).click();

      await page.goto(`${shop.server.url}/dashboard/exports`);
      const acts = page.getByRole('table', { name: 'As ações em massa mais novas' });
      await acts
        .getByRole('row', { name: /Cancelar pedidos/ })
        .first()
        .getByText('0 de 1 feitos')
        .waitFor();
      await acts
        .getByRole('button', { name: /^Ver 1/ })
        .first()
        .click();
      await page
        .getByRole('dialog')
        .getByRole('link', { name: String(first.id) })
        .waitFor();
      await everyLook('bulk-failures');
    });

    it('blocks people who were chosen, with one reason', async () => {
      const { page, everyLook } = await at('/people');
      const names = [0, 1].map((number) => `Escolher Maria Aparecida de Albuquerque Cavalcanti ${PAGE + 3 + number}`);
      for (const name of names) await page.getByRole('checkbox', { name, exact: true }).check();
      await page.getByRole('region', { name: 'Pessoas escolhidas' }).getByRole('button', { name: 'Bloquear…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Pessoas a bloquear: 2.').waitFor();
      await dialog.getByLabel('Motivo').fill('robôs');
      await everyLook('bulk-block');
      await inDialog(page, /^Bloquear 2$/).click();
      await dialog.getByText('Tudo foi feito.').waitFor();
      const blocked = await shop.server.app.db.prisma.user.findMany({ where: { blockedReason: 'robôs' } });
      expect(blocked).toHaveLength(2);
    });

    it.each([
      ['SUPPORT', 'Cancelar…', 'Devolver…'],
      ['FINANCE', 'Devolver…', 'Cancelar…'],
    ] as const)('offers %s only what the role may do', async (role, may, mayNot) => {
      const { page } = await at('/orders', (await anAdmin(shop.server, role)).token);
      await page.getByRole('checkbox', { name: 'Escolher todos os da lista' }).check();
      await bar(page).getByRole('button', { name: may }).waitFor();
      expect(await bar(page).getByRole('button', { name: mayNot }).count()).toBe(0);
      const { id } = await shop.server.app.db.prisma.order.findFirstOrThrow({ where: { status: 'PENDING' } });
      await page.goto(`${shop.server.url}/dashboard/orders/${id}`);
      await page.getByRole('button', { name: role === 'SUPPORT' ? 'Cancelar pedido' : 'Marcar como pago' }).waitFor();
      const other = page.getByRole('button', { name: role === 'SUPPORT' ? 'Marcar como pago' : 'Cancelar pedido' });
      expect(await other.count()).toBe(0);
      if (role !== 'SUPPORT') return;
      await page.getByRole('button', { name: 'Cancelar pedido' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancelar o pedido' }).click();
      await page.getByText(`O pedido #${id} foi cancelado.`).waitFor();
      await expect.poll(() => page.evaluate<string>('document.activeElement.tagName')).toBe('H1');
    });
  });
});
