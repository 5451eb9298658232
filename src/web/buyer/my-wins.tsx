import { useState } from 'preact/hooks';
import { MyBoxes } from './my-boxes.js';
import { MyPrizes } from './my-prizes.js';

/** A box that is opened may add a prize: the prizes are read again. */
export function MyWins({ raffleId, titleOf }: Pick<Parameters<typeof MyBoxes>[0], 'raffleId' | 'titleOf'>) {
  const [opened, setOpened] = useState(0);
  return (
    <>
      <MyPrizes key={opened} raffleId={raffleId} />
      <MyBoxes raffleId={raffleId} titleOf={titleOf} onOpened={() => setOpened((count) => count + 1)} />
    </>
  );
}
