import type { ComponentChildren } from 'preact';
import { useForm } from '../common/form.js';
import { texts, useTexts } from '../common/language.js';
import { useAction } from '../common/query.js';
import { Button } from './button.js';
import { Dialog, DialogActions } from './dialog.js';
import { TextArea } from './field.js';
import { Stack } from './layout.js';
import { Problem } from './surface.js';
import { useToasts, type Outcome } from './toasts.js';

interface Props {
  title: string;
  children: ComponentChildren;
  confirm: string;
  variant?: 'primary' | 'danger';
  /** A required note. */
  note?: { label: string; hint?: string };
  /** The dialog closes when this resolves, but for false, and the page says what it resolves to. It shows the error when it rejects. */
  onConfirm(note: string): Promise<Outcome>;
  onClose(): void;
}

const LONGEST_NOTE = 500;

/** Asks before what others feel at once or what needs a note, also where a toast then offers to undo it. */
export function ConfirmDialog({ title, children, confirm, variant = 'primary', note, onConfirm, onClose }: Props) {
  const t = useTexts(TEXTS);
  const say = useToasts();
  const form = useForm({ note: '' });
  const doing = useAction(async () => {
    const outcome = await onConfirm(form.values.note.trim());
    if (outcome === false) return;
    say(outcome);
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
            <Button variant={variant} type="submit" isBusy={doing.isBusy}>
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
