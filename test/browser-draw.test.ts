import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { verifyProof } from '../src/proof/verify-proof.js';
import { verifyReceipt } from '../src/proof/verify-receipt.js';
import { inChromium, type Visitor } from './support/browser.js';
import { aCustomer } from './support/actors.js';
import { raffleBoxes } from './support/boxes.js';
import { ageCaches } from './support/clock.js';
import { eventually } from './support/eventually.js';
import { aContest, comesDue, contestIsHeld, startDrawStage } from './support/draw-stage.js';
import { aPaidOrder } from './support/order-rows.js';
import { quotaPrizeDesk } from './support/quota-prizes.js';
import { decideAll } from './support/rounds.js';
import { forTests } from './support/start.js';
import { withoutTriggers } from './support/without-triggers.js';

const CHECK = 'Conferir no meu navegador';
const PRIZES = [{ title: 'Moto 0 km' }, { title: 'R$ 5.000,00 no PIX' }, { title: 'Fone de ouvido' }];
const LONG = `Otorrinolaringologista${'extraordinariamente'.repeat(2)}comprida`;
const FULL = {
  title: `Caminhonete ${LONG}`,
  prizes: Array.from({ length: 20 }, (_, i) => ({ title: `${i + 1} ${LONG} R$ 10.000.000,00` })),
};
const CONTEST = aContest();
const RESULTS = ['34567', '12348', '90211', '55603', '77129'];

inChromium("the draw's page", (visitor) => {
  const stage = forTests(startDrawStage);
  let drawn: { id: string; orders: { id: bigint; userId: string }[] };

  beforeAll(async () => {
    drawn = await aDrawnRaffle('sorteada');
  });

  const aFrozenRaffle = async (slug: string, input: Record<string, unknown> = {}) => {
    const raffle = await stage.aClosedRaffle([30, 1, 20], { slug, prizes: PRIZES, ...input });
    const { message } = await stage.createWinner(raffle.id, input.drawMode === 'LOTERIA_FEDERAL' ? CONTEST : {});
    expect(message).toBeUndefined();
    return raffle;
  };
  const isProved = async (id: string) => Boolean((await stage.drawProof(id)).draw.proofUrl);
  const isDrawn = async (id: string): Promise<void> => {
    await comesDue(stage.server, id);
    await eventually(async () => {
      await stage.work();
      return isProved(id);
    });
  };
  const aDrawnRaffle = async (slug: string) => {
    const raffle = await aFrozenRaffle(slug);
    await isDrawn(raffle.id);
    return raffle;
  };
  const open = async (one: Visitor, slug: string): Promise<Page> => {
    await one.page.goto(`${stage.server.url}/r/${slug}/draw`);
    return one.page;
  };
  /** The HTML, which is kept for half a second, is as the draw is now. */
  const reload = async (page: Page): Promise<void> => {
    ageCaches(2_500);
    await page.reload();
  };
  const asBuyer = (userId: string) => {
    const { accessToken, expiresAt } = stage.server.app.tokens.issue('USER', userId);
    const tokens = JSON.stringify({ accessToken, expiresAt, renewAt: Number.MAX_SAFE_INTEGER });
    return { localStorage: { origin: stage.server.url, entries: { 'raffle-gateway.buyer': tokens } } };
  };
  const stepsOf = (page: Page) => page.getByRole('list', { name: 'Passos da conferência' }).getByRole('listitem');
  /** As if the file was changed on its way, or at its source. */
  const tamper = (page: Page, change: (text: string) => string) =>
    page.route('**/proof.json', async (route) => {
      if (route.request().method() === 'HEAD') return route.fallback();
      const response = await route.fetch();
      return route.fulfill({ response, body: change(await response.text()) });
    });

  it('shows the winners with masked names, and loads neither the proof nor the calculation before it is asked to', async () => {
    const one = await visitor();
    const asked: string[] = [];
    const queries: string[] = [];
    one.page.on('request', (request) => {
      asked.push(`${request.method()} ${new URL(request.url()).pathname}`);
      queries.push(request.postData() ?? '');
    });
    const page = await open(one, 'sorteada');
    const { draw } = await stage.drawProof(drawn.id);
    for (const { luckyNumber, prize } of draw.winners) {
      const winner = page.getByRole('listitem').filter({ hasText: prize });
      await expect.poll(() => winner.textContent()).toContain(luckyNumber);
      expect(await winner.textContent()).toContain('Maria S.');
    }
    await page.getByText(/^Baixa 0,\d kB\.$/).waitFor();
    const proof = `/draws/${drawn.id}/proof.json`;
    expect(asked).toContain(`HEAD ${proof}`);
    const isDear = (request: string) => request === `GET ${proof}` || request.includes('worker');
    expect(asked.filter(isDear)).toEqual([]);
    // The winners came with the page.
    expect(queries.filter((query) => query.includes('query DrawOfPage'))).toEqual([]);
    expect(queries.filter((query) => query.includes('query DrawManifest'))).toHaveLength(1);
    await page.getByRole('button', { name: CHECK }).click();
    await page.getByText('Os 21 passos conferem.').waitFor();
    expect(asked.filter(isDear)).toHaveLength(2);
  });

  it('recomputes the draw in the browser: every step holds, and that a beacon is not public is said', async () => {
    const one = await visitor();
    const page = await open(one, 'sorteada');
    await page.getByText('Este sorteio ainda não foi conferido neste navegador.').waitFor();
    await page.getByRole('button', { name: CHECK }).click();
    // At the top, in sight.
    const verdict = page.getByRole('status').filter({ hasText: 'As contas conferem, mas não provam nada a um estranho' });
    await verdict.waitFor();
    await expect.poll(async () => (await verdict.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    expect(await page.getByText(/Provado/).count()).toBe(0);
    const steps = await stepsOf(page).allTextContents();
    expect(steps).toHaveLength(21);
    expect(steps.filter((text) => !/Confere(?!.*Não confere)/.test(text))).toEqual([]);
    await one.everyLook('draw-verified');
    const signature = stepsOf(page).filter({ hasText: 'A rodada tem a assinatura da fonte' });
    expect(await signature.getByText("the chain's key signed the round").isVisible()).toBe(false);
    await signature.locator('summary').click();
    expect(await signature.getByText("the chain's key signed the round").isVisible()).toBe(true);
  });

  it('says NOT proved of a proof with one byte changed, and shows the step that fails', async () => {
    const one = await visitor();
    const page = await open(one, 'sorteada');
    await tamper(page, (text) =>
      text.replace(/("permutationSecret":"[0-9a-f]*)([0-9a-f])"/, (_, rest, last) => `${rest}${last === '0' ? '1' : '0'}"`),
    );
    await page.getByRole('button', { name: CHECK }).click();
    const verdict = page.getByRole('alert').filter({ hasText: /NÃO confere: \d+ passos falham, de 21\./ });
    await verdict.filter({ hasText: 'O segredo dos números é o mesmo que foi prometido antes da primeira venda.' }).waitFor();
    expect(await page.getByText(/Provado/).count()).toBe(0);
    const secret = stepsOf(page).filter({ hasText: 'O segredo dos números' });
    expect(await secret.textContent()).toContain('Não confere');
    expect(await secret.getByText(/not the manifest's secretHash/).isVisible()).toBe(true);
    expect(await stepsOf(page).filter({ hasText: 'A rodada tem a assinatura' }).textContent()).toContain('✓');
    await one.everyLook('draw-not-proved');
  });

  it('says so of a file that is no proof, and of the proof of another draw', async () => {
    const other = await aDrawnRaffle('outra');
    const { draw } = await stage.drawProof(other.id);
    const one = await visitor();
    const page = await open(one, 'sorteada');
    await tamper(page, (text) => text.slice(0, -1));
    await page.getByRole('button', { name: CHECK }).click();
    await page.getByText('Um passo não confere, de 1.').waitFor();
    expect(await stepsOf(page).textContent()).toContain('O arquivo da prova chegou inteiro.Não confere');
    await page.unroute('**/proof.json');
    await tamper(page, () => draw.proof);
    await page.getByRole('button', { name: 'Conferir de novo' }).click();
    await page.getByText(/^4 passos não conferem, de 21\./).waitFor();
    const failed = await stepsOf(page).filter({ hasText: 'Não confere' }).locator('code').allTextContents();
    expect(failed).toEqual(['shown: manifest', 'shown: raffle', 'shown: promises', 'shown: winners']);
  });

  it('says what to do when the proof does not come, and goes on when it does', async () => {
    const one = await visitor({ expects: [/ERR_FAILED/] });
    const page = await open(one, 'sorteada');
    await page.route('**/proof.json', (route) => route.abort());
    await page.getByRole('button', { name: CHECK }).click();
    await page.getByRole('alert').filter({ hasText: 'Sem resposta do servidor' }).waitFor();
    await page.unroute('**/proof.json');
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await page.getByText('Os 21 passos conferem.').waitFor();
  });

  it('before the freeze shows what is promised, and how it will be drawn', async () => {
    const id = await stage.desk.open({ slug: 'aberta', drawAt: '2027-01-05T15:00:00Z' });
    const { secretHash } = await stage.server.app.db.prisma.raffle.findUniqueOrThrow({ where: { id } });
    const one = await visitor();
    const page = await open(one, 'aberta');
    await page.getByRole('heading', { level: 1, name: 'Sorteio: Moto zero' }).waitFor();
    await page.getByText(Buffer.from(secretHash).toString('hex')).first().waitFor();
    await page.getByText('05/01/2027, 12:00', { exact: true }).waitFor();
    expect(await page.locator('[aria-current=step]').textContent()).toContain('A promessa');
    await page.getByRole('button', { name: 'Copiar Segredo dos números' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(Buffer.from(secretHash).toString('hex'));
    await one.everyLook('draw-open');
  });

  it('frozen shows the record and when it is drawn; the winners come by themselves, and the record is compared with what was seen', async () => {
    const { id } = await aFrozenRaffle('congelada');
    const { draw } = await stage.drawProof(id);
    const one = await visitor();
    const page = await open(one, 'congelada');
    await page.getByText(draw.manifestHash).waitFor();
    expect(await page.getByRole('timer').textContent()).toMatch(/^00:\d\d$/);
    await page.getByText(/Este navegador a guarda desde/).waitFor();
    await page.getByText('Ver o registro inteiro').click();
    expect(await page.getByText('{"version":2').textContent()).toBe(draw.manifest);
    await one.everyLook('draw-frozen');

    await isDrawn(id);
    await page.getByRole('heading', { name: 'Ganhadores' }).waitFor();
    await page.getByRole('button', { name: CHECK }).click();
    await page.getByText('Os 24 passos conferem.').waitFor();
    await stepsOf(page).filter({ hasText: 'O registro congelado é o mesmo que este navegador viu antes' }).waitFor();
  });

  it('as it happens shows each step with its values, one after the other, and then who won', { timeout: 60_000 }, async () => {
    const { id } = await aFrozenRaffle('ao-vivo');
    const one = await visitor();
    const page = await open(one, 'ao-vivo');
    await page.getByText('Congelada, esperando o sorteio').waitFor();
    // Before the round, or the page would be no witness of it.
    await page.getByRole('timer').waitFor();
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await isDrawn(id);
    await page.getByRole('heading', { name: 'O sorteio, agora' }).waitFor();
    await page.getByRole('heading', { name: '51 cotas participam do registro congelado' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Ganhadores' }).count()).toBe(0);

    const { draw } = await stage.drawProof(id);
    const { signature, manifestHash } = draw;
    const randomness = createHash('sha256').update(Buffer.from(signature, 'hex')).digest('hex');
    const steps = page.locator('section', { hasText: 'O sorteio, agora' }).getByRole('listitem');
    for (const value of [manifestHash, signature, randomness]) await steps.filter({ hasText: value }).waitFor();
    for (const { prize, luckyNumber } of draw.winners as { prize: string; luckyNumber: string }[])
      await steps.filter({ hasText: prize }).filter({ hasText: luckyNumber }).waitFor();
    await page.getByText('Parabéns, Maria S.!').waitFor();
    await page.getByRole('heading', { name: 'Ganhadores' }).waitFor();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await one.everyLook('draw-live');

    // Who comes later sees the winners at once.
    await reload(page);
    await page.getByRole('heading', { name: 'Ganhadores' }).waitFor();
    expect(await page.getByRole('heading', { name: 'O sorteio, agora' }).count()).toBe(0);
  });

  it('says NOT proved where this browser saw another record before the draw', async () => {
    const manifest = { raffleId: drawn.id, manifestHash: 'f'.repeat(64), seenAt: '2026-11-20T12:00:00Z' };
    const entries = { [`raffle-gateway.kept.${drawn.id}`]: JSON.stringify({ manifest: [manifest] }) };
    const one = await visitor({ localStorage: { origin: stage.server.url, entries } });
    const page = await open(one, 'sorteada');
    await page.getByRole('alert').filter({ hasText: 'em 20/11/2026, 09:00 este navegador viu outra' }).waitFor();
    await page.getByRole('button', { name: CHECK }).click();
    await page.getByText('Um passo não confere, de 22.').waitFor();
  });

  it('before the freeze shows the announced contest, and says when its day passed without a freeze', async () => {
    const id = await stage.desk.open({ slug: 'anunciada', drawMode: 'LOTERIA_FEDERAL', ...CONTEST });
    const one = await visitor();
    const page = await open(one, 'anunciada');
    await page.getByText(`Quem sorteia é o concurso ${CONTEST.contest} da Loteria Federal, de`).waitFor();
    expect(await page.getByText(/já não pode sorteá-la/).count()).toBe(0);
    await withoutTriggers(
      stage.server,
      `UPDATE raffles SET contest_date = contest_date - 10, version = version + 1 WHERE id = '${id}'`,
    );
    await reload(page);
    await page.getByText(/já não pode sorteá-la/).waitFor();

    // It is frozen for a later one: both are shown.
    await stage.desk.update(id, { status: 'CLOSED' });
    const later = aContest(10);
    expect((await stage.createWinner(id, later)).message).toBeUndefined();
    await reload(page);
    await page.getByText(`Quem sorteia é o concurso ${later.contest} da Loteria Federal, em`).waitFor();
    await page.getByText(`Antes das vendas o concurso anunciado era o ${CONTEST.contest}`).waitFor();
  });

  it('by the federal lottery names the contest, then its results to be compared', async () => {
    const { id } = await aFrozenRaffle('loteria', { drawMode: 'LOTERIA_FEDERAL', ...FULL });
    const one = await visitor();
    const page = await open(one, 'loteria');
    await page.getByText(`Quem sorteia é o concurso ${CONTEST.contest} da Loteria Federal`).waitFor();

    await one.everyLook('draw-contest');
    await contestIsHeld(stage.server, id);
    await reload(page);
    await page.getByText('Os resultados ainda não foram digitados.').waitFor();
    await stage.createWinner(id, { results: RESULTS, confirmStartNumber: '39' });
    await reload(page);
    await page.getByText('A rifa é sorteada quando um segundo digitar os mesmos').waitFor();
    await page.getByText(RESULTS.join(', ')).waitFor();
    await one.everyLook('draw-contest-typed');
    // A browser that comes after the contest cannot tell when the record was published.
    const late = await visitor();
    await (await open(late, 'loteria')).getByText(/depois da hora do sorteio/).waitFor();

    const { message } = await stage.typeResults(id, RESULTS, '39');
    expect(message).toBeUndefined();
    await eventually(async () => {
      await stage.work();
      return isProved(id);
    });
    await reload(page);
    await page.getByRole('heading', { name: `Concurso ${CONTEST.contest} da Loteria Federal` }).waitFor();
    for (const result of RESULTS) await page.getByText(result, { exact: true }).waitFor();
    await page.getByText('Dois operadores digitaram o mesmo.').waitFor();
    expect(await page.getByText(/Provado/).count()).toBe(0);
    await page.getByRole('button', { name: CHECK }).click();
    await page.getByText('Confere com os resultados digitados: compare-os com os da Caixa.').waitFor();
    // It saw the record before the contest, and the one that came late did not.
    await page.getByText('O registro foi visto antes do concurso.').waitFor();
    await one.everyLook('draw-verified-lottery');
  });

  it('with instant prizes shows what was promised of them, how quotas were paid, and that the rounds decided them', async () => {
    const { server, admin, desk } = stage;
    const id = await desk.open({
      slug: 'na-hora',
      quotaQuantity: 1_000,
      enableQuotaPrizes: true,
      automaticQuotaPrizeDistribution: true,
      acumulativeCombo: true,
      prizes: PRIZES,
    });
    const boxes = raffleBoxes(server.graphql);
    await boxes.create(admin.token, id, { title: 'R$ 50', quantity: 300, mode: 'ALEATORIO' });
    await boxes.combo(admin.token, id, 5, 2);
    const numbers = quotaPrizeDesk(server.graphql, admin.token);
    await numbers.create(id, [...Array.from({ length: 60 }, () => ({ prize: 'R$ 100' })), { prize: 'R$ 1.000', isLocked: true }]);
    const orders = [];
    for (const quotas of [60, 7]) orders.push(await aPaidOrder(server, id, quotas));
    await desk.update(id, { status: 'CLOSED' });
    expect((await stage.createWinner(id)).message).toBeUndefined();
    await decideAll(server.app);
    await isDrawn(id);
    const one = await visitor(asBuyer(orders[1]!.userId));
    const page = await open(one, 'na-hora');
    await page.getByText('Pagas à mão', { exact: true }).waitFor();
    for (const name of ['Números premiados', 'Caixas premiadas']) await page.getByRole('heading', { name }).waitFor();
    await page.getByRole('button', { name: 'Conferir', exact: true }).click();
    await page.getByText('São as 7 cotas pagas da ordem 61 à 67.').waitFor();
    await page.getByRole('button', { name: CHECK }).click();
    await page.getByText('As contas conferem, mas não provam nada a um estranho').waitFor();
    for (const words of [
      'Os números e as caixas que saíram durante a venda',
      'O que sobrou dos prêmios',
      'As rodadas que decidiram',
    ])
      expect(await stepsOf(page).filter({ hasText: words }).textContent()).toContain('✓');
    // Each step has its words in the visitor's language.
    const shown = await stepsOf(page).locator('summary').allTextContents();
    const names = await stepsOf(page).locator('code').allTextContents();
    expect(names.filter((name, at) => shown[at]?.includes(name))).toEqual([]);
    await one.everyLook('draw-verified-instant');
  });

  it("checks a buyer's own purchases, and gives the receipt as a file that stands alone", async () => {
    const [order] = drawn.orders;
    const one = await visitor(asBuyer(order!.userId));
    const page = await open(one, 'sorteada');
    await page.getByText(`Pedido ${order!.id}`).waitFor();
    await page.getByRole('button', { name: 'Conferir', exact: true }).click();
    await page
      .getByText('Confere: esta compra está no registro congelado e participa. São as 30 cotas pagas da ordem 1 à 30.')
      .waitFor();
    await one.everyLook('draw-own');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Guardar o comprovante' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`order-${order!.id}.json`);
    const receipts: unknown[] = JSON.parse(await readFile(await download.path(), 'utf8'));
    const { draw } = await stage.drawProof(drawn.id);
    const { sale } = verifyProof(JSON.parse(draw.proof));
    expect(receipts.map((receipt) => verifyReceipt(receipt, sale).ok)).toEqual([true]);

    // The browser keeps it: a book that was changed since would not hold.
    await page.getByRole('button', { name: CHECK }).click();
    await page.getByText('Os 22 passos conferem.').waitFor();
    await stepsOf(page).filter({ hasText: 'Os comprovantes que este navegador guardou' }).waitFor();
  });

  it('tells a buyer without purchases and a stranger that there is nothing to check, and where to log in', async () => {
    const buyer = await visitor(asBuyer((await aCustomer(stage.server)).id));
    await (await open(buyer, 'sorteada')).getByText('Você não tem compras pagas nesta rifa.').waitFor();
    const stranger = await visitor();
    const page = await open(stranger, 'sorteada');
    const link = page.getByRole('link', { name: 'Ir para a página da rifa' });
    expect(await link.getAttribute('href')).toBe('/r/sorteada');
  });

  it('says of a raffle that was called off that there is no draw', async () => {
    const id = await stage.desk.open({ slug: 'cancelada' });
    await stage.desk.update(id, { status: 'CANCELLED' });
    const one = await visitor();
    const page = await open(one, 'cancelada');
    await page.getByText('Esta rifa foi cancelada: não há sorteio').waitFor();
    await one.everyLook('draw-cancelled');
  });

  it('says of a raffle that was called off after its round that this one drew nothing', async () => {
    const { id } = await stage.aClosedRaffle([], { slug: 'cancelada-depois' });
    const { draw } = await stage.createWinner(id);
    await withoutTriggers(
      stage.server,
      `UPDATE draws SET due_at = '2026-06-02', frozen_at = '2026-06-02' WHERE raffle_id = '${id}'`,
    );
    await withoutTriggers(stage.server, `UPDATE raffles SET frozen_at = '2026-06-02' WHERE id = '${id}'`);
    await stage.desk.update(id, { status: 'CANCELLED' });
    const page = await open(await visitor(), 'cancelada-depois');
    const round = draw.round.toLocaleString('pt-BR');
    await page.getByText(`Ela devia ter sido sorteada pela rodada ${round} da fonte pública`).waitFor();
  });

  it('speaks English to those who read it', async () => {
    const one = await visitor({ locale: 'en' });
    const page = await open(one, 'sorteada');
    await page.getByRole('button', { name: 'Check it in my browser' }).click();
    await page.getByText('All 21 steps hold.').waitFor();
    expect(await page.getByRole('list', { name: 'Steps of the check' }).textContent()).toContain('The winner of prize 3 is');
  });
});
