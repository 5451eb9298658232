import type { GatewayError } from '../../../../client/errors.js';
import { CreateQuotaPrizesDocument } from '../../../../generated/client/operations.js';
import { useForm } from '../../../common/form.js';
import { texts, useFormats, useTexts } from '../../../common/language.js';
import { parsePercent, parseInteger } from '../../../common/parse-number.js';
import { useClient } from '../../../common/session.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { Checkbox, TextArea, TextField } from '../../../ui/field.js';
import type { Raffle } from '../raffle-tab.js';

/** Per request. */
const MOST = 1_000;

export function AddQuotaPrizes({ raffle, onSaved, onClose }: { raffle: Raffle; onSaved(): void; onClose(): void }) {
  const t = useTexts(TEXTS);
  const { number } = useFormats();
  const client = useClient();
  const isDrawn = raffle.automaticQuotaPrizeDistribution;
  const form = useForm({ prize: '', numbers: '', count: '1', releaseAtPercentage: '0', isLocked: false });
  const numbers = form.values.numbers.split(/[\s,;]+/).filter(Boolean);
  const count = isDrawn ? parseInteger(form.values.count) : numbers.length;
  const save = async () => {
    const releaseAtPercentage = parsePercent(form.values.releaseAtPercentage || '0');
    const isReadable = form.show({
      ...((count === undefined || count < 1 || count > MOST) && { [isDrawn ? 'count' : 'numbers']: [t.most(number(MOST))] }),
      ...(releaseAtPercentage === undefined && { releaseAtPercentage: [t.percent] }),
    });
    if (!isReadable || count === undefined || releaseAtPercentage === undefined) return false;
    const { prize, isLocked } = form.values;
    const each = { prize: prize.trim(), releaseAtPercentage, isLocked };
    const prizes = isDrawn ? Array.from({ length: count }, () => each) : numbers.map((luckyNumber) => ({ ...each, luckyNumber }));
    await client.mutate(CreateQuotaPrizesDocument, { raffleId: raffle.id, input: { prizes } });
    return t.added(count, number(count));
  };
  return (
    <FormDialog
      title={t.title}
      form={form}
      save={save}
      saveLabel={count && count > 0 ? t.add(count, number(count)) : t.title}
      isCreate
      problemsOf={(error) => problemsOf(error, numbers)}
      onSaved={onSaved}
      onClose={onClose}
    >
      <TextField label={t.prize} maxLength={120} {...form.text('prize')} />
      {isDrawn ? (
        <TextField label={t.count} hint={t.countHint} inputMode="numeric" {...form.text('count')} />
      ) : (
        <TextArea label={t.numbers} hint={t.numbersHint(number(raffle.quotaQuantity - 1))} rows={4} {...form.text('numbers')} />
      )}
      <TextField label={t.release} hint={t.releaseHint} inputMode="decimal" {...form.text('releaseAtPercentage')} />
      <Checkbox label={t.locked} hint={t.lockedHint} {...form.check('isLocked')} />
    </FormDialog>
  );
}

/** `prizes.3.luckyNumber` is about the fourth number. The same problem of several prizes is shown once. */
function problemsOf({ fields }: GatewayError, numbers: readonly string[]): Record<string, readonly string[]> {
  const problems: Record<string, string[]> = {};
  for (const [path, messages] of Object.entries(fields)) {
    const [, place, part] = /^prizes\.(\d+)\.(\w+)$/.exec(path) ?? [];
    const name = part === 'luckyNumber' ? 'numbers' : (part ?? path);
    const kept = (problems[name] ??= []);
    const shown = part === 'luckyNumber' ? messages.map((text) => `${numbers[Number(place)]}: ${text}`) : messages;
    for (const text of shown) if (!kept.includes(text)) kept.push(text);
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
    locked: 'Só no encerramento',
    lockedHint: 'Sorteadas entre todos os que pagaram; os números não são vendidos.',
    most: (most: string) => `De 1 a ${most} de uma vez.`,
    percent: 'Escreva uma porcentagem de 0 a 100, como 12,5.',
    add: (count: number, text: string) => (count === 1 ? 'Adicionar 1' : `Adicionar ${text}`),
    added: (count: number, text: string) => (count === 1 ? 'O prêmio foi adicionado.' : `${text} prêmios foram adicionados.`),
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
    locked: 'At the close only',
    lockedHint: 'Drawn among all who paid; the numbers are not sold.',
    most: (most: string) => `1 to ${most} at once.`,
    percent: 'Write a percentage from 0 to 100, such as 12.5.',
    add: (count: number, text: string) => (count === 1 ? 'Add 1' : `Add ${text}`),
    added: (count: number, text: string) => (count === 1 ? 'The prize was added.' : `${text} prizes were added.`),
  },
});
