import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { seal, sha256 } from '../src/platform/crypto.js';
import type { KeptPromises, KeptReceipt } from '../src/proof/kept.js';
import { KEPT_KINDS, verifyKept } from '../src/proof/verify-kept.js';
import { verifyProof } from '../src/proof/verify-proof.js';
import { verifyReceipt } from '../src/proof/verify-receipt.js';
import { aCustomer } from './support/actors.js';
import { raffleBoxes } from './support/boxes.js';
import { inChromium, type Visitor } from './support/browser.js';
import { ageCaches } from './support/clock.js';
import { comesDue, startDrawStage } from './support/draw-stage.js';
import { eventually } from './support/eventually.js';
import { aPaidOrder } from './support/order-rows.js';
import { decideAll } from './support/rounds.js';
import { forTests } from './support/start.js';
import { withoutTriggers } from './support/without-triggers.js';

const MINUTES = 60_000;

inChromium('what a browser keeps of a sale', (visitor) => {
  const stage = forTests(startDrawStage);
  let raffles = 0;

  async function aRaffle(boxes = false) {
    const slug = `guardada-${(raffles += 1)}`;
    const { admin, desk, server } = stage;
    const id = await desk.open({ slug, prizes: [{ title: 'Moto 0 km' }, { title: 'Fone' }], quotaQuantity: 1_000 });
    if (boxes) {
      const { create, combo } = raffleBoxes(server.graphql);
      await create(admin.token, id, { title: 'R$ 50', quantity: 300, mode: 'ALEATORIO' });
      await combo(admin.token, id, 5, 2);
    }
    return { id, slug, url: `${server.url}/r/${slug}` };
  }
  type Raffle = Awaited<ReturnType<typeof aRaffle>>;

  const sql = (text: string) => withoutTriggers(stage.server, text);
  const tokensOf = (userId: string) => {
    const { accessToken, expiresAt } = stage.server.app.tokens.issue('USER', userId);
    const tokens = JSON.stringify({ accessToken, expiresAt, renewAt: Number.MAX_SAFE_INTEGER });
    return { localStorage: { origin: stage.server.url, entries: { 'raffle-gateway.buyer': tokens } } };
  };

  /** Orders on the raffle's page and has it marked as paid. The dialog is open at the end. */
  async function aBuyerOf({ id, url }: Raffle): Promise<{ one: Visitor; orderId: string }> {
    const { server, admin } = stage;
    const one = await visitor(tokensOf((await aCustomer(server)).id));
    await one.page.goto(url);
    await one.page
      .getByRole('button', { name: /^Comprar/ })
      .first()
      .click();
    await one.page.getByRole('dialog', { name: 'Pague por PIX' }).waitFor();
    const order = await server.app.db.prisma.order.findFirstOrThrow({ where: { raffleId: id }, orderBy: { id: 'desc' } });
    const pay = 'mutation ($id: ID!) { payOrder(id: $id, note: "in cash") { id } }';
    const { errors } = await server.graphql(pay, { id: String(order.id) }, { token: admin.token });
    expect(errors).toBeUndefined();
    await one.page.getByRole('dialog', { name: 'Pagamento confirmado' }).waitFor();
    return { one, orderId: String(order.id) };
  }
  const save = async ({ page }: Visitor) => {
    const button = page.getByRole('button', { name: 'Guardar o comprovante' });
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    const kept: unknown[] = JSON.parse(await readFile(await download.path(), 'utf8'));
    return {
      name: download.suggestedFilename(),
      receipts: kept.filter((one) => Object.hasOwn(one as object, 'leaf')) as KeptReceipt[],
      promises: kept.filter((one) => Object.hasOwn(one as object, 'secretHash')) as KeptPromises[],
    };
  };
  async function isDrawn({ id }: Raffle): Promise<void> {
    await stage.desk.update(id, { status: 'CLOSED' });
    expect((await stage.createWinner(id)).message).toBeUndefined();
    await decideAll(stage.server.app);
    await comesDue(stage.server, id);
    await eventually(async () => {
      await stage.work();
      return Boolean((await stage.drawProof(id)).draw.proofUrl);
    });
  }
  /** What the draw's page of that browser tells of what it kept. */
  async function foundBy({ page }: Visitor, { url }: Raffle): Promise<string[]> {
    ageCaches(2_500);
    await page.goto(`${url}/draw`);
    await page.getByRole('button', { name: 'Conferir no meu navegador' }).click();
    const found = page.getByRole('region', { name: 'O que este navegador guardou' });
    await found.waitFor();
    return found.getByRole('listitem').allTextContents();
  }

  it('has the receipt before the round that decides the order, in a file with what was promised, and finds it all in the end', async () => {
    const raffle = await aRaffle(true);
    const { one, orderId } = await aBuyerOf(raffle);
    await one.page.getByText(/antes do sorteio das \d\d:\d\d:\d\d\. O sorteio é de testes/).waitFor();
    const { name, receipts, promises } = await save(one);
    expect(name).toBe(`order-${orderId}.json`);
    expect(receipts.map((receipt) => [receipt.orderId, verifyReceipt(receipt, null).ok])).toEqual([[orderId, true]]);
    expect(Date.parse(receipts[0]!.head.seenAt!)).toBeLessThan(Date.parse(receipts[0]!.roundDueAt!));
    expect(promises.at(-1)).toMatchObject({ leaves: 1, quotaQuantity: 1_000, prizes: ['Moto 0 km', 'Fone'], mode: 'BEACON' });
    await one.everyLook('raffle-receipt');

    await isDrawn(raffle);
    const found = await foundBy(one, raffle);
    expect(found.map((line) => line[0])).toEqual(['✓', '✓', '✓', '✓', '–']);
    expect(found[3]).toContain('já estavam no livro antes da hora do sorteio');
    await one.everyLook('draw-kept');
    const [download] = await Promise.all([
      one.page.waitForEvent('download'),
      one.page.getByRole('button', { name: 'Baixar o que este navegador guardou' }).click(),
    ]);
    const verification = verifyProof(JSON.parse((await stage.drawProof(raffle.id)).draw.proof));
    const kept = verifyKept(JSON.parse(await readFile(await download.path(), 'utf8')), verification);
    expect(KEPT_KINDS.map((kind) => kept[kind].result)).toEqual(['SAME', 'NOTHING_KEPT', 'SAME', 'SAME']);
    expect(kept.blocks).toEqual({ bound: 1, confirmed: 1 });
  });

  it('says so where the receipt came when the round was due, by its own clock', async () => {
    const raffle = await aRaffle(true);
    const { id, userId } = await aPaidOrder(stage.server, raffle.id, 5);
    const one = await visitor(tokensOf(userId));
    await one.page.addInitScript(`{ const now = Date.now; Date.now = () => now() + ${10 * MINUTES};
      const Own = Date; Date = class extends Own { constructor(...given) { given.length === 0 ? super(now() + ${10 * MINUTES}) : super(...given); } }; }`);
    await one.page.goto(`${raffle.url}#mine`);
    await one.page.getByRole('button', { name: 'Comprovante' }).click();
    await one.page.getByText(/só o recebeu às .*, depois do sorteio das .* não pode confirmar/).waitFor();
    const { receipts } = await save(one);
    expect(receipts.map(({ orderId }) => orderId)).toEqual([String(id)]);
  });

  it('finds nothing changed where nothing was, and tells a browser that was never there that it kept nothing', async () => {
    const raffle = await aRaffle();
    const { one } = await aBuyerOf(raffle);
    await one.page.getByText('Prova que a sua compra está no livro público').waitFor();
    await isDrawn(raffle);
    expect((await foundBy(one, raffle)).map((line) => line[0])).toEqual(['✓', '✓', '✓', '–']);
    const found = await foundBy(await visitor(), raffle);
    expect(found.map((line) => line[0])).toEqual(['–', '–', '–', '–']);
    expect(found[0]).toContain('nada foi guardado durante a venda');
  });

  it.each<[string, (raffle: Raffle) => Promise<void>]>([
    [
      'the secret of the numbers, with its hash',
      async ({ id }) => {
        const secret = randomBytes(32);
        const sealed = seal(stage.server.app.config.encryptionKeys, secret).toString('hex');
        const hash = sha256(secret).toString('hex');
        await sql(`UPDATE raffles SET sealed_secret = '\\x${sealed}', secret_hash = '\\x${hash}' WHERE id = '${id}'`);
      },
    ],
    [
      'the first prize',
      ({ id }) => sql(`UPDATE raffle_prizes SET title = 'Capacete' WHERE raffle_id = '${id}' AND position = 1`),
    ],
  ])('finds out who holds the database and changed %s after the first sale', async (_what, change) => {
    const raffle = await aRaffle();
    const { one } = await aBuyerOf(raffle);
    await one.page.getByText('Prova que a sua compra está no livro público').waitFor();
    await expect.poll(() => one.page.evaluate(`localStorage['raffle-gateway.kept.${raffle.id}']`)).toContain('"leaves":1');
    await change(raffle);
    ageCaches(2_500);
    await one.page.goto(raffle.url);
    await one.page.getByRole('alert').filter({ hasText: 'esta rifa promete outra coisa do que este navegador viu' }).waitFor();
    await isDrawn(raffle);
    const found = await foundBy(one, raffle);
    expect(found.map((line) => line[0])).toEqual(['✗', '✓', '✓', '–']);
    expect(found[0]).toContain('NÃO são as que foram vistas');
    // The proof agrees with itself: who kept nothing sees nothing.
    expect((await foundBy(await visitor(), raffle)).map((line) => line[0])).toEqual(['–', '–', '–', '–']);
  });

  it('finds out who holds the server and wrote the book again', async () => {
    const raffle = await aRaffle();
    const { one } = await aBuyerOf(raffle);
    await one.page.getByText('Prova que a sua compra está no livro público').waitFor();
    await aPaidOrder(stage.server, raffle.id, 3);
    // Nothing of it was paid by hand any more. The service writes new heads over what it finds.
    await sql(`UPDATE quota_allocations SET how = 'PIX' WHERE raffle_id = '${raffle.id}';
      DELETE FROM book_heads WHERE raffle_id = '${raffle.id}';
      UPDATE raffle_books SET size = 0, frontier = '' WHERE raffle_id = '${raffle.id}'`);
    await isDrawn(raffle);
    const found = await foundBy(one, raffle);
    expect(found.map((line) => line[0])).toEqual(['✓', '✗', '✗', '–']);
    expect(found.join()).toMatch(/foi REESCRITO.*NÃO tem a compra/);
    expect(await one.page.getByRole('list', { name: 'Passos da conferência' }).textContent()).toContain('the book was changed');
    await one.everyLook('draw-kept-otherwise');
  });
});
