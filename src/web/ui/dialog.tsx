import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { texts, useTexts } from '../common/language.js';
import { Button } from './button.js';
import css from './dialog.module.css';

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
      setTimeout(() => {
        const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
        // What the act led to may have taken it.
        if (!isThere && document.activeElement !== document.body) return;
        const place = isThere ? opener : document.querySelector<HTMLElement>('#main h1');
        if (place && !isThere) place.tabIndex = -1;
        place?.focus({ preventScroll: !isThere });
      });
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
