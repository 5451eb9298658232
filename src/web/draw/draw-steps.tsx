import type { RaffleOfPage } from '../../pages/page-renderer.js';
import { useFormats, useTexts, texts } from '../common/language.js';
import { Card } from '../ui/surface.js';
import css from './steps.module.css';
import type { Draw, DrawPhase } from './use-draw.js';

const CURRENT: Record<Exclude<DrawPhase, 'CANCELLED'>, number> = { SELLING: 0, CLOSED: 1, FREEZING: 1, FROZEN: 2, DRAWN: 3 };

export function DrawSteps({
  raffle,
  draw,
  phase,
  isPublicChain,
}: {
  raffle: RaffleOfPage;
  draw: Draw | null;
  phase: DrawPhase;
  isPublicChain: boolean;
}) {
  const t = useTexts(STEP_TEXTS);
  const { dateTime } = useFormats();
  if (phase === 'CANCELLED') return null;
  const { drawMode, frozenAt, drawAt } = raffle;
  const of = t[drawMode];
  const frozen = draw?.frozenAt ?? frozenAt;
  const drawnAt = draw?.drawnAt;
  const planned = draw?.dueAt ?? (frozen === null ? drawAt : null);
  const steps = [
    { title: t.promise, text: t.promiseText, when: undefined },
    { title: t.freeze, text: of.freeze, when: frozen === null ? undefined : t.frozenAt(dateTime(frozen)) },
    {
      title: t.draw,
      text: drawMode === 'BEACON' && !isPublicChain ? t.privateDraw : of.draw,
      when: drawnAt
        ? t.drawnAt(dateTime(drawnAt))
        : planned
          ? (frozen === null ? t.planned : t.dueAt)(dateTime(planned))
          : undefined,
    },
    { title: t.check, text: t.checkText, when: undefined },
  ];
  const current = CURRENT[phase];
  return (
    <Card title={t.title}>
      <ol class={css.steps}>
        {steps.map(({ title, text, when }, index) => (
          <li
            key={title}
            class={index < current ? css.done : index === current ? css.now : undefined}
            aria-current={index === current ? 'step' : undefined}
          >
            <span class={css.mark} aria-hidden="true">
              {index < current ? '✓' : index + 1}
            </span>
            <div class={css.text}>
              <h3>
                {title}
                {index < current && <span class="visually-hidden"> {t.done}</span>}
              </h3>
              {when && <p class={css.when}>{when}</p>}
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

const STEP_TEXTS = texts({
  'pt-BR': {
    title: 'Como é o sorteio',
    done: '(feito)',
    promise: 'A promessa',
    promiseText:
      'Antes da primeira venda a rifa publica impressões digitais: códigos que prendem o segredo dos números e as listas de prêmios. Trocar qualquer um deles depois mudaria o código.',
    freeze: 'O congelamento',
    frozenAt: (time: string) => `Congelada em ${time}`,
    draw: 'O sorteio',
    planned: (time: string) => `Anunciado para ${time}`,
    dueAt: (time: string) => `Marcado para ${time}`,
    drawnAt: (time: string) => `Sorteada em ${time}`,
    privateDraw:
      'Na hora marcada sai a rodada de uma fonte de testes, que não é pública. Ela e o registro congelado dão os ganhadores, por uma conta. Quem tem a chave da fonte pode saber antes.',
    check: 'A conferência',
    checkText: 'Os segredos são revelados e qualquer pessoa refaz a conta inteira: aqui, no seu navegador, ou onde quiser.',
    BEACON: {
      freeze:
        'Com as vendas fechadas, as cotas pagas entram num registro, que é congelado e publicado, sem nomes. Nele está a rodada futura que vai sortear. Daí em diante ninguém entra nem sai.',
      draw: 'Na hora marcada sai a rodada do drand, uma fonte mundial de números aleatórios que várias organizações mantêm juntas. Ela e o registro congelado dão os ganhadores, por uma conta. Ninguém os escolhe, nem o organizador.',
    },
    LOTERIA_FEDERAL: {
      freeze:
        'Com as vendas fechadas, as cotas pagas entram num registro, que é congelado e publicado, sem nomes. Nele está o concurso da Loteria Federal, ainda por vir, que vai sortear. Daí em diante ninguém entra nem sai.',
      draw: 'Os cinco prêmios do concurso dão um número de partida. Ganha esse número ou, se ele não foi vendido, o próximo acima que foi. Dois operadores digitam os cinco resultados, e você os compara com os da Loteria Federal.',
    },
  },
  en: {
    title: 'How the draw goes',
    done: '(done)',
    promise: 'The promise',
    promiseText:
      'Before the first sale the raffle publishes fingerprints: codes that bind the secret of the numbers and the lists of prizes. To change any of them later would change its code.',
    freeze: 'The freeze',
    frozenAt: (time: string) => `Frozen on ${time}`,
    draw: 'The draw',
    planned: (time: string) => `Announced for ${time}`,
    dueAt: (time: string) => `Due on ${time}`,
    drawnAt: (time: string) => `Drawn on ${time}`,
    privateDraw:
      'At its time comes the round of a test source, which is not public. It and the frozen record give the winners, by a calculation. Who has the key of the source can know beforehand.',
    check: 'The check',
    checkText:
      'The secrets are told, and everybody can do the whole calculation again: here in your browser, or wherever you like.',
    BEACON: {
      freeze:
        'When sales are closed the paid quotas go into a record, which is frozen and published, without names. It names the future round that will draw. From then on nobody joins or leaves.',
      draw: 'At its time comes the round of drand, a source of random numbers for the whole world that several organisations keep together. It and the frozen record give the winners, by a calculation. Nobody chooses them, not even the organiser.',
    },
    LOTERIA_FEDERAL: {
      freeze:
        'When sales are closed the paid quotas go into a record, which is frozen and published, without names. It names the contest of the federal lottery, still to be held, that will draw. From then on nobody joins or leaves.',
      draw: 'The five prizes of the contest give a starting number. It wins or, if it was not sold, the next one above it that was. Two operators type in the five results, and you compare them with those of the federal lottery.',
    },
  },
});
