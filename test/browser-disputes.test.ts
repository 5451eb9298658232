import { beforeAll, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { inChromium } from './support/browser.js';
import { asOperator } from './support/operator-visit.js';
import { anOpenRaffle, seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';
import { aWonPrize } from './support/won-prizes.js';

inChromium('a disputed payment', (visitor) => {
  const server = forTests(startTestServer);
  beforeAll(() => seedProviders(server));

  it('is marked and released by operators, and its prize waits meanwhile', { timeout: 60_000 }, async () => {
    const raffle = await anOpenRaffle(server);
    const { orderId } = await aWonPrize(server, raffle.id, { userId: (await aCustomer(server)).id, title: 'R$ 50' });
    const { token } = await anAdmin(server, 'FINANCE');
    const { page, everyLook } = await visitor(asOperator(server.url, token));
    const dialog = page.getByRole('dialog');
    await page.goto(`${server.url}/dashboard/orders/${orderId}`);
    await page.getByRole('button', { name: 'Marcar como contestado' }).click();
    await dialog.getByLabel('Quem contestou, e por quê?').fill('Carta do banco');
    await everyLook('dispute-open');
    await dialog.getByRole('button', { name: 'Marcar como contestado' }).click();
    await page.getByText('Carta do banco').waitFor();

    await page.goto(`${server.url}/dashboard/prizes`);
    const prize = page.getByRole('row').filter({ has: page.getByText('R$ 50', { exact: true }) });
    await prize.getByText('Pagamento contestado: aguarde').waitFor();
    await prize.getByRole('button', { name: 'Avisei o ganhador' }).waitFor();
    await prize.getByRole('button', { name: 'Entregar' }).waitFor({ state: 'detached' });

    await page.goto(`${server.url}/dashboard/money`);
    const dispute = page.getByRole('row').filter({ has: page.getByText('Carta do banco') });
    await everyLook('disputes');
    await dispute.getByRole('button', { name: 'Liberar' }).click();
    await dialog.getByLabel('Por que o dinheiro fica?').fill('O pagador desistiu');
    await dialog.getByRole('button', { name: 'Liberar' }).click();
    await page.getByText('A contestação foi liberada.').waitFor();
    await dispute.waitFor({ state: 'detached' });
  });

  it('that the bank took is recorded, from the list and from the order', { timeout: 60_000 }, async () => {
    const raffle = await anOpenRaffle(server);
    const { orderId } = await aWonPrize(server, raffle.id, { userId: (await aCustomer(server)).id, title: 'R$ 70' });
    const { prisma } = server.app.db;
    // No provider reports it.
    const { id: paymentId } = await prisma.payment.update({
      where: { id: (await prisma.payment.findFirstOrThrow({ where: { orderId } })).id },
      data: { endToEndId: null, source: 'ADMIN' },
    });
    const { token } = await anAdmin(server, 'FINANCE');
    const { page, everyLook } = await visitor(asOperator(server.url, token));
    const dialog = page.getByRole('dialog');
    const fill = async (amount: string, returnId: string) => {
      await dialog.getByLabel('Valor devolvido').fill(amount);
      await dialog.getByLabel('Identificador da devolução').fill(returnId);
      await dialog.getByLabel('Como o banco avisou?').fill('Carta do banco');
      await dialog.getByRole('button', { name: 'Anotar a devolução' }).click();
    };
    await page.goto(`${server.url}/dashboard/orders/${orderId}`);
    await page.getByRole('button', { name: 'Marcar como contestado' }).click();
    await dialog.getByLabel('Quem contestou, e por quê?').fill('Carta de setenta');
    await dialog.getByRole('button', { name: 'Marcar como contestado' }).click();
    await page.getByText('Carta de setenta').waitFor();
    await page.getByRole('button', { name: 'O banco devolveu' }).click();
    await everyLook('bank-return');
    await fill('muito', 'D1');
    await dialog.getByText('Escreva um valor acima de zero, como 12,50.').waitFor();
    await fill('0,30', 'D1');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: 'R$ 0,30' }).waitFor();

    await page.goto(`${server.url}/dashboard/money`);
    const dispute = page.getByRole('row').filter({ has: page.getByText('Carta de setenta') });
    await dispute.getByRole('button', { name: 'O banco devolveu' }).click();
    await fill('0,70', 'X1');
    await dialog.getByText('deve começar com D').waitFor();
    await fill('0,70', 'D2');
    await page.getByText('A devolução do banco foi anotada.').waitFor();
    await dispute.waitFor({ state: 'detached' });
    expect(await prisma.refund.count({ where: { paymentId, initiator: 'BANK', status: 'RETURNED' } })).toBe(2);
  });

  it('that the bank took after the draw has its prize denied, with a reason', { timeout: 60_000 }, async () => {
    const raffle = await anOpenRaffle(server);
    const { orderId } = await aWonPrize(server, raffle.id, { userId: (await aCustomer(server)).id, title: 'Bicicleta' });
    const { id: paymentId } = await server.app.db.prisma.payment.findFirstOrThrow({ where: { orderId } });
    const taken = { id: `B${orderId}`, paymentId, amount: 100n, status: 'RETURNED', initiator: 'BANK' } as const;
    await server.app.db.prisma.refund.create({ data: taken });
    const { token } = await anAdmin(server, 'FINANCE');
    const { page } = await visitor(asOperator(server.url, token));
    const dialog = page.getByRole('dialog');
    await page.goto(`${server.url}/dashboard/prizes`);
    const prize = page.getByRole('row').filter({ has: page.getByText('Bicicleta', { exact: true }) });
    await prize.getByText('O dinheiro do pedido voltou: decida').waitFor();
    await prize.getByRole('button', { name: 'Entregar' }).click();
    await dialog.getByText('A entrega fica anotada como sua decisão.').waitFor();
    await dialog.getByRole('button', { name: 'Voltar' }).click();
    await prize.getByRole('button', { name: 'Negar' }).click();
    await dialog.getByLabel('Por que negar?').fill('Fraude');
    await dialog.getByRole('button', { name: 'Negar' }).click();
    await page.getByText('Negado: Bicicleta.').waitFor();
  });
});
