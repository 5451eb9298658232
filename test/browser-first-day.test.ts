import { expect, it } from 'vitest';
import { anAdmin } from './support/actors.js';
import { inChromium } from './support/browser.js';
import { asOperator } from './support/operator-visit.js';
import { raffleDesk } from './support/raffles.js';
import { aProvider } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

inChromium('the first day', (visitor) => {
  const server = forTests(startTestServer);

  it('begins with what is left to do, and warns before a sale that nobody can pay for', async () => {
    const { token } = await anAdmin(server);
    const { page, everyLook } = await visitor(asOperator(server.url, token));
    await page.goto(`${server.url}/dashboard`);
    const steps = page.getByRole('region', { name: 'Primeiros passos' });
    await steps.getByText('Faltam 7 de 7 passos.').waitFor();
    await everyLook('first-steps');
    await steps.getByRole('link', { name: 'Primeira rifa' }).click();
    await page.getByRole('heading', { level: 1, name: 'Nova rifa' }).waitFor();

    const desk = raffleDesk(server, token);
    const id = (await desk.create()).raffle.id;
    await page.goto(`${server.url}/dashboard/raffles/${id}/settings`);
    await page.getByRole('button', { name: 'Abrir as vendas' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Abrir as vendas' }).click();
    await dialog.getByText('Nenhum provedor PIX está ativo').waitFor();
    await everyLook('open-unpayable');
    expect((await server.app.db.prisma.raffle.findUniqueOrThrow({ where: { id } })).status).toBe('DRAFT');
    await dialog.getByRole('button', { name: 'Abrir mesmo assim' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await server.app.db.prisma.raffle.findUniqueOrThrow({ where: { id } })).status).toBe('OPEN');

    await aProvider(server, { name: 'static', adapter: 'static', priority: 1 });
    server.app.providers.drop();
    await page.goto(`${server.url}/dashboard`);
    await steps.getByText('Faltam 4 de 7 passos.').waitFor();
    await steps.getByRole('button', { name: 'Não mostrar mais' }).click();
    await steps.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: 'Vendas', exact: true }).waitFor();
    expect(await steps.count()).toBe(0);
  });
});
