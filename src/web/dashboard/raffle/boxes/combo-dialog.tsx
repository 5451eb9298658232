import { CreateBoxComboDocument, UpdateBoxComboDocument, type ComboFragment } from '../../../../generated/client/operations.js';
import { useForm } from '../../../common/form.js';
import { texts, useFormats, useTexts } from '../../../common/language.js';
import { parseInteger } from '../../../common/parse-number.js';
import { useClient } from '../../../common/session.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { Checkbox, TextField } from '../../../ui/field.js';
import { BOX_TEXTS } from './box-texts.js';

interface Props {
  raffleId: string;
  /** Undefined for a new one. */
  combo: ComboFragment | undefined;
  /** Locked values; `visible` and `highlighted` can always change. */
  isFixed: boolean;
  onSaved(): void;
  onClose(): void;
}

export function ComboDialog({ raffleId, combo, isFixed, onSaved, onClose }: Props) {
  const t = useTexts(TEXTS);
  const common = useTexts(BOX_TEXTS);
  const { number } = useFormats();
  const client = useClient();
  const form = useForm({
    quantityTitles: combo ? number(combo.quantityTitles) : '',
    quantityBoxes: combo ? number(combo.quantityBoxes) : '1',
    visible: combo?.visible ?? true,
    highlighted: combo?.highlighted ?? false,
  });
  const save = async () => {
    const quantityTitles = parseInteger(form.values.quantityTitles);
    const quantityBoxes = parseInteger(form.values.quantityBoxes);
    const isReadable = form.show({
      ...(quantityTitles === undefined && { quantityTitles: [common.whole] }),
      ...(quantityBoxes === undefined && { quantityBoxes: [common.whole] }),
    });
    if (!isReadable || quantityTitles === undefined || quantityBoxes === undefined) return false;
    const { visible, highlighted } = form.values;
    const input = { quantityTitles, quantityBoxes, visible, highlighted };
    if (combo) await client.mutate(UpdateBoxComboDocument, { id: combo.id, input });
    else await client.mutate(CreateBoxComboDocument, { input: { raffleId, ...input } });
    return t.done(number(quantityTitles));
  };
  return (
    <FormDialog title={combo ? t.change : t.add} form={form} save={save} onSaved={onSaved} onClose={onClose}>
      <TextField
        label={t.quotas}
        hint={isFixed ? t.fixed : t.quotasHint}
        inputMode="numeric"
        disabled={isFixed}
        {...form.text('quantityTitles')}
      />
      <TextField
        label={t.boxes}
        hint={isFixed ? t.fixed : t.boxesHint}
        inputMode="numeric"
        disabled={isFixed}
        {...form.text('quantityBoxes')}
      />
      <Checkbox label={t.visible} hint={t.visibleHint} {...form.check('visible')} />
      <Checkbox label={t.highlighted} {...form.check('highlighted')} />
    </FormDialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    add: 'Novo combo',
    change: 'Mudar o combo',
    quotas: 'A partir de quantas cotas',
    quotasHint: 'De 1 a 20.000, uma vez por rifa.',
    boxes: 'Quantas caixas',
    boxesHint: 'De 1 a 1.000.',
    fixed: 'Não muda mais: há pedidos.',
    visible: 'Mostrar aos compradores',
    visibleHint: 'Vale nos pedidos de qualquer modo.',
    highlighted: 'Destacar na página',
    done: (quotas: string) => `O combo de ${quotas} cotas foi salvo.`,
  },
  en: {
    add: 'New combo',
    change: 'Change the combo',
    quotas: 'From how many quotas on',
    quotasHint: '1 to 20,000, once in a raffle.',
    boxes: 'How many boxes',
    boxesHint: '1 to 1,000.',
    fixed: 'It does not change any more: there are orders.',
    visible: 'Show it to buyers',
    visibleHint: 'It counts for orders either way.',
    highlighted: 'Point it out on the page',
    done: (quotas: string) => `The combo of ${quotas} quotas was saved.`,
  },
});
