import { useClient } from '../common/gateway.js';
import { useLive } from '../common/asking.js';
import type { BarFragment } from '../../generated/client/operations.js';
import type { RaffleOfPage } from '../../pages/page-renderer.js';

/** How far the sale has come: as the HTML says, and live from then on while there is a sale. */
export function useBar({ id, status, sellBar }: RaffleOfPage): BarFragment | undefined {
  const client = useClient();
  const isMoving = status === 'OPEN' || status === 'SOON';
  const { value } = useLive(isMoving ? id : undefined, (signal) => client.watchSellBar(id, { signal }));
  return value ?? sellBar ?? undefined;
}
