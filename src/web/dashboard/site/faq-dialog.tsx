import { CreateSiteFaqDocument, UpdateSiteFaqDocument, type FaqLineFragment } from '../../../generated/client/operations.js';
import { useForm } from '../../common/form.js';
import { texts, useTexts } from '../../common/language.js';
import { useClient } from '../../common/session.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { Checkbox, TextArea, TextField } from '../../ui/field.js';

export function FaqDialog(of: { known: FaqLineFragment | undefined; onSaved(): void; onClose(): void }) {
  const { known, onSaved, onClose } = of;
  const t = useTexts(TEXTS);
  const client = useClient();
  const form = useForm({ question: known?.question ?? '', answer: known?.answer ?? '', active: known?.active ?? true });
  const save = async () => {
    const { question, answer, active } = form.values;
    const input = { question, answer, active };
    if (known) await client.mutate(UpdateSiteFaqDocument, { id: known.id, input });
    else await client.mutate(CreateSiteFaqDocument, { input });
  };
  return (
    <FormDialog title={known ? t.change : t.add} form={form} save={save} isCreate={!known} onSaved={onSaved} onClose={onClose}>
      <TextField label={t.question} maxLength={300} {...form.text('question')} />
      <TextArea label={t.answer} hint={t.answerHint} rows={6} maxLength={4_000} {...form.text('answer')} />
      <Checkbox label={t.active} {...form.check('active')} />
    </FormDialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    add: 'Nova pergunta',
    change: 'Mudar a pergunta',
    question: 'Pergunta',
    answer: 'Resposta',
    answerHint: 'Texto simples. Uma linha em branco separa parágrafos.',
    active: 'Mostrar aos visitantes',
  },
  en: {
    add: 'New question',
    change: 'Change the question',
    question: 'Question',
    answer: 'Answer',
    answerHint: 'Plain text. An empty line ends a paragraph.',
    active: 'Show it to visitors',
  },
});
