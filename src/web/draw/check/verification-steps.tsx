import type { Step } from '../../../proof/steps.js';
import { texts, useTexts } from '../../common/language.js';
import { Badge } from '../../ui/surface.js';
import css from './check.module.css';

/** The details of a failed step are open. */
export function StepList({ steps, label }: { steps: readonly Step[]; label: string }) {
  const t = useTexts(TEXTS);
  const wordsOf = useStepWords();
  return (
    <ol class={css.steps} aria-label={label}>
      {steps.map(({ step, ok, detail }) => (
        <li key={step}>
          <details open={!ok}>
            <summary>
              <span class={ok ? css.held : css.broken} aria-hidden="true">
                {ok ? '✓' : '✗'}
              </span>
              <span class={css.words}>{wordsOf(step)}</span>
              <Badge tone={ok ? 'good' : 'bad'}>{ok ? t.held : t.broken}</Badge>
            </summary>
            <p class={css.detail} lang="en">
              <code>{step}</code>: {detail}
            </p>
          </details>
        </li>
      ))}
    </ol>
  );
}

const TEXTS = texts({
  'pt-BR': { held: 'Confere', broken: 'Não confere' },
  en: { held: 'Holds', broken: 'Does not hold' },
});

/** A plain sentence for each step. The page marks it right or wrong. */
export function useStepWords(): (step: string) => string {
  const t = useTexts(STEP_WORDS_TEXTS);
  return (step) => {
    const [, prize] = /^prize (\d+)$/.exec(step) ?? [];
    if (prize !== undefined) return t.prize(prize);
    return t.steps[step] ?? step;
  };
}

/** The keys are the step names of `src/proof` and `verify-published.ts`. */
interface Words {
  prize(position: string): string;
  steps: Readonly<Record<string, string>>;
}

const STEP_WORDS_TEXTS = texts<Words>({
  'pt-BR': {
    prize: (position) => `O ganhador do ${position}º prêmio é o que a conta dá.`,
    steps: {
      file: 'O arquivo da prova chegou inteiro.',
      proof: 'A prova tem tudo o que deve ter.',
      manifest: 'O registro congelado está bem escrito: quantas cotas participam, quantos prêmios há e o que sorteia.',
      book: 'O livro da venda é o que foi congelado.',
      'book: blocks': 'As compras do livro cobrem todas as cotas vendidas, sem falta nem repetição.',
      secret: 'O segredo dos números é o mesmo que foi prometido antes da primeira venda.',
      chain: 'A fonte do sorteio é a que foi congelada.',
      'chain hash': 'A chave e o relógio da fonte são os que foram congelados.',
      'rounds of blocks': 'As rodadas que decidiram os prêmios na hora têm a assinatura da fonte: ninguém as inventou.',
      'quota prizes': 'A lista de números premiados é a que foi prometida antes da primeira venda.',
      boxes: 'Os prêmios das caixas são os que foram publicados antes da primeira venda.',
      'boxes of orders': 'Cada compra ganhou as caixas a que tinha direito.',
      'instant prizes': 'Os números e as caixas que saíram durante a venda são os que as rodadas dão.',
      'for sale': 'Todas as cotas estavam à venda.',
      numbers: 'Cada cota tem um número só dela.',
      round: 'A rodada usada é a que estava marcada antes.',
      signature: 'A rodada tem a assinatura da fonte: ninguém a inventou.',
      contest: 'O concurso da Loteria Federal é o que estava marcado antes.',
      'start number': 'Os cinco resultados dão este número de partida.',
      winners: 'Há tantos ganhadores quantos devem ser, e nenhum a mais.',
      close: 'O que sobrou dos prêmios foi sorteado no fim entre todos os que pagaram, como a conta dá.',
      'shown: manifest': 'O registro congelado é o mesmo que esta página publica.',
      'shown: raffle': 'A prova é desta rifa, e não de outra.',
      'shown: promises': 'As impressões digitais são as mesmas que esta página publica.',
      'shown: winners': 'Os números ganhadores são os que esta página mostra.',
      'shown: results': 'Os cinco resultados são os que esta página mostra.',
      'kept: promises': 'O que foi prometido é o mesmo que este navegador viu durante a venda.',
      'kept: manifest': 'O registro congelado é o mesmo que este navegador viu antes.',
      'kept: heads': 'O livro da venda continua o que este navegador viu durante a venda.',
      'kept: receipts': 'Os comprovantes que este navegador guardou estão no livro da venda.',
    },
  },
  en: {
    prize: (position) => `The winner of prize ${position} is the one that the calculation gives.`,
    steps: {
      file: "The proof's file arrived whole.",
      proof: 'The proof has all that it must have.',
      manifest: 'The frozen record is well written: how many quotas take part, how many prizes there are, and what draws.',
      book: 'The book of the sale is the one that was frozen.',
      'book: blocks': "The book's purchases cover all sold quotas, with none missing or twice.",
      secret: 'The secret of the numbers is the one that was promised before the first sale.',
      chain: 'The source of the draw is the one that was frozen.',
      'chain hash': "The source's key and clock are those that were frozen.",
      'rounds of blocks': "The rounds that decided instant prizes have the source's signature: nobody made them up.",
      'quota prizes': 'The list of prize numbers is the one that was promised before the first sale.',
      boxes: "The boxes' prizes are those that were published before the first sale.",
      'boxes of orders': 'Each purchase has the boxes that it was due.',
      'instant prizes': 'The numbers and boxes that came out during the sale are those that the rounds give.',
      'for sale': 'All quotas were for sale.',
      numbers: 'Each quota has a number of its own.',
      round: 'The round that was used is the one that was named beforehand.',
      signature: "The round has the source's signature: nobody made it up.",
      contest: 'The contest of the federal lottery is the one that was named beforehand.',
      'start number': 'The five results give this starting number.',
      winners: 'There are as many winners as there must be, and no more.',
      close: 'What was left of the prizes was drawn at the end among all who paid, as the calculation gives.',
      'shown: manifest': 'The frozen record is the one that this page publishes.',
      'shown: raffle': 'The proof is of this raffle, and of no other.',
      'shown: promises': 'The fingerprints are those that this page publishes.',
      'shown: winners': 'The winning numbers are those that this page shows.',
      'shown: results': 'The five results are those that this page shows.',
      'kept: promises': 'What was promised is what this browser saw during the sale.',
      'kept: manifest': 'The frozen record is the one that this browser saw before.',
      'kept: heads': 'The book of the sale continues what this browser saw during the sale.',
      'kept: receipts': 'The receipts that this browser kept stand in the book of the sale.',
    },
  },
});
