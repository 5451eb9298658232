import { beforeAll, expect, it } from 'vitest';
import { ensureDemoShop } from '../src/development/demo-shop.js';
import { anAdmin } from './support/actors.js';
import { inChromium } from './support/browser.js';
import { seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

inChromium('the IDE', (visitor) => {
  const server = forTests(startTestServer);
  beforeAll(async () => {
    await anAdmin(server);
    await ensureDemoShop(server.app);
    await seedProviders(server);
  });

  it('opens with a request that runs at the first press, and leads to an order', async () => {
    const { page, context } = await visitor({ width: 1_400, height: 900, locale: 'en' });
    // Its script is three megabytes, and works for seconds after a click where other tests run beside it.
    context.setDefaultTimeout(60_000);
    await page.goto(`${server.url}/ide`);
    await page.getByText('Welcome. Send this request').waitFor();
    await page.getByText('Send Request').click();
    await page.getByText('200 OK').waitFor();
    expect(await page.getByText('"Moto 0 km"').count()).toBeGreaterThan(0);
    // The tabs after it know which raffle.
    await page.getByText('Updated active environment variables: raffleId.').waitFor();
    await page.getByText('1 Buyer').click();
    await page.getByText('(Send mutation Register)').click();
    await page.getByText('Updated active environment variables: authorization.').waitFor();
    await page.getByText('2 Order').click();
    await page.getByText('(Send mutation Order)').click();
    await page.getByText('Updated active environment variables: orderId.').waitFor();
    expect(await page.getByText('"PENDING"').count()).toBeGreaterThan(0);
    expect(await server.app.db.prisma.order.findMany({ where: { status: 'PENDING' } })).toMatchObject([{ quotaQuantity: 5 }]);
  }, 120_000);
});
