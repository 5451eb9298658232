import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { aCustomer } from './support/actors.js';
import { startBankedServer } from './support/banked-server.js';
import { inChromium } from './support/browser.js';
import { aContest, comesDue, contestIsHeld, startDrawStage } from './support/draw-stage.js';
import { eventually } from './support/eventually.js';
import { atRaffle } from './support/operator-visit.js';
import { aPaidOrder } from './support/order-rows.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests } from './support/start.js';

inChromium('a raffle that ends', (visitor) => {
  const shop = forTests(startBankedServer);
  const stage = forTests(startDrawStage);

  const dialog = (page: Page) => page.getByRole('dialog');
  const step = (page: Page) => page.locator('[aria-current=step]').textContent();

  it('by being called off shows what goes back before it is confirmed, anew when it grew, and pays it back', async () => {
    const { server, desk, admin } = shop;
    const { prisma } = server.app.db;
    const { id } = await anOpenRaffle(server, { slug: 'cancelada', title: 'Moto 0 km' });
    const buyer = await aCustomer(server);
    const sell = async (quotaQuantity: number) => {
      const { order } = await desk.buy(buyer.token, { raffleId: id, quotaQuantity });
      await shop.payAtBank(order?.qrCodeContent);
      await shop.untilStatus(order, 'PAID');
    };
    await sell(10);
    await sell(5);
    const { page, everyLook } = await atRaffle(visitor, { url: server.url, token: admin.token, id, tab: 'settings' });
    const callOff = async () => {
      await page.getByRole('button', { name: 'Cancelar a rifa' }).click();
      await dialog(page).getByText('15 cotas foram pagas.').waitFor();
      await dialog(page).getByRole('button', { name: 'Continuar' }).click();
      await dialog(page).getByText('R$ 15,00', { exact: true }).waitFor();
    };
    const told = (name: string) => dialog(page).getByText(name, { exact: true }).locator('xpath=../dd').textContent();
    await callOff();
    expect(await told('Pedidos pagos')).toBe('2');
    expect(await told('Volta aos compradores')).toBe('R$\u00a015,00');
    await everyLook('raffle-calling-off');
    await dialog(page).getByRole('button', { name: 'Voltar' }).click();
    expect((await prisma.raffle.findUniqueOrThrow({ where: { id } })).status).toBe('OPEN');
    expect(await prisma.refund.count()).toBe(0);

    await callOff();
    await sell(2);
    await dialog(page).getByRole('button', { name: 'Cancelar e devolver R$ 15,00' }).click();
    const confirm = dialog(page).getByRole('button', { name: 'Cancelar e devolver R$ 17,00' });
    await confirm.waitFor();
    expect(await told('Pedidos pagos')).toBe('3');
    expect((await prisma.raffle.findUniqueOrThrow({ where: { id } })).status).toBe('OPEN');
    await confirm.click();
    await page.getByText('Cancelada antes do sorteio. Os pedidos pagos são devolvidos sozinhos.').waitFor();
    const returned = async () => {
      const refunds = await prisma.refund.findMany({ where: { status: 'RETURNED' }, orderBy: { amount: 'asc' } });
      return refunds.map(({ amount }) => amount);
    };
    await expect.poll(returned, { timeout: 15_000 }).toEqual([200n, 500n, 1_000n]);
    await everyLook('raffle-called-off');
    const { page: site } = await visitor();
    await site.goto(`${server.url}/r/cancelada`);
    await site.getByRole('heading', { name: 'Rifa cancelada' }).waitFor();
  }, 60_000);

  it('by its draw goes step by step from the sale to the winners, which everybody sees', async () => {
    const { server, admin } = stage;
    const prizes = [{ title: 'Moto 0 km' }, { title: 'Fone de ouvido' }];
    const id = await stage.desk.open({ slug: 'sorteio', prizes });
    for (const quantity of [30, 20]) await aPaidOrder(server, id, quantity);
    const { page, everyLook } = await atRaffle(visitor, { url: server.url, token: admin.token, id, tab: 'draw' });
    await page.getByText('A rifa ainda está à venda.').waitFor();
    expect(await step(page)).toContain('Encerrar as vendas');
    await everyLook('raffle-draw-selling');
    await page.getByRole('button', { name: 'Encerrar as vendas' }).click();
    await dialog(page).getByRole('button', { name: 'Encerrar as vendas' }).click();

    await page.getByRole('heading', { name: 'Congelar para o sorteio' }).waitFor();
    expect(await step(page)).toContain('Congelar');
    await page.getByText('50 cotas', { exact: true }).waitFor();
    await page.getByText('Moto 0 km, Fone de ouvido').waitFor();
    await everyLook('raffle-draw-closed');
    await page.getByRole('button', { name: 'Congelar' }).click();
    await dialog(page).getByText('50 cotas pagas ficam como estão').waitFor();
    await everyLook('raffle-draw-freezing');
    await dialog(page).getByRole('button', { name: 'Voltar' }).click();
    expect(await stage.drawProof(id)).toEqual({ draw: null, error: undefined });
    await page.getByRole('button', { name: 'Congelar' }).click();
    await dialog(page).getByRole('button', { name: 'Congelar' }).click();

    await page.getByRole('heading', { name: 'À espera da rodada' }).waitFor();
    expect(await step(page)).toContain('Sortear');
    const { draw } = await stage.drawProof(id);
    await page.getByText(draw.manifestHash).waitFor();
    await page.getByText('O farol “development” não é o público').waitFor();
    await everyLook('raffle-draw-waiting');

    await comesDue(server, id);
    await eventually(async () => {
      await stage.work();
      return Boolean((await stage.drawProof(id)).draw.proofUrl);
    });
    await page.getByRole('heading', { name: 'Ganhadores' }).waitFor();
    expect(await step(page)).toContain('Ganhadores');
    const { draw: drawn } = await stage.drawProof(id);
    expect(drawn.winners).toHaveLength(2);
    const rows = page.getByRole('table', { name: 'Lista dos ganhadores' }).getByRole('row');
    for (const { prize, luckyNumber } of drawn.winners) await rows.filter({ hasText: prize }).getByText(luckyNumber).waitFor();
    await page.getByRole('link', { name: 'Baixar a prova' }).waitFor();
    await everyLook('raffle-drawn');

    const [site] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Ver a página do sorteio' }).click(),
    ]);
    await site.getByRole('heading', { name: 'Ganhadores' }).waitFor();
    expect(new URL(site.url()).pathname).toBe('/r/sorteio/draw');
    for (const { luckyNumber } of drawn.winners) await site.getByText(luckyNumber).first().waitFor();

    await page.getByRole('button', { name: 'Marcar como concluída' }).click();
    await dialog(page).getByRole('button', { name: 'Marcar como concluída' }).click();
    await page.getByText('Concluída', { exact: true }).waitFor();
  });

  it('by the lottery names contest and day, and is drawn when two operators typed the same results', async () => {
    const { server, admin, second } = stage;
    const { id } = await stage.aClosedRaffle([3, 4], { quotaQuantity: 100, drawMode: 'LOTERIA_FEDERAL' });
    const { contest, contestDate } = aContest();
    const results = ['34567', '12348', '90211', '55603', '77129'];
    const { page, everyLook } = await atRaffle(visitor, { url: server.url, token: admin.token, id, tab: 'draw' });
    await page.getByRole('button', { name: 'Congelar' }).click();
    await page.getByText('Escreva o número do concurso.').waitFor();
    await page.getByText('Escolha a data do concurso.').waitFor();
    await page.getByLabel('Número do concurso').fill(String(contest));
    await page.getByLabel('Data do concurso').fill(contestDate);
    await everyLook('raffle-draw-contest');
    await page.getByRole('button', { name: 'Congelar' }).click();
    await dialog(page).getByText(`Quem decide é o concurso ${contest}, de`).waitFor();
    await dialog(page).getByRole('button', { name: 'Congelar' }).click();
    await page.getByRole('heading', { name: 'À espera do concurso' }).waitFor();
    await contestIsHeld(server, id);
    await page.reload();

    const type = async (at: Page, digits: readonly string[]) => {
      for (const [place, result] of digits.entries()) await at.getByLabel(`${place + 1}º prêmio`).fill(result);
      await at.getByRole('button', { name: 'Ver o número que dá' }).click();
      await dialog(at)
        .getByRole('button', { name: /^Confirmar \d\d$/ })
        .click();
    };
    await type(page, results);
    await page.getByText('Um segundo operador precisa digitar os mesmos').waitFor();
    await everyLook('raffle-draw-second-operator');
    const { page: other } = await atRaffle(visitor, { url: server.url, token: second.token, id, tab: 'draw' });
    await type(other, results.with(4, '77128'));
    await dialog(other)
      .getByText(`outro operador digitou ${results.join(', ')}`)
      .waitFor();
    await dialog(other).getByRole('button', { name: 'Corrigir' }).click();
    await type(other, results);
    await other.getByText('Por dois operadores').waitFor();
  });
});
