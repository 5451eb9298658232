import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { anAdmin } from './support/actors.js';
import { inChromium } from './support/browser.js';
import { ageCaches } from './support/clock.js';
import { atRaffle } from './support/operator-visit.js';
import { aPaidOrder, anUnpaidOrder } from './support/order-rows.js';
import { raffleDesk } from './support/raffles.js';
import { seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

inChromium('what comes with a raffle', (visitor) => {
  const server = forTests(startTestServer);
  let token: string;
  let desk: ReturnType<typeof raffleDesk>;
  beforeAll(async () => {
    await seedProviders(server);
    token = (await anAdmin(server)).token;
    desk = raffleDesk(server, token);
  });

  const at = (id: string, tab = '') => atRaffle(visitor, { url: server.url, token, id, tab });
  /** The server renders the page from cached answers: a buyer who arrives at once after a change would see the state before it. */
  const aBuyerAt = async (slug: string): Promise<Page> => {
    ageCaches(2_500);
    const { page } = await visitor();
    await page.goto(`${server.url}/r/${slug}`);
    return page;
  };
  const dialog = (page: Page) => page.getByRole('dialog');
  const save = (page: Page) => dialog(page).getByRole('button', { name: 'Salvar' }).click();
  const isClosed = (page: Page) => expect.poll(() => dialog(page).count()).toBe(0);
  const remove = async (page: Page, row: string) => {
    await page.getByRole('button', { name: `Excluir: ${row}` }).click();
    await dialog(page).getByRole('button', { name: 'Excluir' }).click();
    await isClosed(page);
  };

  it('has promotions that count once they are on, for buyers too, and no more once they are deleted', async () => {
    const id = await desk.open({ slug: 'promo', fastSelectionCards: [5, 10] });
    const { page, everyLook } = await at(id, 'promotions');
    await page.getByText('Nenhuma promoção.').waitFor();
    await everyLook('raffle-promotions-empty');
    await page.getByRole('button', { name: 'Nova promoção' }).click();
    await save(page);
    await dialog(page).getByText('Escreva um número inteiro.').waitFor();
    await dialog(page).getByText('Escreva um valor como 1.234,50.').waitFor();
    await page.getByLabel('Tipo').selectOption({ label: 'Quantidade exata' });
    await page.getByLabel('Quantas cotas').fill('10');
    await page.getByLabel('Preço de todas juntas').fill('18,00');
    await save(page);
    await dialog(page).getByText('não pode passar de R$ 10,00, o preço').waitFor();
    await page.getByLabel('Preço de todas juntas').fill('8,00');
    await page.getByLabel('Cotas de brinde').fill('2');
    await dialog(page).getByText('Resultado: 12 cotas por R$ 8,00, em vez de R$ 12,00.').waitFor();
    await everyLook('raffle-promotion');
    await save(page);
    await isClosed(page);
    const row = page.getByRole('row').filter({ hasText: 'Exatamente 10 cotas' });
    await row.getByText('R$ 8,00 no total').waitFor();

    const card = (buyer: Page) => buyer.getByRole('group', { name: 'Escolha quantas cotas' }).locator('label').nth(1);
    const before = await aBuyerAt('promo');
    await card(before).getByText('R$ 10,00').waitFor();
    await page.getByRole('button', { name: 'Ligar as promoções' }).click();
    await expect.poll(() => page.getByText('As promoções estão desligadas').count()).toBe(0);
    await everyLook('raffle-promotions');
    const buyer = await aBuyerAt('promo');
    await card(buyer).getByText('R$ 8,00').waitFor();
    await card(buyer).getByText('+2 de brinde').waitFor();
    await card(buyer).click();
    await buyer.getByRole('button', { name: 'Comprar por R$ 8,00' }).waitFor();

    await remove(page, 'Exatamente 10 cotas');
    await page.getByText('Nenhuma promoção.').waitFor();
    await card(await aBuyerAt('promo'))
      .getByText('R$ 10,00')
      .waitFor();
  });

  it('has combos and prizes of boxes, which buyers see until they are deleted', async () => {
    const id = await desk.open({ slug: 'caixas', showAwardedBoxes: true });
    const { page, everyLook } = await at(id, 'boxes');
    await page.getByText('Nenhum combo: nenhum pedido recebe caixas.').waitFor();
    await everyLook('raffle-boxes-empty');
    await page.getByRole('button', { name: 'Novo combo' }).click();
    await save(page);
    await dialog(page).getByText('Escreva um número inteiro.').waitFor();
    await page.getByLabel('A partir de quantas cotas').fill('5');
    await page.getByLabel('Quantas caixas').fill('2');
    await everyLook('raffle-combo');
    await save(page);
    await isClosed(page);
    await page.getByText('Os pedidos recebem caixas, mas não há prêmios').waitFor();

    await page.getByRole('button', { name: 'Novo prêmio' }).click();
    await page.getByLabel('O que se ganha').fill('Fone de ouvido');
    await page.getByLabel('Quanto vale cada um').fill('1.250,00');
    await page.getByLabel('Quantos há').fill('101');
    await page.getByLabel('Como sai').selectOption({ label: 'Com uma chance em cada caixa' });
    await page.getByLabel('Chance de cada caixa').fill('12,5');
    await save(page);
    await dialog(page).getByText('não podem ser menos que os prêmios: a rifa tem 100').waitFor();
    expect(await page.getByLabel('Quantos há').getAttribute('aria-invalid')).toBe('true');
    await everyLook('raffle-box-prize-refused');
    await page.getByLabel('Quantos há').fill('3');
    await save(page);
    await isClosed(page);
    const prize = page.getByRole('row').filter({ hasText: 'Fone de ouvido' });
    await prize.getByText('R$ 1.250,00').waitFor();
    await prize.getByText('12,5% de chance por caixa').waitFor();
    await everyLook('raffle-boxes');
    const buyer = await aBuyerAt('caixas');
    await buyer.getByText('5 cotas: 2 caixas').waitFor();
    await buyer.getByText('3 de R$ 1.250,00 · 12,5% de chance por caixa').waitFor();

    await remove(page, 'Fone de ouvido');
    await remove(page, '5 cotas');
    await page.getByText('Nenhum combo: nenhum pedido recebe caixas.').waitFor();
    const after = await aBuyerAt('caixas');
    await after.getByRole('button', { name: /^Comprar/ }).waitFor();
    expect(await after.getByText('Caixas premiadas').count()).toBe(0);
  });

  it('has quota prizes of numbers that were typed, which buyers see until they are deleted', async () => {
    const id = await desk.open({
      slug: 'premiadas',
      quotaQuantity: 1_000,
      enableQuotaPrizes: true,
      showQuotaPrizeNumbers: true,
    });
    const { page, everyLook } = await at(id, 'quota-prizes');
    await page.getByText('Nenhuma cota premiada ainda.').waitFor();
    await everyLook('raffle-quota-prizes-empty');
    await page.getByRole('button', { name: 'Adicionar' }).click();
    await page.getByLabel('O que cada uma ganha').fill('PIX de R$ 50,00');
    await page.getByLabel('Números').fill('007 1000 942');
    await dialog(page).getByRole('button', { name: 'Adicionar 3' }).click();
    await dialog(page).getByText('1000: deve ser um número desta rifa, escrito como').waitFor();
    await everyLook('raffle-quota-prizes-refused');
    await page.getByLabel('Números').fill('007 942');
    await dialog(page).getByRole('button', { name: 'Adicionar 2' }).click();
    await isClosed(page);
    await page.getByRole('cell', { name: '007', exact: true }).waitFor();
    await everyLook('raffle-quota-prizes');
    const prizeOf = (buyer: Page, number: string) => buyer.getByRole('listitem').filter({ hasText: number });
    const buyer = await aBuyerAt('premiadas');
    await prizeOf(buyer, '007').getByText('PIX de R$ 50,00').waitFor();
    await prizeOf(buyer, '942').getByText('Disponível').waitFor();

    await remove(page, '007');
    const after = await aBuyerAt('premiadas');
    await prizeOf(after, '942').waitFor();
    expect(await prizeOf(after, '007').count()).toBe(0);
  });

  it('has its orders and its prizes as files, asked for with the token of the operator and not with its address', async () => {
    const id = await desk.open({ slug: 'planilha' });
    const paid = await aPaidOrder(server, id, 3);
    const unpaid = await anUnpaidOrder(server, id, 2);
    const { page } = await at(id);
    const asked: { url: string; authorization: string | undefined }[] = [];
    page.on('request', (request) => {
      const { authorization } = request.headers();
      if (request.url().includes('.csv')) asked.push({ url: request.url(), authorization });
    });
    const download = async (name: string) => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
      const text = await readFile(await file.path(), 'utf8');
      return {
        name: file.suggestedFilename(),
        ids: text
          .trim()
          .split('\r\n')
          .slice(1)
          .map((line) => line.split(';')[0]),
      };
    };
    await page.getByRole('link', { name: `#${paid.id}` }).waitFor();
    expect(await download('Baixar todos (CSV)')).toEqual({
      name: `pedidos-${id}.csv`,
      ids: [String(unpaid.id), String(paid.id)],
    });
    await page.getByLabel('Situação').selectOption('PAID');
    expect(await download('Baixar estes (CSV)')).toEqual({ name: `pedidos-${id}-paid.csv`, ids: [String(paid.id)] });
    expect(await download('Baixar os prêmios (CSV)')).toEqual({ name: `premios-${id}.csv`, ids: [] });
    const address = `${server.url}/v1/raffles/${id}/orders.csv`;
    const authorization = `Bearer ${token}`;
    expect(asked).toEqual([
      { url: address, authorization },
      { url: `${address}?status=PAID`, authorization },
      { url: `${server.url}/v1/raffles/${id}/won-prizes.csv`, authorization },
    ]);
  });

  it('displays a percentage that is marked as adjusted, for operators and for buyers', async () => {
    const id = await desk.open({ slug: 'exibida' });
    await aPaidOrder(server, id, 10);
    const { page, everyLook } = await at(id);
    const card = page.getByRole('region', { name: 'Porcentagem exibida' });
    await card.getByText('igual ao real').waitFor();
    await page.getByLabel('Exibir no mínimo').fill('120');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await card.getByText('Escreva uma porcentagem de 0 a 100, como 12,5.').waitFor();
    await page.getByLabel('Exibir no mínimo').fill('62,5');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await card.getByText('marcado como ajustado').waitFor();
    await card.getByText('62,5%').waitFor();
    await card.getByText('10%', { exact: true }).waitFor();
    await everyLook('raffle-figures');
    const buyer = await aBuyerAt('exibida');
    await buyer.getByText('62,5% vendido').waitFor();
    await buyer.getByText('valor ajustado pelo organizador').waitFor();

    await page.getByRole('button', { name: 'Exibir o real' }).click();
    await card.getByText('igual ao real').waitFor();
    const after = await aBuyerAt('exibida');
    await after.getByText('10% vendido').waitFor();
    expect(await after.getByText('valor ajustado').count()).toBe(0);
  });
});
