import type { FieldProblems, GatewayError } from '../../../../client/errors.js';
import { CreatePrizeOfBoxesDocument, type AwardedBoxMode } from '../../../../generated/client/operations.js';
import { useForm } from '../../../common/form.js';
import { texts, useTexts } from '../../../common/language.js';
import { parseMoney, parsePercent, parseInteger } from '../../../common/parse-number.js';
import { useClient } from '../../../common/session.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { Checkbox, Select, TextField } from '../../../ui/field.js';
import { BOX_TEXTS } from './box-texts.js';

interface Values {
  title: string;
  prize: string;
  quantity: string;
  mode: AwardedBoxMode;
  percentage: string;
  releaseAtPercentage: string;
  isLocked: boolean;
}

export function BoxPrizeDialog({ raffleId, onSaved, onClose }: { raffleId: string; onSaved(): void; onClose(): void }) {
  const t = useTexts(TEXTS);
  const common = useTexts(BOX_TEXTS);
  const client = useClient();
  const form = useForm<Values>({
    title: '',
    prize: '',
    quantity: '1',
    mode: 'ALEATORIO',
    percentage: '',
    releaseAtPercentage: '0',
    isLocked: false,
  });
  const { title, mode, isLocked } = form.values;
  const isByChance = mode === 'PORCENTAGEM';
  const save = async () => {
    const prize = parseMoney(form.values.prize);
    const quantity = parseInteger(form.values.quantity);
    const percentage = isByChance ? parsePercent(form.values.percentage) : null;
    const releaseAtPercentage = parsePercent(form.values.releaseAtPercentage || '0');
    const isReadable = form.show({
      ...(prize === undefined && { prize: [common.money] }),
      ...(quantity === undefined && { quantity: [common.whole] }),
      ...(percentage === undefined && { percentage: [common.percent] }),
      ...(releaseAtPercentage === undefined && { releaseAtPercentage: [common.percent] }),
    });
    if (!isReadable || prize === undefined || quantity === undefined || percentage === undefined) return false;
    const chance = percentage === null ? {} : { percentage };
    const input = {
      raffleId,
      title: title.trim(),
      prize,
      quantity,
      mode,
      ...chance,
      releaseAtPercentage: releaseAtPercentage ?? 0,
      isLocked,
    };
    await client.mutate(CreatePrizeOfBoxesDocument, { input });
    return t.done(input.title);
  };
  return (
    <FormDialog title={t.add} form={form} save={save} isCreate problemsOf={problemsOf} onSaved={onSaved} onClose={onClose}>
      <TextField label={t.title} maxLength={120} {...form.text('title')} />
      <TextField label={t.worth} inputMode="decimal" {...form.text('prize')} />
      <TextField label={t.units} hint={t.unitsHint} inputMode="numeric" {...form.text('quantity')} />
      <Select
        label={t.mode}
        hint={t.modeHints[mode]}
        {...form.text('mode')}
        options={(['ALEATORIO', 'PORCENTAGEM'] as const).map((value) => ({ value, label: t.modes[value] }))}
      />
      {isByChance && <TextField label={t.chance} hint={t.chanceHint} inputMode="decimal" {...form.text('percentage')} />}
      <TextField label={t.release} hint={t.releaseHint} inputMode="decimal" {...form.text('releaseAtPercentage')} />
      <Checkbox label={t.locked} hint={t.lockedHint} {...form.check('isLocked')} />
    </FormDialog>
  );
}

/** The service names `quotaQuantity` when the raffle is too small for the units: show it at the units. */
function problemsOf({ fields: { quantityTitles, ...fields } }: GatewayError): FieldProblems {
  return quantityTitles ? { ...fields, quantity: [...(fields.quantity ?? []), ...quantityTitles] } : fields;
}

const TEXTS = texts({
  'pt-BR': {
    add: 'Novo prêmio de caixa',
    title: 'O que se ganha',
    worth: 'Quanto vale cada um, em reais',
    units: 'Quantos há',
    unitsHint: 'Ao todo, não mais que as cotas da rifa.',
    mode: 'Como sai',
    modes: { ALEATORIO: 'Espalhado entre as cotas que restam', PORCENTAGEM: 'Com uma chance em cada caixa' },
    modeHints: {
      ALEATORIO:
        'Rodadas públicas decidem que cota tira cada unidade. As que sobrarem no fim são sorteadas entre todos os que pagaram.',
      PORCENTAGEM: 'Cada caixa de um pedido pago pode ter o prêmio, enquanto houver unidades.',
    },
    chance: 'Chance de cada caixa, em %',
    chanceHint: 'As chances de todos os prêmios da rifa somam no máximo 100.',
    release: 'Só sai depois de quanto vendido, em %',
    releaseHint: '0: desde o primeiro pedido.',
    locked: 'Só no encerramento',
    lockedHint: 'Sorteado no fim entre todos os que pagaram.',
    done: (title: string) => `O prêmio ${title} foi adicionado.`,
  },
  en: {
    add: 'New prize of boxes',
    title: 'What is won',
    worth: 'What each is worth, in reais',
    units: 'How many there are',
    unitsHint: 'In all, no more than the raffle has quotas.',
    mode: 'How it is won',
    modes: { ALEATORIO: 'Spread over the quotas that are left', PORCENTAGEM: 'By a chance of each box' },
    modeHints: {
      ALEATORIO:
        'Public rounds decide which quota brings each unit out. Those that are left at the end are drawn among all who paid.',
      PORCENTAGEM: 'Each box of a paid order may hold it, as long as units are left.',
    },
    chance: 'Chance of each box, in %',
    chanceHint: 'Those of all prizes of the raffle are at most 100 together.',
    release: 'Only once so much is sold, in %',
    releaseHint: '0: from the first order on.',
    locked: 'At the close only',
    lockedHint: 'Drawn at the end among all who paid.',
    done: (title: string) => `The prize ${title} was added.`,
  },
});
