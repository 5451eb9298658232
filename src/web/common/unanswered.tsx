import { Button } from '../ui/button.js';
import { Notice } from '../ui/surface.js';
import { texts, useTexts } from './language.js';
import { useSession } from './session.js';

/** Nothing, unless the service could not say who is there. It is asked again by itself. `isPage`: with the heading of a page. */
export function Unanswered({ isPage = false }: { isPage?: boolean }) {
  const t = useTexts(TEXTS);
  const { person, isUnanswered, askAgain } = useSession();
  if (person !== undefined || !isUnanswered) return null;
  return (
    <>
      {isPage && <h1>{t.title}</h1>}
      <Notice tone="bad">
        <p>{t.silent}</p>
        <p>
          <Button small onClick={askAgain}>
            {t.again}
          </Button>
        </p>
      </Notice>
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Sem resposta',
    silent: 'O serviço não respondeu. Confira a sua conexão. A página tenta de novo sozinha a cada poucos segundos.',
    again: 'Tentar de novo',
  },
  en: {
    title: 'No answer',
    silent: 'The service did not answer. Check your connection. The page tries again by itself every few seconds.',
    again: 'Try again',
  },
});
