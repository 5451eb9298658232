import { useEffect, useRef } from 'preact/hooks';

/** All visitors hear of a payment at once: they wait a random time before they ask. */
const AGAIN_MS = 15_000;

/** Reloads a while after `paid` changes, and not more often. */
export function useReloadAfterSales(paid: number, reload: () => void): void {
  const shown = useRef(paid);
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    if (paid === shown.current || waiting.current !== undefined) return;
    const look = (): void => {
      waiting.current = undefined;
      reload();
    };
    waiting.current = setTimeout(look, AGAIN_MS * (0.2 + Math.random()));
    shown.current = paid;
  }, [paid, reload]);
  useEffect(() => () => clearTimeout(waiting.current), []);
}
