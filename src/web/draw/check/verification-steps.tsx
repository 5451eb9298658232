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
function useStepWords(): (step: string) => string {
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
      'prize log': 'As mudanças de prêmios feitas durante a venda são as que foram congeladas.',
      secret: 'O segredo dos números é o mesmo que foi prometido antes da primeira venda.',
      'quota prizes': 'A lista de números premiados é a que foi prometida antes da primeira venda.',
      'quota prizes: places': 'Cada número premiado ficou onde as regras mandam.',
      'quota prizes: won': 'A conta diz quais números premiados saíram.',
      chain: 'A fonte do sorteio é a que foi congelada.',
      'chain hash': 'A chave e o relógio da fonte são os que foram congelados.',
      round: 'A rodada usada é a que estava marcada antes.',
      signature: 'A rodada tem a assinatura da fonte: ninguém a inventou.',
      randomness: 'O número sorteado vem dessa assinatura.',
      contest: 'O concurso da Loteria Federal é o que estava marcado antes.',
      'start number': 'Os cinco resultados dão este número de partida.',
      winners: 'Há tantos ganhadores quantos devem ser, e nenhum a mais.',
      boxes: 'A semente que distribui as caixas é a que foi prometida.',
      'boxes: prizes': 'A lista de prêmios das caixas está bem escrita.',
      'boxes: published': 'Os prêmios das caixas são os que foram publicados antes da primeira venda.',
      'boxes: log': 'As mudanças nas caixas estão em ordem.',
      'boxes: blocks': 'As compras listadas cobrem todas as cotas pagas, sem falta nem repetição.',
      'boxes: combos': 'Cada compra ganhou as caixas a que tinha direito.',
      'boxes: wins': 'O que havia em cada caixa é o que a conta dá.',
      'boxes: close': 'O que foi sorteado entre as caixas no fim é o que a conta dá.',
      'shown: manifest': 'O registro congelado é o mesmo que esta página publica.',
      'shown: raffle': 'A prova é desta rifa, e não de outra.',
      'shown: promises': 'As impressões digitais são as mesmas que esta página publica.',
      'shown: winners': 'Os números ganhadores são os que esta página mostra.',
      'shown: results': 'Os cinco resultados são os que esta página mostra.',
      kept: 'O registro congelado é o mesmo que este navegador viu antes do sorteio.',
    },
  },
  en: {
    prize: (position) => `The winner of prize ${position} is the one that the calculation gives.`,
    steps: {
      file: "The proof's file arrived whole.",
      proof: 'The proof has all that it must have.',
      manifest: 'The frozen record is well written: how many quotas take part, how many prizes there are, and what draws.',
      'prize log': 'The changes of prizes during the sale are those that were frozen.',
      secret: 'The secret of the numbers is the one that was promised before the first sale.',
      'quota prizes': 'The list of prize numbers is the one that was promised before the first sale.',
      'quota prizes: places': 'Each prize number lies where the rules put it.',
      'quota prizes: won': 'The calculation says which prize numbers came out.',
      chain: 'The source of the draw is the one that was frozen.',
      'chain hash': "The source's key and clock are those that were frozen.",
      round: 'The round that was used is the one that was named beforehand.',
      signature: "The round has the source's signature: nobody made it up.",
      randomness: 'The number that draws comes from this signature.',
      contest: 'The contest of the federal lottery is the one that was named beforehand.',
      'start number': 'The five results give this starting number.',
      winners: 'There are as many winners as there must be, and no more.',
      boxes: 'The seed that hands out the boxes is the one that was promised.',
      'boxes: prizes': "The list of the boxes' prizes is well written.",
      'boxes: published': "The boxes' prizes are those that were published before the first sale.",
      'boxes: log': 'The changes of boxes are in order.',
      'boxes: blocks': 'The purchases listed cover all paid quotas, with none missing or twice.',
      'boxes: combos': 'Each purchase has the boxes that it was due.',
      'boxes: wins': 'What was in each box is what the calculation gives.',
      'boxes: close': 'What was drawn among the boxes at the end is what the calculation gives.',
      'shown: manifest': 'The frozen record is the one that this page publishes.',
      'shown: raffle': 'The proof is of this raffle, and of no other.',
      'shown: promises': 'The fingerprints are those that this page publishes.',
      'shown: winners': 'The winning numbers are those that this page shows.',
      'shown: results': 'The five results are those that this page shows.',
      kept: 'The frozen record is the one that this browser saw before the draw.',
    },
  },
});
