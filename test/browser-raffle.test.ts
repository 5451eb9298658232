import { beforeAll, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { inChromium } from './support/browser.js';
import { someQuotaPrizes } from './support/quota-prizes.js';
import { anOpenRaffle, salesDesk, seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const LONG = 'Superextraordinariamenteincompreensibilissimo';
const HOUR_MS = 3_600_000;

inChromium("a raffle's page", (visitor) => {
  const server = forTests(startTestServer);
  const admin = forTests(() => anAdmin(server));
  beforeAll(() => seedProviders(server));

  let count = 0;
  async function aPage(fields: Parameters<typeof anOpenRaffle>[1] = {}) {
    const slug = `estado-${(count += 1)}`;
    const { id } = await anOpenRaffle(server, { slug, title: 'Moto 0 km', ...fields });
    return { id, url: `${server.url}/r/${slug}` };
  }

  it.each([
    ['SOON', { startsAt: new Date(Date.now() + 30 * HOUR_MS) }, 'As vendas ainda não começaram', 'soon'],
    ['CLOSED', {}, 'As vendas terminaram', 'over'],
    ['CANCELLED', {}, 'Rifa cancelada', 'cancelled'],
  ] as const)('of one that is %s says so, and sells nothing', async (status, fields, heading, name) => {
    const { url } = await aPage({ status, ...fields });
    const { page, everyLook } = await visitor();
    await page.goto(url);
    await page.getByRole('heading', { name: heading }).waitFor();
    expect(await page.getByRole('button', { name: /Comprar|Participar/ }).count()).toBe(0);
    const timeline = status === 'CANCELLED' ? 'Ver tudo, com data e hora' : 'O que já aconteceu';
    expect(await page.getByRole('link', { name: timeline }).getAttribute('href')).toMatch(/^\/r\/estado-\d+\/draw#timeline$/);
    if (status === 'SOON')
      await page
        .getByRole('timer')
        .getByText(/^1d 0[56]:/)
        .waitFor();
    await everyLook(`raffle-${name}`);
  });

  it('that is SOON waits for the sale, whatever the clock of a phone says', async () => {
    const { url } = await aPage({ status: 'SOON', startsAt: new Date(Date.now() + HOUR_MS) });
    const { page } = await visitor();
    let loads = 0;
    let looks = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1;
      if (request.postData()?.includes('query RafflePage')) looks += 1;
    });
    await page.clock.install({ time: Date.now() + 2 * HOUR_MS });
    await page.goto(url);
    await page.getByRole('timer').getByText('00:00').waitFor();
    await page.clock.runFor(25_000);
    expect([loads, looks]).toEqual([1, 1]);
  });

  it('that costs nothing gives its numbers at once', async () => {
    const { url } = await aPage({ quotaPrice: 0n });
    const { token, id } = await aCustomer(server, { name: 'Rita' });
    const kept = {
      accessToken: token,
      expiresAt: new Date(Date.now() + HOUR_MS).toISOString(),
      renewAt: Number.MAX_SAFE_INTEGER,
    };
    const { page } = await visitor({
      localStorage: { origin: new URL(server.url).origin, entries: { 'raffle-gateway.buyer': JSON.stringify(kept) } },
    });
    await page.goto(url);
    await page.getByText('Grátis').first().waitFor();
    await page.getByRole('button', { name: 'Participar' }).click();
    await page.getByText('Você participa com 1 número.').waitFor();
    expect(await server.app.db.prisma.order.count({ where: { userId: id, status: 'PAID' } })).toBe(1);
  });

  it('holds the longest words, the largest figures and the longest lists', async () => {
    const { id, url } = await aPage({
      title: `${LONG} ${LONG}`,
      subtitle: LONG.repeat(2),
      description: `${LONG.repeat(3)}\n\n${'Regra. '.repeat(200)}`,
      quotaPrice: 100_000_000n,
      quotaQuantity: 10_000_000,
      maxReservationQuantity: 20_000,
      fastSelectionCards: [1, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000, 10_000, 20_000],
      popularSelectionCard: 20_000,
      enableQuotaPrizes: true,
      showQuotaPrizeNumbers: true,
      showRank: true,
      whatsapp: '+5511987654321',
      email: `${'a'.repeat(60)}@example.com`,
      certificateCode: `SECAP ${'0'.repeat(60)}`,
      prizes: {
        create: Array.from({ length: 20 }, (_, index) => ({
          position: index + 1,
          title: `${LONG} ${index}`,
          description: LONG.repeat(2),
        })),
      },
    });
    await someQuotaPrizes(
      server,
      id,
      Array.from({ length: 60 }, (_, index) => index * 1_000),
    );
    const { page, everyLook } = await visitor();
    await page.goto(url);
    await page.getByText('Há outras além destas cinquenta.').waitFor();
    await page.getByText('Ninguém ainda.').waitFor();
    // A round of a test source decides the numbers: the owner of its key may know it before.
    // Nobody reports payments of the one provider that there is.
    await page.getByText('e o organizador confirma o pagamento: então você recebe seus números.').waitFor();
    await page.getByText('Ele não é público: quem tem a chave da fonte pode saber antes.').waitFor();
    expect(await page.getByText(/Ninguém sabe antes|números na hora/).count()).toBe(0);
    await everyLook('raffle-full');
  });

  it('moves nothing while its script begins, and while others buy', async () => {
    const { id, url } = await aPage({ quotaQuantity: 100, maxReservationQuantity: 100, fastSelectionCards: [5, 10] });
    const { page } = await visitor();
    await page.addInitScript(`
      globalThis.shifts = 0;
      new PerformanceObserver((list) => { for (const entry of list.getEntries()) globalThis.shifts += entry.value; })
        .observe({ type: 'layout-shift', buffered: true });`);
    await page.goto(url);
    await page.getByRole('button', { name: /Comprar/ }).waitFor();
    const { token } = await aCustomer(server);
    expect((await salesDesk(server.graphql).buy(token, { raffleId: id, quotaQuantity: 7 })).order?.status).toBe('PENDING');
    await page.getByText('93 de 100 livres').waitFor();
    expect(await page.evaluate<number>('globalThis.shifts')).toBeLessThan(0.01);
  });

  it('follows what an operator changes of it while it is open', async () => {
    const { id, url } = await aPage({ title: 'Antes', fastSelectionCards: [10] });
    const { page } = await visitor();
    await page.clock.install();
    await page.goto(url);
    await page.getByRole('heading', { name: 'Antes' }).waitFor();
    const { errors } = await server.graphql(
      'mutation ($id: ID!) { updateRaffle(id: $id, input: { title: "Depois", quotaPrice: "3.00" }) { id } }',
      { id },
      admin,
    );
    expect(errors).toBeUndefined();
    await page.clock.fastForward(90_000);
    await page.getByRole('heading', { name: 'Depois' }).waitFor();
    await page.getByText('R$ 30,00').first().waitFor();
  });

  it('is in English for who asks for it, and leads to the other language', async () => {
    const { url } = await aPage({ fastSelectionCards: [10] });
    const { page, everyLook } = await visitor({ locale: 'en-US' });
    await page.goto(url);
    await page.getByRole('button', { name: /^Buy for/ }).waitFor();
    await everyLook('raffle-en');
    await page.getByRole('link', { name: 'Português' }).click();
    await page.getByRole('button', { name: /^Comprar por/ }).waitFor();
  });
});
