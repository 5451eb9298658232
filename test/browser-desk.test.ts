import { beforeAll, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { startBankedServer } from './support/banked-server.js';
import { inChromium } from './support/browser.js';
import { asOperator } from './support/operator-visit.js';
import { anUnpaidOrder } from './support/order-rows.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests } from './support/start.js';

const PAGE = 25;

inChromium('lists of an operator who works all day', (visitor) => {
  const shop = forTests(startBankedServer);
  let owner: { id: string; token: string };
  beforeAll(async () => {
    const { server } = shop;
    owner = await anAdmin(server);
    const raffle = await anOpenRaffle(server, { title: 'Honda CB 300F Twister zero quilômetro, com capacete e emplacada' });
    for (let number = 0; number < PAGE + 5; number++) {
      const { id } = await anUnpaidOrder(server, raffle.id, number + 1);
      const { id: userId } = await aCustomer(server, { name: `Maria Aparecida de Albuquerque Cavalcanti ${number}` });
      await server.app.db.prisma.order.update({ where: { id }, data: { userId } });
    }
  });

  async function at(path: string) {
    const one = await visitor({ ...asOperator(shop.server.url, owner.token), width: 1280, height: 900 });
    await one.page.goto(`${shop.server.url}/dashboard${path}`);
    await one.page.getByRole('row').nth(PAGE).waitFor();
    return one;
  }

  it.each(['/orders', '/people'])('shows 25 rows of %s on one screen, each in one line', async (path) => {
    const { page, everyLook } = await at(path);
    const rows = await page.evaluate<{ top: number; bottom: number }[]>(
      `[...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().toJSON())`,
    );
    expect(Math.max(...rows.map(({ top, bottom }) => bottom - top))).toBeLessThanOrEqual(32);
    expect(rows[PAGE - 1]!.bottom - rows[0]!.top).toBeLessThan(800);
    await page.getByText('25 na lista até agora').waitFor();
    await everyLook(`desk${path.replace('/', '-')}`);
  });
});
