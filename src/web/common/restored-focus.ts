import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/**
 * Takes the focus up when what had it goes away with a change: by the first control in what the ref is given to, else by that itself,
 * which then needs a tabIndex. `version` is another one after each such change.
 */
export function useRestoredFocus<ChildrenProps extends HTMLElement>(version: unknown): RefObject<ChildrenProps | null> {
  const ref = useRef<ChildrenProps>(null);
  const seen = useRef(version);
  // Runs after every rendering: the focused element may disappear some renderings later.
  useEffect(() => {
    if (seen.current === version || document.activeElement !== document.body || !ref.current) return;
    seen.current = version;
    const control = ref.current.querySelector<HTMLElement>('input, select, button');
    (control ?? ref.current).focus({ preventScroll: true });
  });
  return ref;
}
