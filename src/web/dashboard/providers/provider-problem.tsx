import type { GatewayError } from '../../../client/errors.js';
import { texts, useTexts } from '../../common/language.js';
import { Button } from '../../ui/button.js';
import { Notice, Problem } from '../../ui/surface.js';
import css from './providers.module.css';

/** Shows the provider's own message: it tells an operator whether the provider refused or was silent. */
export function ProviderProblem({ problem, onRetry }: { problem: GatewayError | undefined; onRetry?: () => void }) {
  const t = useTexts(TEXTS);
  if (problem?.code !== 'PAYMENT_PROVIDER_UNAVAILABLE') return <Problem problem={problem} {...(onRetry && { onRetry })} />;
  return (
    <Notice tone="bad">
      <p>{t.unavailable}</p>
      <p class={css.code}>{problem.message}</p>
      {onRetry && (
        <p>
          <Button small onClick={onRetry}>
            {t.again}
          </Button>
        </p>
      )}
    </Notice>
  );
}

const TEXTS = texts({
  'pt-BR': { unavailable: 'O provedor não respondeu, ou recusou as nossas credenciais:', again: 'Tentar de novo' },
  en: { unavailable: 'The provider did not answer, or refused our credentials:', again: 'Try again' },
});
