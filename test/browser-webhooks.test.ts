import { afterAll, beforeAll, expect, it } from 'vitest';
import { anAdmin } from './support/actors.js';
import { inChromium } from './support/browser.js';
import { asOperator } from './support/operator-visit.js';
import { stopAll } from './support/sandbox.js';
import { forTests, startTestServer } from './support/start.js';
import { anEndpoint, emit, startInbox, theDelivery, type Inbox } from './support/webhook-inbox.js';

inChromium('the webhooks of the dashboard', (visitor) => {
  const server = forTests(startTestServer);
  let inbox: Inbox;
  let isBroken = true;
  beforeAll(async () => {
    inbox = await startInbox(() => (isBroken ? { status: 500, body: 'out of order' } : undefined));
    const { id } = await anEndpoint(server, inbox.url, ['order.paid']);
    await emit(server, { type: 'order.paid', data: { orderId: '1' } });
    await theDelivery(server, { endpointId: id, attempts: 1 });
  });
  afterAll(() => stopAll());

  it('show what a receiver answered, send it again once it is mended, and try it', async () => {
    const { token } = await anAdmin(server, 'SUPPORT');
    const { page, everyLook } = await visitor(asOperator(server.url, token));
    await page.goto(`${server.url}/dashboard/webhooks`);
    const rows = page.getByRole('region', { name: `Envios a ${inbox.url}` }).locator('tbody tr');
    await rows.getByText('HTTP 500: out of order').waitFor();
    expect(await rows.first().innerText()).toMatch(/order\.paid[^]*à espera[^]*1[^]*500/);
    expect(await rows.first().getByRole('link', { name: '#1', exact: true }).getAttribute('href')).toBe('/dashboard/orders/1');
    await everyLook('dashboard-webhooks');

    isBroken = false;
    await page.getByRole('button', { name: 'Reenviar order.paid' }).click();
    await theDelivery(server, { status: 'DELIVERED' });
    await page.getByLabel('Mostrar').selectOption('DELIVERED');
    await rows.getByText('entregue').waitFor();

    await page.getByRole('button', { name: 'Enviar um teste' }).click();
    const dialog = page.getByRole('dialog');
    await everyLook('dashboard-webhooks-test');
    await dialog.getByLabel('Tipo').selectOption('RAFFLE_DRAWN');
    await dialog.getByRole('button', { name: 'Enviar' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => inbox.received.map(({ body }) => JSON.parse(body).type)).toContain('raffle.drawn');
    await page.getByLabel('Mostrar').selectOption('');
    await rows.filter({ hasText: 'raffle.drawn' }).getByText('um teste').waitFor();
  });

  it('are not for who may not see them', async () => {
    const { token } = await anAdmin(server, 'MANAGER');
    const { page } = await visitor(asOperator(server.url, token));
    await page.goto(`${server.url}/dashboard/webhooks`);
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await page.getByRole('alert').first().waitFor();
    expect(await page.getByRole('navigation', { name: 'Painel' }).getByRole('link', { name: 'Webhooks' }).count()).toBe(0);
    expect(await page.getByText(inbox.url).count()).toBe(0);
  });
});
