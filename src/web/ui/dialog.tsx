import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { texts, useTexts } from '../common/language.js';
import { Button } from './button.js';
import css from './dialog.module.css';

function focusTitle(): void {
  const title = document.querySelector<HTMLElement>('#main h1');
  if (!title) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}

const SETTLED_MS = 100;

/** What was pressed may go away once the screen has loaded what the act changed. */
function keepFocus(pressed: HTMLElement): void {
  const stopping = new AbortController();
  const watch = new MutationObserver(() => {
    if (pressed.isConnected) return;
    stopping.abort();
    // The screen may have another place for it.
    setTimeout(() => document.activeElement === document.body && focusTitle(), SETTLED_MS);
  });
  stopping.signal.addEventListener('abort', () => watch.disconnect());
  document.addEventListener('focusin', () => stopping.abort(), { signal: stopping.signal });
  watch.observe(document.body, { childList: true, subtree: true });
}

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
        if (!isThere) return focusTitle();
        opener.focus();
        keepFocus(opener);
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
