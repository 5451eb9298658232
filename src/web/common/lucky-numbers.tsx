import { LuckyNumbersDocument } from '../../generated/client/operations.js';
import { texts, useTexts } from './language.js';
import { type PagedResult, usePagedQuery } from './paged-query.js';
import { LoadMore } from '../ui/table.js';
import { Skeleton, Problem } from '../ui/surface.js';
import css from '../ui/layout.module.css';

export const NUMBERS_A_PAGE = 100;

export function LuckyNumbers({ orderId }: { orderId: string }) {
  return (
    <NumberList
      list={usePagedQuery(LuckyNumbersDocument, { orderId }, ({ luckyNumbersByOrder }) => luckyNumbersByOrder, NUMBERS_A_PAGE)}
    />
  );
}

export function NumberList({ list }: { list: PagedResult<string> }) {
  const t = useTexts(TEXTS);
  if (!list.nodes) return list.error ? <Problem problem={list.error} onRetry={list.reload} /> : <Skeleton lines={2} />;
  if (list.nodes.length === 0) return <p>{t.none}</p>;
  return (
    <>
      <ul class={css.numbers} aria-label={t.numbers} tabIndex={0}>
        {list.nodes.map((number) => (
          <li key={number}>{number}</li>
        ))}
      </ul>
      <LoadMore list={list} />
    </>
  );
}

const TEXTS = texts({
  'pt-BR': { numbers: 'Números da sorte', none: 'Nenhum número ainda.' },
  en: { numbers: 'Lucky numbers', none: 'No numbers yet.' },
});
