import type { FieldProblems } from '../../../../client/errors.js';
import { texts, useTexts } from '../../../common/language.js';
import { Button } from '../../../ui/button.js';
import { TextArea, TextField } from '../../../ui/field.js';
import { PhotoUpload } from '../../photo-upload.js';
import css from './settings.module.css';
import type { PrizeText } from './values.js';

const MOST = 20;

interface Props {
  label: string;
  hint: string | undefined;
  disabled: boolean;
  prizes: readonly PrizeText[];
  onPrizes(prizes: readonly PrizeText[]): void;
  /** Problems of a prize are named `prizes.0.title`. */
  problems: FieldProblems;
  onProblem(field: string, problem: string): void;
}

export function PrizesEditor({ label, hint, disabled, prizes, onPrizes, problems, onProblem }: Props) {
  const t = useTexts(TEXTS);
  const change = (place: number, part: Partial<PrizeText>): void =>
    onPrizes(prizes.map((prize, at) => (at === place ? { ...prize, ...part } : prize)));
  const moveUp = (place: number): void => {
    const moved = prizes[place];
    if (moved) onPrizes(prizes.toSpliced(place, 1).toSpliced(place - 1, 0, moved));
  };
  return (
    <fieldset class={css.picks}>
      <legend>{label}</legend>
      {hint && <p class={css.hint}>{hint}</p>}
      <ol class={css.prizes}>
        {prizes.map((prize, place) => (
          <li key={prize.key} class={css.prize}>
            <TextField
              label={t.prize(place + 1)}
              value={prize.title}
              onValue={(title) => change(place, { title })}
              problems={problems[`prizes.${place}.title`]}
              disabled={disabled}
            />
            <TextArea
              label={t.more}
              rows={2}
              value={prize.description}
              onValue={(description) => change(place, { description })}
              problems={problems[`prizes.${place}.description`]}
              disabled={disabled}
            />
            {/* It promises nothing: it may change after the first sale. */}
            <TextField
              label={t.photo}
              value={prize.photoUrl}
              onValue={(photoUrl) => change(place, { photoUrl })}
              problems={problems[`prizes.${place}.photoUrl`]}
            />
            <PhotoUpload
              urls={[prize.photoUrl]}
              onUploaded={(photoUrl) => change(place, { photoUrl })}
              onProblem={(problem) => onProblem(`prizes.${place}.photoUrl`, problem)}
            />
            {!disabled && (
              <div class={css.line}>
                {place > 0 && (
                  <Button small onClick={() => moveUp(place)} aria-label={t.upOf(place + 1)}>
                    {t.up}
                  </Button>
                )}
                <Button small onClick={() => onPrizes(prizes.toSpliced(place, 1))} aria-label={t.removeOf(place + 1)}>
                  {t.remove}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ol>
      {problems.prizes && <p class={css.problem}>{problems.prizes.join(' ')}</p>}
      {!disabled && (
        <div class={css.line}>
          <Button
            small
            disabled={prizes.length >= MOST}
            onClick={() => onPrizes([...prizes, { key: crypto.randomUUID(), title: '', description: '', photoUrl: '' }])}
          >
            {t.add}
          </Button>
          {prizes.length >= MOST && <span class={css.hint}>{t.most}</span>}
        </div>
      )}
    </fieldset>
  );
}

const TEXTS = texts({
  'pt-BR': {
    prize: (place: number) => `${place}º prêmio`,
    more: 'Mais sobre ele',
    photo: 'Foto dele (endereço)',
    up: 'Subir',
    upOf: (place: number) => `Subir o ${place}º prêmio`,
    remove: 'Tirar',
    removeOf: (place: number) => `Tirar o ${place}º prêmio`,
    add: 'Adicionar prêmio',
    most: 'São no máximo 20.',
  },
  en: {
    prize: (place: number) => `Prize ${place}`,
    more: 'More about it',
    photo: 'Its picture (address)',
    up: 'Move up',
    upOf: (place: number) => `Move prize ${place} up`,
    remove: 'Remove',
    removeOf: (place: number) => `Remove prize ${place}`,
    add: 'Add a prize',
    most: 'There are at most 20.',
  },
});
