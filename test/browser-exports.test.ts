import { beforeAll, expect, it } from 'vitest';
import { makeExports } from '../src/exports/export-worker.js';
import { makeDueExports } from '../src/exports/export-schedule.service.js';
import { features } from '../src/features.js';
import { anAdmin } from './support/actors.js';
import { inChromium } from './support/browser.js';
import { asOperator } from './support/operator-visit.js';
import { aPaidOrder } from './support/order-rows.js';
import { anOpenRaffle, seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

/** What runs stays so until the test lets it go on. */
const withoutWorkers = features.map((feature) => (feature.name === 'exports' ? { ...feature, workers: [] } : feature));

inChromium('exports', (visitor) => {
  const server = forTests(() => startTestServer({}, { features: withoutWorkers }));
  beforeAll(() => seedProviders(server));

  it('are asked for where orders are listed, and go on when the page is left', { timeout: 90_000 }, async () => {
    const { id } = await anOpenRaffle(server, { title: 'Moto zero' });
    const order = await aPaidOrder(server, id, 3);
    const { token } = await anAdmin(server, 'FINANCE');
    const { page, everyLook } = await visitor(asOperator(server.url, token));
    await page.goto(`${server.url}/dashboard/orders?status=PAID&q=11988887777`);
    await page.getByRole('button', { name: 'Exportar' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Uma exportação não procura por telefone').waitFor();
    expect(await dialog.getByLabel('Situação').inputValue()).toBe('PAID');
    await dialog.getByLabel('Rifa').selectOption('Moto zero');
    await everyLook('export-dialog');
    await dialog.getByRole('button', { name: 'Exportar' }).click();

    const running = page.getByRole('region', { name: 'Em andamento' });
    await running.getByText('Aguardando a vez').waitFor();
    await page.getByRole('row').filter({ hasText: 'Moto zero, Pago' }).getByText('Aguardando').waitFor();
    // Half of it is done.
    await server.app.db.prisma.export.updateMany({
      data: { state: 'RUNNING', startedAt: new Date(Date.now() - 60_000), rowsTotal: 40, rowsDone: 20 },
    });
    await running.getByText('20 de 40').waitFor();
    await running.getByText('deve terminar em').waitFor();
    expect(await running.getByRole('progressbar').getAttribute('value')).toBe('50');
    await everyLook('exports-running');

    await page.getByRole('link', { name: 'Visão geral' }).click();
    const sign = page.getByRole('link', { name: '1 em andamento' });
    await sign.waitFor();
    await server.app.db.prisma.export.updateMany({ data: { rowsDone: 0, rowsTotal: 1 } });
    while (await makeExports(server.app)) continue;
    await sign.click();
    await page.getByText('Nada está em andamento agora.').waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Moto zero, Pago' });
    await row.getByText('1 pedido', { exact: true }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('button', { name: /^Baixar: Moto zero, Pago/ }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^pedidos-\d{4}-\d\d-\d\d-[\da-f]{6}\.csv$/);
    const bytes = await (await file.createReadStream()).toArray();
    expect(Buffer.concat(bytes).toString()).toContain(`\n${order.id};Moto zero;Pago;`);
    await everyLook('exports-done');

    await row.getByRole('button', { name: /^Excluir: Moto zero, Pago/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
    await page.getByText('Nenhuma exportação ainda.').waitFor();

    await page.goto(`${server.url}/dashboard/raffles/${id}/figures`);
    await page.getByRole('button', { name: 'Exportar' }).click();
    await page.getByRole('dialog').getByText('Moto zero', { exact: true }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Exportar' }).click();
    await page.getByRole('button', { name: 'Parar: Exportação de pedidos: Moto zero' }).click();
    await page.getByRole('row').filter({ hasText: 'todas as situações' }).getByText('Parado').waitFor();
  });

  it('and acts on many are stopped by those who may', { timeout: 60_000 }, async () => {
    const { id } = await anAdmin(server);
    const row = { createdBy: id, state: 'RUNNING', heldUntil: new Date(Date.now() + 3_600_000), total: 9 } as const;
    await server.app.db.prisma.bulkAct.createMany({
      data: (['CANCEL_ORDERS', 'REFUND_ORDERS', 'BLOCK_USERS', 'CONTACT_PRIZE_WINNERS'] as const).map((kind) => ({
        ...row,
        id: crypto.randomUUID(),
        kind,
        clientAddress: '127.0.0.1',
        requestId: 'a',
      })),
    });
    const winners = 'Parar: Registro de ganhadores avisados';
    const [cancels, blocks] = ['Parar: Cancelamento de pedidos', 'Parar: Bloqueio de pessoas'];
    for (const [role, stops] of [
      ['SUPPORT', [blocks, cancels, winners]],
      ['FINANCE', ['Parar: Devolução de pedidos', winners]],
      ['MANAGER', [winners]],
    ] as const) {
      const { page } = await visitor(asOperator(server.url, (await anAdmin(server, role)).token));
      await page.goto(`${server.url}/dashboard/exports`);
      const running = page.getByRole('region', { name: 'Em andamento' });
      await running.getByRole('button', { name: winners }).waitFor();
      const shown = await running.getByRole('button').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
      expect([role, new Set(shown)]).toEqual([role, new Set(stops)]);
    }
    await server.app.db.prisma.bulkAct.deleteMany();
  });

  it('are scheduled, and rest when their operator may not export any more', { timeout: 60_000 }, async () => {
    const owner = await anAdmin(server);
    const finance = await anAdmin(server, 'FINANCE');
    const { page, everyLook } = await visitor(asOperator(server.url, owner.token));
    await page.goto(`${server.url}/dashboard/exports`);
    await page.getByRole('button', { name: 'Agendar' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('De quanto em quanto tempo').selectOption('Toda semana');
    await dialog.getByLabel('Dia da semana').selectOption('segunda-feira');
    await dialog.getByLabel('Hora').selectOption('7h');
    await everyLook('export-schedule');
    await dialog.getByRole('button', { name: 'Agendar' }).click();
    const row = page.getByRole('row').filter({ hasText: 'semanal, segunda-feira, às 7h' });
    await row.waitFor();
    const { prisma } = server.app.db;
    await prisma.exportSchedule.updateMany({ data: { nextAt: new Date() } });
    await makeDueExports(server.app);
    await page.getByText('agendada', { exact: false }).first().waitFor({ timeout: 20_000 });
    await prisma.exportSchedule.updateMany({ data: { createdBy: finance.id } });
    await prisma.user.update({ where: { id: finance.id }, data: { operatorRole: 'SUPPORT' } });
    await page.reload();
    await row.getByText('Suspensa').waitFor();
    await everyLook('exports-suspended');
    await row.getByRole('button', { name: /^Excluir/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
    await page.getByText('Nenhuma exportação agendada.').waitFor();
  });

  it('are not for support, which sees what else is in progress', { timeout: 60_000 }, async () => {
    const { id } = await anOpenRaffle(server, { title: 'Rifa cancelada' });
    await server.app.db.prisma.raffle.update({ where: { id }, data: { status: 'CANCELLED', refundedUpTo: 0n } });
    await aPaidOrder(server, id, 1);
    const { token } = await anAdmin(server, 'SUPPORT');
    const { page } = await visitor(asOperator(server.url, token));
    await page.goto(`${server.url}/dashboard/orders`);
    await page.getByRole('heading', { name: 'Pedidos' }).waitFor();
    expect(await page.getByRole('button', { name: 'Exportar' }).count()).toBe(0);
    await page.getByRole('link', { name: '1 em andamento' }).click();
    await page.getByRole('heading', { level: 1, name: 'Tarefas' }).waitFor();
    await page.getByRole('region', { name: 'Em andamento' }).waitFor();
    expect(await page.getByRole('button', { name: 'Nova exportação' }).count()).toBe(0);
  });
});
