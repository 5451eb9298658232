import { useEffect, useState } from 'preact/hooks';
import { texts, useTexts } from './language.js';
import css from './offline-notice.module.css';

/** Says that there is no line, while there is none. */
export function OfflineNotice() {
  const [isOffline, setOffline] = useState(false);
  const t = useTexts(TEXTS);
  useEffect(() => {
    const look = (): void => setOffline(!navigator.onLine);
    look();
    addEventListener('online', look);
    addEventListener('offline', look);
    return () => {
      removeEventListener('online', look);
      removeEventListener('offline', look);
    };
  }, []);
  return (
    <div class={css.place} role="status">
      {isOffline && <p class={css.notice}>{t.offline}</p>}
    </div>
  );
}

const TEXTS = texts({
  'pt-BR': { offline: 'Sem internet. O que você vê é de antes; tudo continua sozinho quando ela voltar.' },
  en: { offline: 'No connection. What you see is from before; all goes on by itself when it is back.' },
});
