import { describe, expect, it } from 'vitest';
import { ageCaches } from './support/clock.js';
import { aContest, comesDue, startDrawStage } from './support/draw-stage.js';
import { forTests } from './support/start.js';

const PRIZES = [{ title: 'Moto 0 km' }, { title: 'R$ 5.000,00 no PIX' }];

/** What a browser shows without its script: nothing here runs one. */
describe('the HTML of a raffle and of its draw', () => {
  const stage = forTests(startDrawStage);

  const html = async (path: string) => {
    // A page is kept for half a second.
    ageCaches(2_500);
    const text = await (await fetch(`${stage.server.url}${path}`)).text();
    const [, data = ''] = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(text) ?? [];
    const body = text.slice(text.indexOf('<main'), text.indexOf('</main>'));
    const description = /<meta property="og:description" content="([^"]*)"/.exec(text)?.[1];
    const words = body.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
    return { words, description, data: JSON.parse(data).data };
  };

  it('has the winners, with masked names, from the draw on, and the script gets them with the page', async () => {
    const { id } = await stage.aClosedRaffle([30, 1, 20], { slug: 'sorteada', prizes: PRIZES });
    await stage.createWinner(id);
    const before = await html('/r/sorteada/draw');
    expect(before.words).not.toContain('Ganhadores');
    expect(before.words).toContain('Congelada, esperando o sorteio');
    const { draw: frozen } = await stage.drawProof(id);
    expect(before.words).toContain(`rodada ${new Intl.NumberFormat('pt-BR').format(frozen.round)}`);

    await comesDue(stage.server, id);
    const draw = await stage.provenDraw(id);
    expect(draw.winners).toHaveLength(2);
    for (const path of ['/r/sorteada/draw', '/r/sorteada']) {
      const { words, description, data } = await html(path);
      expect(words).toContain('Ganhadores');
      for (const { prize, luckyNumber } of draw.winners) {
        expect(words).toContain(prize);
        expect(words).toContain(luckyNumber);
        expect(description).toContain(`${prize}: número ${luckyNumber}, Maria S.`);
      }
      expect(words).toContain('Maria S.');
      expect(words).not.toContain('Maria Silva');
      expect(description).toMatch(/^Sorteada\. Moto 0 km: número/);
      expect(data.draw).toMatchObject({ status: 'DRAWN', proofUrl: draw.proofUrl, winners: [{ position: 1 }, { position: 2 }] });
    }
    expect((await html('/r/sorteada/draw?lang=en')).description).toMatch(/^Drawn\. Moto 0 km: number \d+, Maria S\./);
  });

  it('says that nobody won where no quota was paid', async () => {
    const { id } = await stage.aClosedRaffle([], { slug: 'sem-cotas' });
    await stage.createWinner(id);
    await comesDue(stage.server, id);
    await stage.provenDraw(id);
    for (const path of ['/r/sem-cotas/draw', '/r/sem-cotas']) expect((await html(path)).words).toContain('Ninguém ganhou');
    expect((await html('/r/sem-cotas')).description).toBe('Sorteada. Ninguém ganhou.');
  });

  it('by the federal lottery has the results to be compared', async () => {
    const { id } = await stage.aClosedRaffle([30], { slug: 'loteria', drawMode: 'LOTERIA_FEDERAL' });
    const contest = aContest();
    await stage.createWinner(id, contest);
    const results = ['34567', '12348', '90211', '55603', '77129'];
    expect((await stage.typeResults(id, results, '39')).message).toBeUndefined();
    const { words } = await html('/r/loteria/draw');
    expect(words).toContain(`Concurso ${contest.contest} da Loteria Federal`);
    for (const result of results) expect(words).toContain(result);
    // The first sold number after many unsold ones wins more often.
    expect(words).toContain('Que todas as cotas têm a mesma chance.');
  });

  it('says in every phase how the quotas were paid, by the last head of the book', async () => {
    const { id } = await stage.aClosedRaffle([30, 1], { slug: 'contadas' });
    const paid = 'Cotas: 31 marcadas pelo organizador.';
    const told = async (path: string) => (await html(path)).words;
    for (const path of ['/r/contadas', '/r/contadas/draw']) await expect.poll(() => told(path)).toContain(paid);
    await stage.createWinner(id);
    expect(await told('/r/contadas/draw')).toContain(paid);
    await comesDue(stage.server, id);
    await stage.provenDraw(id);
    for (const path of ['/r/contadas', '/r/contadas/draw']) expect(await told(path)).toContain(paid);
    expect(await told('/r/contadas/draw?lang=en')).toContain('Quotas: 31 marked by the organiser.');
  });

  it('says what the draw shows and what it does not, in the words that hold for the raffle', async () => {
    const told = async (slug: string) => (await html(`/r/${slug}/draw`)).words;
    const { id } = await stage.aClosedRaffle([3], { slug: 'por-rodada' });
    await expect.poll(() => told('por-rodada')).toContain('Que as 3 cotas marcadas pelo organizador foram mesmo pagas.');
    const byRound = await told('por-rodada');
    // The beacon of the tests is the development one: it proves nothing.
    expect(byRound).not.toMatch(/prova, e o que/);
    for (const words of [
      'de uma fonte de testes',
      'Quem tem a chave da fonte de testes',
      'antes da rodada',
      'o prêmio é entregue',
    ])
      expect(byRound).toContain(words);
    expect(byRound).not.toMatch(/Caixa|Para quem f|livro da venda antes/);
    await stage.createWinner(id);
    expect(await told('por-rodada')).toContain('Que as 3 cotas marcadas pelo organizador foram mesmo pagas.');

    await stage.aClosedRaffle([], { slug: 'por-loteria', drawMode: 'LOTERIA_FEDERAL', ...aContest() });
    const byLottery = await told('por-loteria');
    for (const words of [
      'O que isto mostra, e o que não mostra',
      'Que os cinco resultados são os publicados.',
      'antes do concurso',
    ])
      expect(byLottery).toContain(words);
    expect(byLottery).not.toMatch(/chave da fonte|foram mesmo pagas|prova, e o que/);
  });
});
