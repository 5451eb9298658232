import { useState } from 'preact/hooks';
import { GatewayError } from '../../../../client/errors.js';
import { AdvanceDrawDocument, type DrawProofQuery } from '../../../../generated/client/operations.js';
import { useAction } from '../../../common/query.js';
import { texts, useFormats, useTexts } from '../../../common/language.js';
import { useClient } from '../../../common/session.js';
import { Button } from '../../../ui/button.js';
import { Dialog, DialogActions } from '../../../ui/dialog.js';
import { TextField } from '../../../ui/field.js';
import { Stack } from '../../../ui/layout.js';
import { Card, Notice, Problem } from '../../../ui/surface.js';
import { useToasts } from '../../../ui/toasts.js';
import type { Raffle } from '../raffle-tab.js';
import css from './draw.module.css';
import { PublicLinks } from './public-links.js';

const PLACES = [0, 1, 2, 3, 4] as const;

interface Props {
  raffle: Raffle;
  proof: NonNullable<DrawProofQuery['drawProof']>;
  onTyped(): void;
}

/** The service answers the starting number first. It draws when two operators typed the same. */
export function ContestResults({ raffle, proof, onTyped }: Props) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const say = useToasts();
  const { dateTime } = useFormats();
  const [typed, setTyped] = useState<readonly string[]>(PLACES.map(() => ''));
  const [isChecked, setChecked] = useState(false);
  const [start, setStart] = useState<string>();
  const results = typed.map((text) => text.trim());
  const isComplete = results.every((text) => /^\d{5}$/.test(text));
  const drawing = useAction(async (confirmStartNumber: string | undefined) => {
    const input = { results, ...(confirmStartNumber !== undefined && { confirmStartNumber }) };
    try {
      await client.mutate(AdvanceDrawDocument, { raffleId: raffle.id, input });
    } catch (error) {
      const number = startNumberOf(error, raffle.quotaQuantity);
      if (number === undefined) throw error;
      setStart(number);
      return;
    }
    say(t.typed);
    setStart(undefined);
    onTyped();
  });
  return (
    <Card title={t.title(proof.contest ?? 0)}>
      <p>{t.text}</p>
      {proof.awaits === 'CONFIRMATION' && (
        <Notice tone="warn">
          <p role="status">{proof.confirmableAt ? t.alone(dateTime(proof.confirmableAt)) : t.second}</p>
        </Notice>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (isComplete) void drawing.act(undefined);
        }}
      >
        <Stack>
          <div class={css.results}>
            {PLACES.map((place) => (
              <TextField
                key={place}
                label={t.prize(place + 1)}
                inputMode="numeric"
                maxLength={5}
                placeholder="00000"
                autocomplete="off"
                value={typed[place] ?? ''}
                onValue={(text) => setTyped(typed.with(place, text))}
                problems={isChecked && !/^\d{5}$/.test(results[place] ?? '') ? [t.five] : undefined}
              />
            ))}
          </div>
          {start === undefined && <Problem problem={drawing.error} />}
          <p>
            <Button variant="primary" type="submit" isBusy={drawing.isBusy}>
              {t.see}
            </Button>
          </p>
        </Stack>
      </form>
      <PublicLinks raffle={raffle} proof={proof} />
      {start !== undefined && (
        <Dialog title={t.ask} onClose={() => setStart(undefined)}>
          <p>{t.gives(proof.contest ?? 0, results.join(', '))}</p>
          <p class={css.number}>{start}</p>
          <Notice tone="warn">{t.look}</Notice>
          <Problem problem={drawing.error} />
          <DialogActions>
            <Button onClick={() => setStart(undefined)}>{t.back}</Button>
            <Button variant="danger" isBusy={drawing.isBusy} onClick={() => void drawing.act(start)}>
              {t.draw(start)}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </Card>
  );
}

function startNumberOf(error: unknown, quotaQuantity: number): string | undefined {
  const [problem] = (error instanceof GatewayError && error.problems.confirmStartNumber) || [];
  const start = problem?.params.start;
  return start === undefined ? undefined : String(start).padStart(String(quotaQuantity - 1).length, '0');
}

const TEXTS = texts({
  'pt-BR': {
    title: (contest: number) => `Resultado do concurso ${contest}`,
    text: 'Digite os cinco prêmios na ordem e como a loteria os publica. A rifa é sorteada quando dois operadores digitaram o mesmo. O que cada um digita fica público.',
    second:
      'Um operador já digitou os resultados. Um segundo operador precisa digitar os mesmos: copie-os da loteria, não do colega.',
    alone: (time: string) =>
      `Os resultados foram digitados e não há um segundo operador. O mesmo operador pode confirmá-los, digitando-os de novo, a partir de ${time}.`,
    prize: (place: number) => `${place}º prêmio`,
    five: 'Cinco dígitos.',
    see: 'Ver o número que dá',
    ask: 'É este o resultado?',
    gives: (contest: number, results: string) => `O concurso ${contest}, com ${results}, dá o número`,
    look: 'Confira cada dígito com o publicado pela loteria: com dois operadores de acordo, isso não tem volta. Se o número não foi vendido, ganha o próximo acima que foi.',
    draw: (start: string) => `Confirmar ${start}`,
    back: 'Corrigir',
    typed: 'Os números do concurso foram anotados.',
  },
  en: {
    title: (contest: number) => `Results of contest ${contest}`,
    text: 'Type the five prizes in their order and as the lottery printed them. The raffle is drawn when two operators typed the same. What each one types is public.',
    second:
      'One operator typed the results. A second operator must type the same: copy them from the lottery, not from your colleague.',
    alone: (time: string) =>
      `The results were typed, and there is no second operator. The same operator may confirm them, by typing them again, from ${time} on.`,
    prize: (place: number) => `Prize ${place}`,
    five: 'Five digits.',
    see: 'See the number',
    ask: 'Are these the results?',
    gives: (contest: number, results: string) => `Contest ${contest}, with ${results}, gives the number`,
    look: 'Compare every digit with what the lottery published: once two operators agree, this cannot be undone. A number that was not sold gives way to the next above it that was.',
    draw: (start: string) => `Confirm ${start}`,
    back: 'Correct them',
    typed: 'The numbers of the contest were recorded.',
  },
});
