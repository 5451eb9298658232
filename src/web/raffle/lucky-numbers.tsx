import { LuckyNumbersDocument } from '../../generated/client/operations.js';
import { texts, useTexts } from '../shared/language.js';
import { usePages } from '../shared/pages.js';
import { Button } from '../ui/button.js';
import { Bones, Problem } from '../ui/surface.js';
import css from './lucky-numbers.module.css';

const PAGE = 100;

/** An order's numbers, a hundred at a time. */
export function LuckyNumbers({ orderId }: { orderId: string }) {
  const t = useTexts(TEXTS);
  const { nodes, hasMore, more, isLoading, error, reload } = usePages(
    LuckyNumbersDocument,
    { orderId, first: PAGE },
    (data) => data.luckyNumbersByOrder,
  );
  if (!nodes) return error ? <Problem problem={error} onRetry={reload} /> : <Bones lines={2} />;
  return (
    <>
      <ul class={css.numbers} aria-label={t.numbers} tabIndex={0}>
        {nodes.map((number) => (
          <li key={number}>{number}</li>
        ))}
      </ul>
      <Problem problem={error} />
      {hasMore && (
        <Button small isBusy={isLoading} onClick={more}>
          {t.more}
        </Button>
      )}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': { numbers: 'Números da sorte', more: 'Mostrar mais números' },
  en: { numbers: 'Lucky numbers', more: 'Show more numbers' },
});
