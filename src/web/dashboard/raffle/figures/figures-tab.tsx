import { useState } from 'preact/hooks';
import { RaffleFigures } from '../../overview/raffle-figures.js';
import type { TabProps } from '../desk.js';
import { DisplayedPercentage } from './displayed-percentage.js';
import { LastOrders } from './last-orders.js';

/** How a raffle sells, and what its page says of that. */
export function FiguresTab({ raffle }: TabProps) {
  const [sign, setSign] = useState<string>();
  return (
    <>
      <RaffleFigures raffleId={raffle.id} onChange={setSign} />
      <LastOrders raffleId={raffle.id} sign={sign} />
      <DisplayedPercentage raffleId={raffle.id} />
    </>
  );
}
