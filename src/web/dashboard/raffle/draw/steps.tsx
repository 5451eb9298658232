import { texts, useTexts } from '../../../common/language.js';
import type { Raffle } from '../raffle-tab.js';
import css from './draw.module.css';

const STEPS = ['close', 'freeze', 'draw', 'done'] as const;
export type Step = (typeof STEPS)[number];

export function Steps({ raffle, current }: { raffle: Raffle; current: Step }) {
  const t = useTexts(TEXTS);
  const at = STEPS.indexOf(current);
  // The last one is a state, not a task.
  const done = current === 'done' ? STEPS.length : at;
  return (
    <ol class={css.steps}>
      {STEPS.map((step, place) => (
        <li key={step} class={css.step} aria-current={step === current ? 'step' : undefined}>
          <span class={css.mark} aria-hidden="true">
            {place < done ? '✓' : place + 1}
          </span>
          <div>
            <p class={css.name}>
              {step === 'draw' ? t.draw[raffle.drawMode].name : t[step].name}
              {place < done && <span class="visually-hidden"> {t.isDone}</span>}
            </p>
            <p class={css.text}>{step === 'draw' ? t.draw[raffle.drawMode].text : t[step].text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

const TEXTS = texts({
  'pt-BR': {
    isDone: '(feito)',
    close: { name: 'Encerrar as vendas', text: 'Ninguém mais compra.' },
    freeze: {
      name: 'Congelar',
      text: 'Fica registrado, para todos conferirem, quem participa. Ninguém entra nem sai depois disso.',
    },
    draw: {
      BEACON: {
        name: 'Sortear',
        text: 'Uma rodada futura do farol público drand decide. O sorteio acontece sozinho quando ela sai.',
      },
      LOTERIA_FEDERAL: {
        name: 'Sortear',
        text: 'Os cinco prêmios de um concurso futuro da Loteria Federal decidem. Dois operadores os digitam quando saírem.',
      },
    },
    done: { name: 'Ganhadores', text: 'Não mudam mais. Qualquer pessoa pode baixar a prova e conferir.' },
  },
  en: {
    isDone: '(done)',
    close: { name: 'Close sales', text: 'Nobody buys any more.' },
    freeze: {
      name: 'Freeze',
      text: 'Who takes part is put on record for everybody to check. Nobody joins or leaves after that.',
    },
    draw: {
      BEACON: {
        name: 'Draw',
        text: 'A future round of the public beacon drand decides. It is drawn by itself when that is out.',
      },
      LOTERIA_FEDERAL: {
        name: 'Draw',
        text: 'The five prizes of a future contest of the Loteria Federal decide. Two operators type them in when they are out.',
      },
    },
    done: { name: 'Winners', text: 'They do not change any more. Anybody can download the proof and check.' },
  },
});
