import type { ComponentChildren } from 'preact';
import { useAction } from '../common/asking.js';
import { useForm } from '../common/form.js';
import { texts, useTexts } from '../common/language.js';
import { Button } from './button.js';
import { Dialog, DialogActions } from './dialog.js';
import { TextArea } from './field.js';
import { Stack } from './layout.js';
import { Problem } from './surface.js';

interface Props {
  title: string;
  /** What will happen, in figures. */
  children: ComponentChildren;
  /** What the button says that does it. */
  confirm: string;
  look?: 'primary' | 'danger';
  /** The note that it takes: it must be given. `name` is the argument that a refusal names. */
  note?: { label: string; hint?: string };
  /** Does it. The dialog closes by itself when this resolves, and says why when it rejects. */
  onConfirm(note: string): Promise<unknown>;
  onClose(): void;
}

const LONGEST_NOTE = 500;

/** Asks before something is done that cannot be taken back, or that needs a note. */
export function AskDialog({ title, children, confirm, look = 'primary', note, onConfirm, onClose }: Props) {
  const t = useTexts(TEXTS);
  const form = useForm({ note: '' });
  const doing = useAction(async () => {
    await onConfirm(form.values.note.trim());
    onClose();
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (note && !form.show(form.values.note.trim() === '' ? { note: [t.needed] } : {})) return;
          void doing.act();
        }}
      >
        <Stack>
          {children}
          {note && (
            <TextArea
              label={note.label}
              hint={note.hint}
              maxLength={LONGEST_NOTE}
              {...form.text('note')}
              problems={doing.error?.fields.note ?? form.problems.note}
            />
          )}
          {!doing.error?.fields.note && <Problem problem={doing.error} />}
          <DialogActions>
            <Button onClick={onClose}>{t.back}</Button>
            <Button look={look} type="submit" isBusy={doing.isBusy}>
              {confirm}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  );
}

const TEXTS = texts({
  'pt-BR': { back: 'Voltar', needed: 'Escreva o que aconteceu: fica no registro de auditoria.' },
  en: { back: 'Back', needed: 'Write what happened: it stays in the audit log.' },
});
