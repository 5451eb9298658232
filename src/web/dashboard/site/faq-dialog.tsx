import { CreateSiteFaqDocument, UpdateSiteFaqDocument, type FaqLineFragment } from '../../../generated/client/operations.js';
import { useAction } from '../../common/asking.js';
import { useForm } from '../../common/form.js';
import { texts, useTexts } from '../../common/language.js';
import { Dialog } from '../../ui/dialog.js';
import { Checkbox, TextArea, TextField } from '../../ui/field.js';
import { Stack } from '../../ui/layout.js';
import { Problem } from '../../ui/surface.js';
import { EditEnd } from '../raffle/edit-end.js';
import { unshown } from '../raffle/unshown.js';
import { useMutate } from '../raffle/use-mutate.js';

const FIELDS = ['question', 'answer', 'active'];

/** Makes or changes a question and its answer. */
export function FaqDialog(of: { known: FaqLineFragment | undefined; onSaved(): void; onClose(): void }) {
  const { known, onSaved, onClose } = of;
  const t = useTexts(TEXTS);
  const mutate = useMutate();
  const form = useForm({ question: known?.question ?? '', answer: known?.answer ?? '', active: known?.active ?? true });
  const saving = useAction(async () => {
    const { question, answer, active } = form.values;
    const input = { question, answer, active };
    try {
      if (known) await mutate(UpdateSiteFaqDocument, { id: known.id, input });
      else await mutate(CreateSiteFaqDocument, { input });
    } catch (error) {
      form.refuse(error as Parameters<typeof form.refuse>[0]);
      throw error;
    }
    onSaved();
    onClose();
  });
  return (
    <Dialog title={known ? t.change : t.add} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void saving.act();
        }}
      >
        <Stack>
          <TextField label={t.question} maxLength={300} {...form.text('question')} />
          <TextArea label={t.answer} hint={t.answerHint} rows={6} maxLength={4_000} {...form.text('answer')} />
          <Checkbox label={t.active} {...form.check('active')} />
          <Problem problem={unshown(saving.error, FIELDS)} />
          <EditEnd saving={saving} isMadeAnew={!known} back={t.back} save={t.save} onSaved={onSaved} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
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
    back: 'Voltar',
    save: 'Salvar',
  },
  en: {
    add: 'New question',
    change: 'Change the question',
    question: 'Question',
    answer: 'Answer',
    answerHint: 'Plain text. An empty line ends a paragraph.',
    active: 'Show it to visitors',
    back: 'Back',
    save: 'Save',
  },
});
