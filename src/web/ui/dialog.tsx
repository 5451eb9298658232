import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useForm } from '../common/form.js';
import { texts, useTexts } from '../common/language.js';
import { useAction } from '../common/query.js';
import { Button } from './button.js';
import css from './dialog.module.css';
import { TextArea } from './field.js';
import { Stack } from './layout.js';
import { Problem } from './surface.js';

/** The browser's own dialog: it traps the focus, Escape closes it. */
export function Dialog({ title, onClose, children }: { title: string; onClose(): void; children: ComponentChildren }) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const t = useTexts(TEXTS);
  useEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    if (!dialog?.open) dialog?.showModal();
    return () => {
      dialog?.close();
      // Removing a dialog from the page does not restore the focus.
      if (opener instanceof HTMLElement) setTimeout(() => opener.focus());
    };
  }, []);
  return (
    <dialog
      ref={ref}
      class={css.dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div class={css.inner}>
        <div class={css.head}>
          <h2 id={id}>{title}</h2>
          <Button variant="plain" small onClick={onClose}>
            {t.close}
          </Button>
        </div>
        {children}
      </div>
    </dialog>
  );
}

const TEXTS = texts({ 'pt-BR': { close: 'Fechar' }, en: { close: 'Close' } });

export function DialogActions({ children }: { children: ComponentChildren }) {
  return <div class={css.actions}>{children}</div>;
}

interface Props {
  title: string;
  children: ComponentChildren;
  confirm: string;
  variant?: 'primary' | 'danger';
  /** A required note. */
  note?: { label: string; hint?: string };
  /** The dialog closes when this resolves, but for false, and shows the error when it rejects. */
  onConfirm(note: string): Promise<unknown>;
  onClose(): void;
}

const LONGEST_NOTE = 500;

/** Asks before something that cannot be undone, or that needs a note. */
export function ConfirmDialog({ title, children, confirm, variant = 'primary', note, onConfirm, onClose }: Props) {
  const t = useTexts(ASK_DIALOG_TEXTS);
  const form = useForm({ note: '' });
  const doing = useAction(async () => {
    if ((await onConfirm(form.values.note.trim())) !== false) onClose();
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

const ASK_DIALOG_TEXTS = texts({
  'pt-BR': { back: 'Voltar', needed: 'Escreva o que aconteceu: fica no registro de auditoria.' },
  en: { back: 'Back', needed: 'Write what happened: it stays in the audit log.' },
});
