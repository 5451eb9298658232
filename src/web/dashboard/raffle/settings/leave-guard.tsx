import { useLocation } from 'preact-iso';
import { useEffect, useRef, useState } from 'preact/hooks';
import { texts, useTexts } from '../../../common/language.js';
import { Button } from '../../../ui/button.js';
import { Dialog, DialogActions } from '../../../ui/dialog.js';

/**
 * Where the browser's back button leads, while that is asked: the router hears of it first and draws that screen, so that this one is
 * drawn anew when it is told to stay.
 */
let wantedByBack: string | undefined;

/** Asks before a link, the back button or a closed tab loses unsaved values. */
export function LeaveGuard({ isDirty, onLeave }: { isDirty: boolean; onLeave(): void }) {
  const { route } = useLocation();
  const t = useTexts(TEXTS);
  const [wanted, setWanted] = useState(wantedByBack);
  const isLeaving = useRef(false);
  useEffect(() => {
    if (!isDirty) return undefined;
    isLeaving.current = false;
    const here = location.pathname + location.search;
    const onClick = (event: MouseEvent): void => {
      const link = (event.target as Element).closest?.('a');
      const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
      if (!link || !isPlain || link.target || link.download || link.origin !== location.origin) return;
      if (link.getAttribute('href')?.startsWith('#')) return;
      event.preventDefault();
      // Before the router's listener.
      event.stopPropagation();
      setWanted(link.pathname + link.search);
    };
    const onBack = (): void => {
      if (isLeaving.current) return;
      const there = location.pathname + location.search;
      wantedByBack = there;
      history.pushState(null, '', here);
      route(here, true);
      setWanted(there);
    };
    const onClose = (event: BeforeUnloadEvent): void => {
      if (!isLeaving.current) event.preventDefault();
    };
    document.addEventListener('click', onClick, { capture: true });
    addEventListener('popstate', onBack);
    addEventListener('beforeunload', onClose);
    return () => {
      document.removeEventListener('click', onClick, { capture: true });
      removeEventListener('popstate', onBack);
      removeEventListener('beforeunload', onClose);
    };
    // `route` is stable.
  }, [isDirty]);
  if (wanted === undefined) return null;
  const stay = (): void => {
    wantedByBack = undefined;
    setWanted(undefined);
  };
  return (
    <Dialog title={t.title} onClose={stay}>
      <p>{t.text}</p>
      <DialogActions>
        <Button onClick={stay}>{t.stay}</Button>
        <Button
          variant="danger"
          onClick={() => {
            isLeaving.current = true;
            onLeave();
            stay();
            if (wanted.startsWith('/dashboard')) route(wanted);
            else location.assign(wanted);
          }}
        >
          {t.leave}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Sair sem salvar?',
    text: 'O que você mudou aqui ainda não foi salvo e se perde se você sair.',
    stay: 'Ficar aqui',
    leave: 'Sair sem salvar',
  },
  en: {
    title: 'Leave without saving?',
    text: 'What you changed here is not saved yet, and is lost when you leave.',
    stay: 'Stay here',
    leave: 'Leave without saving',
  },
});
