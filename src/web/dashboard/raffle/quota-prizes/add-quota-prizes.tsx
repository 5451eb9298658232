import { CreateQuotaPrizesDocument } from '../../../../generated/client/operations.js';
import type { GatewayError } from '../../../../client/errors.js';
import { useAction } from '../../../common/asking.js';
import { useForm } from '../../../common/form.js';
import { texts, useFormats, useTexts } from '../../../common/language.js';
import { Dialog } from '../../../ui/dialog.js';
import { Checkbox, TextArea, TextField } from '../../../ui/field.js';
import { Stack } from '../../../ui/layout.js';
import { Problem } from '../../../ui/surface.js';
import type { Raffle } from '../desk.js';
import { typedPercent, typedWhole } from '../typed-number.js';
import { EditEnd } from '../edit-end.js';
import { unshown } from '../unshown.js';
import { useMutate } from '../use-mutate.js';

/** Of one request. */
const MOST = 1_000;

/** Adds as many equal prizes as there are numbers, typed ones or drawn ones. */
export function AddQuotaPrizes({ raffle, onSaved, onClose }: { raffle: Raffle; onSaved(): void; onClose(): void }) {
  const t = useTexts(TEXTS);
  const { number } = useFormats();
  const mutate = useMutate();
  const isDrawn = raffle.automaticQuotaPrizeDistribution;
  const form = useForm({ prize: '', numbers: '', count: '1', releaseAtPercentage: '0', isLocked: false });
  const numbers = form.values.numbers.split(/[\s,;]+/).filter(Boolean);
  const count = isDrawn ? typedWhole(form.values.count) : numbers.length;
  const saving = useAction(async () => {
    const releaseAtPercentage = typedPercent(form.values.releaseAtPercentage || '0');
    const isReadable = form.show({
      ...((count === undefined || count < 1 || count > MOST) && { [isDrawn ? 'count' : 'numbers']: [t.most(number(MOST))] }),
      ...(releaseAtPercentage === undefined && { releaseAtPercentage: [t.percent] }),
    });
    if (!isReadable || count === undefined || releaseAtPercentage === undefined) return;
    const { prize, isLocked } = form.values;
    const each = { prize: prize.trim(), releaseAtPercentage, isLocked };
    const prizes = isDrawn ? Array.from({ length: count }, () => each) : numbers.map((luckyNumber) => ({ ...each, luckyNumber }));
    try {
      await mutate(CreateQuotaPrizesDocument, { raffleId: raffle.id, input: { prizes } });
    } catch (error) {
      form.show(problemsOf(error as GatewayError, numbers));
      throw error;
    }
    onSaved();
    onClose();
  });
  const shown = Object.keys(saving.error ? problemsOf(saving.error, numbers) : {});
  const isShown = shown.length > 0 && shown.every((name) => name in form.values);
  return (
    <Dialog title={t.title} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void saving.act();
        }}
      >
        <Stack>
          <TextField label={t.prize} maxLength={120} {...form.text('prize')} />
          {isDrawn ? (
            <TextField label={t.count} hint={t.countHint} inputMode="numeric" {...form.text('count')} />
          ) : (
            <TextArea
              label={t.numbers}
              hint={t.numbersHint(number(raffle.quotaQuantity - 1))}
              rows={4}
              {...form.text('numbers')}
            />
          )}
          <TextField label={t.release} hint={t.releaseHint} inputMode="decimal" {...form.text('releaseAtPercentage')} />
          <Checkbox label={t.locked} hint={t.lockedHint} {...form.check('isLocked')} />
          {!isShown && <Problem problem={unshown(saving.error, [])} />}
          <EditEnd
            saving={saving}
            isMadeAnew
            back={t.back}
            save={count && count > 0 ? t.add(count, number(count)) : t.title}
            onSaved={onSaved}
            onClose={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

/** `prizes.3.luckyNumber` is a problem of the fourth number; what is said of each prize alike is said once. */
function problemsOf({ fields }: GatewayError, numbers: readonly string[]): Record<string, readonly string[]> {
  const problems: Record<string, string[]> = {};
  for (const [path, said] of Object.entries(fields)) {
    const [, place, part] = /^prizes\.(\d+)\.(\w+)$/.exec(path) ?? [];
    const name = part === 'luckyNumber' ? 'numbers' : (part ?? path);
    const kept = (problems[name] ??= []);
    const texts_ = part === 'luckyNumber' ? said.map((text) => `${numbers[Number(place)]}: ${text}`) : said;
    for (const text of texts_) if (!kept.includes(text)) kept.push(text);
  }
  return problems;
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Adicionar cotas premiadas',
    prize: 'O que cada uma ganha',
    count: 'Quantas',
    countHint: 'O serviço sorteia os números; até 1.000 de uma vez.',
    numbers: 'Números',
    numbersHint: (last: string) => `De 0 a ${last}, com espaço entre eles; cada um ganha este prêmio.`,
    release: 'Só podem sair depois de quanto vendido, em %',
    releaseHint: '0: desde o início. 100: até a última cota.',
    locked: 'Começar retidas',
    lockedHint: 'Os números ficam fora da venda até você soltá-los.',
    most: (most: string) => `De 1 a ${most} de uma vez.`,
    percent: 'Escreva uma porcentagem de 0 a 100, como 12,5.',
    back: 'Voltar',
    add: (count: number, text: string) => (count === 1 ? 'Adicionar 1' : `Adicionar ${text}`),
  },
  en: {
    title: 'Add quota prizes',
    prize: 'What each of them wins',
    count: 'How many',
    countHint: 'The service draws the numbers; up to 1,000 at once.',
    numbers: 'Numbers',
    numbersHint: (last: string) => `0 to ${last}, with spaces between; each of them wins this prize.`,
    release: 'Only once so much is sold, in %',
    releaseHint: '0: from the start. 100: by the last quota.',
    locked: 'Begin withheld',
    lockedHint: 'The numbers are not for sale until you sell them again.',
    most: (most: string) => `1 to ${most} at once.`,
    percent: 'Write a percentage from 0 to 100, such as 12.5.',
    back: 'Back',
    add: (count: number, text: string) => (count === 1 ? 'Add 1' : `Add ${text}`),
  },
});
