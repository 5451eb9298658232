import { expect, it } from 'vitest';
import { aCustomer } from './support/actors.js';
import { inChromium } from './support/browser.js';
import { listenToCodes } from './support/logged-codes.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

inChromium('a phone that nobody has proved', (visitor) => {
  const server = forTests(startTestServer);

  it('is confirmed by its buyer with a code, and is not asked for again', async () => {
    const codeOf = listenToCodes(server);
    await anOpenRaffle(server, { slug: 'telefone' });
    const buyer = await aCustomer(server);
    const { accessToken, expiresAt } = server.app.tokens.issue('USER', buyer.id);
    const tokens = JSON.stringify({ accessToken, expiresAt, renewAt: Number.MAX_SAFE_INTEGER });
    const { page } = await visitor({ localStorage: { origin: server.url, entries: { 'raffle-gateway.buyer': tokens } } });
    await page.goto(`${server.url}/r/telefone`);
    await page.getByRole('button', { name: 'Meus números' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Confirmar meu telefone' }).click();
    await dialog.getByLabel('Código').fill('12345');
    await dialog.getByRole('button', { name: 'Confirmar', exact: true }).click();
    await dialog.getByText('O código tem seis números.').waitFor();
    await dialog.getByLabel('Código').fill(codeOf(buyer.phone));
    await dialog.getByRole('button', { name: 'Confirmar', exact: true }).click();
    await dialog.getByText('Confirme seu telefone').waitFor({ state: 'detached' });
    const { phone, phoneProvedAt } = await server.app.db.prisma.user.findUniqueOrThrow({ where: { id: buyer.id } });
    expect([phone, phoneProvedAt]).toEqual([buyer.phone, expect.any(Date)]);

    await page.reload();
    await page.getByRole('dialog').getByText('Maria da Silva').waitFor();
    expect(await page.getByText('Confirme seu telefone').count()).toBe(0);
  });
});
