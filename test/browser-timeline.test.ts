import { expect, it } from 'vitest';
import { inChromium } from './support/browser.js';
import { aCustomer } from './support/actors.js';
import { raffleBoxes } from './support/boxes.js';
import { ageCaches } from './support/clock.js';
import { closeBook } from '../src/book/publisher.js';
import { comesDue, startDrawStage } from './support/draw-stage.js';
import { quotaPrizeDesk } from './support/quota-prizes.js';
import { decideAll } from './support/rounds.js';
import { salesDesk } from './support/sales.js';
import { forTests } from './support/start.js';

inChromium('what happened in a raffle', (visitor) => {
  const stage = forTests(startDrawStage);

  it(
    'stands on the page of the draw, and with each prize of the raffle, and no text promises what is gone',
    { timeout: 90_000 },
    async () => {
      const { server, admin } = stage;
      const prizes = quotaPrizeDesk(server.graphql, admin.token);
      const boxes = raffleBoxes(server.graphql);
      const slug = 'linha-do-tempo';
      const id = await stage.desk.open({ slug, quotaQuantity: 30, enableQuotaPrizes: true, showAwardedBoxes: true });
      const { value: [sent = ''] = [] } = await prizes.create(id, [
        { prize: 'Bike', luckyNumber: '7' },
        { prize: 'Patinete', luckyNumber: '8', releaseAtPercentage: 50 },
      ]);
      const box = (await boxes.create(admin.token, id, { title: 'Café', quantity: 5, mode: 'PORCENTAGEM', percentage: 100 })).data
        .id;
      await boxes.combo(admin.token, id, 15, 1);
      const one = await visitor();
      const { page } = one;
      await page.goto(`${server.url}/r/${slug}`);
      await page.getByText('100% de chance por caixa, enquanto houver').waitFor();
      await prizes.lock(sent);
      await boxes.lock(admin.token, box);
      const buyer = await aCustomer(server, { name: 'Ana Lúcia Prado' });
      const { order } = await salesDesk(server.graphql).buyWithoutGateway(buyer.token, { raffleId: id, quotaQuantity: 19 });
      await salesDesk(server.graphql).pay(admin.token, order!.id);
      await closeBook(server.app, id);
      await decideAll(server.app);
      ageCaches(1_000);

      await page.reload();
      const boxCard = page.getByRole('region', { name: 'Caixas premiadas' });
      await boxCard.getByText('Nenhuma caixa tem prêmio agora').waitFor();
      expect(await boxCard.getByText('100%').count()).toBe(0);
      const bike = page.getByRole('listitem').filter({ hasText: 'Bike' });
      await bike.getByText('História').click();
      await bike.getByText('Publicado em jogo desde a primeira venda.').waitFor();
      await bike.getByText('o organizador mandou para o encerramento').waitFor();
      const scooter = page.getByRole('listitem').filter({ hasText: 'Patinete' });
      await scooter.getByText('História').click();
      await scooter.getByText('entrou em jogo').waitFor();

      await page.getByRole('link', { name: 'O que já aconteceu' }).click();
      const list = page.getByRole('list', { name: 'O que já aconteceu' });
      await list.getByText('50% das cotas foram pagas: 1 prêmio entrou em jogo.').waitFor();
      await list.getByText('O organizador mandou Bike para o encerramento: 1 por sair').waitFor();
      await list.getByText('O organizador mandou Café para o encerramento: 5 por sair').waitFor();
      await list.getByText('19 cotas pagas à mão.').waitFor();
      expect((await list.getByRole('listitem').last().textContent()) ?? '').toContain('A rifa foi publicada.');

      await stage.desk.update(id, { status: 'CLOSED', maxReservationQuantity: 5 });
      await stage.createWinner(id);
      await comesDue(server, id);
      await stage.provenDraw(id);
      ageCaches(1_000);
      await page.reload();
      await list.getByText('máximo de cotas por pedido: 30 → 5').waitFor();
      await list.getByText('A rifa foi congelada').waitFor();
      await list.getByText('A prova do sorteio foi publicada.').waitFor();
      await page.goto(`${server.url}/r/${slug}`);
      const wonBike = page.getByRole('listitem').filter({ hasText: 'Bike' }).first();
      await wonBike.getByText('Ana P. · Sorteado no encerramento').waitFor();
    },
  );
});
