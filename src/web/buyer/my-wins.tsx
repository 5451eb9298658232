import { useState } from 'preact/hooks';
import { MyBoxes } from './my-boxes.js';
import { MyPrizes } from './my-prizes.js';

/** A box that is opened may add a prize: the prizes are read again. */
export function MyWins({ raffleId }: { raffleId: string | null }) {
  const [opened, setOpened] = useState(0);
  return (
    <>
      <MyPrizes key={opened} raffleId={raffleId} />
      <MyBoxes raffleId={raffleId} onOpened={() => setOpened((count) => count + 1)} />
    </>
  );
}
