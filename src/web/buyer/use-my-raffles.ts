import { useEffect } from 'preact/hooks';
import { MyRafflesDocument } from '../../generated/client/operations.js';
import { usePagedQuery } from '../common/paged-query.js';

const PAGE = 100;

/** All raffles in which the buyer has orders, page after page. */
export function useMyRaffles() {
  const raffles = usePagedQuery(MyRafflesDocument, {}, ({ myRaffles }) => myRaffles, PAGE);
  const { hasMore, isLoading, error, more } = raffles;
  useEffect(() => {
    if (hasMore && !isLoading && !error) more();
  }, [hasMore, isLoading, error, more]);
  return raffles;
}
