import { useState } from 'preact/hooks';
import {
  CreateDisplayedPercentageDocument,
  DisplayedPercentageDocument,
  UpdateDisplayedPercentageDocument,
} from '../../../../generated/client/operations.js';
import { useAction, useQuery } from '../../../common/query.js';
import { texts, useFormats, useTexts } from '../../../common/language.js';
import { Button } from '../../../ui/button.js';
import { TextField } from '../../../ui/field.js';
import { Choice, Note, Row, Stack, Stats } from '../../../ui/layout.js';
import { Skeleton, Card, Problem, Stat } from '../../../ui/surface.js';
import { useToasts } from '../../../ui/toasts.js';
import { parsePercent } from '../../../common/parse-number.js';
import { useClient } from '../../../common/session.js';
import type { SaleFigures } from '../../overview/use-sale-figures.js';

/** What is sold comes with the other figures of the screen. */
export function DisplayedPercentage({ raffleId, of: sales }: { raffleId: string; of: SaleFigures }) {
  const t = useTexts(TEXTS);
  const { percent, number } = useFormats();
  const client = useClient();
  const say = useToasts();
  const { data, error, reload } = useQuery(DisplayedPercentageDocument, { raffleId });
  const [typed, setTyped] = useState<string>();
  const [isUnreadable, setUnreadable] = useState(false);
  const set = data?.fakeSoldQuotasPercentage?.percentage;
  const saving = useAction(async (percentage: number) => {
    const input = { raffleId, percentage };
    if (set === undefined) await client.mutate(CreateDisplayedPercentageDocument, { input });
    else await client.mutate(UpdateDisplayedPercentageDocument, { input });
    say(t.saved);
    setTyped(undefined);
    reload();
    sales.reload();
  });
  const save = (text: string): void => {
    const percentage = parsePercent(text);
    setUnreadable(percentage === undefined);
    if (percentage !== undefined) void saving.act(percentage);
  };
  const progress = sales.figures?.progress;
  if (!data || !progress)
    return (
      <Card title={t.title}>
        <Problem problem={error} onRetry={reload} />
        {!error && <Skeleton lines={4} />}
      </Card>
    );
  const problems = isUnreadable ? [t.unreadable] : saving.error?.fields.percentage;
  return (
    <Card title={t.title}>
      <p>{t.what}</p>
      <Stats>
        <Stat name={t.real}>{percent(progress.percentage)}</Stat>
        <Stat name={t.displayed} beside={progress.displayedIsAdjusted ? t.adjusted : t.notAdjusted}>
          {percent(progress.displayedPercentage)}
        </Stat>
      </Stats>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (typed !== undefined) save(typed);
        }}
      >
        <Stack>
          <Choice>
            <TextField
              label={t.least}
              hint={t.hint}
              inputMode="decimal"
              value={typed ?? (set ? number(set) : '')}
              onValue={(text) => {
                setTyped(text);
                setUnreadable(false);
                saving.reset();
              }}
              problems={problems}
            />
          </Choice>
          {!problems && <Problem problem={saving.error} />}
          <Row>
            <Button type="submit" isBusy={saving.isBusy} disabled={typed === undefined || typed.trim() === ''}>
              {t.save}
            </Button>
            {set !== undefined && set > 0 && (
              <Button variant="plain" isBusy={saving.isBusy} onClick={() => save('0')}>
                {t.showReal}
              </Button>
            )}
          </Row>
          <Note>{t.audited}</Note>
        </Stack>
      </form>
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Porcentagem exibida',
    what: 'A página da rifa pode exibir uma porcentagem de vendas maior que a real. Quando exibe, ela mesma diz que o valor foi ajustado, e nenhum outro número muda: cotas vendidas, restantes e o sorteio seguem os reais.',
    real: 'Vendido de verdade',
    displayed: 'Exibido na página',
    adjusted: 'marcado como ajustado',
    notAdjusted: 'igual ao real',
    least: 'Exibir no mínimo, em %',
    hint: 'De 0 a 100. Quando as vendas passam disso, exibe-se o real.',
    unreadable: 'Escreva uma porcentagem de 0 a 100, como 12,5.',
    save: 'Salvar',
    showReal: 'Exibir o real',
    audited: 'Cada mudança fica no registro de auditoria.',
    saved: 'A porcentagem foi salva.',
  },
  en: {
    title: 'Displayed percentage',
    what: 'The raffle’s page can display a higher percentage as sold than the real one. When it does, it says itself that the figure is adjusted, and no other figure changes: quotas sold, quotas left and the draw keep to the real ones.',
    real: 'Really sold',
    displayed: 'Displayed on the page',
    adjusted: 'marked as adjusted',
    notAdjusted: 'the real one',
    least: 'Display at least, in %',
    hint: '0 to 100. Once more is sold, the real one is displayed.',
    unreadable: 'Write a percentage from 0 to 100, such as 12.5.',
    save: 'Save',
    showReal: 'Display the real one',
    audited: 'Every change stands in the audit log.',
    saved: 'The percentage was saved.',
  },
});
