import { useEffect, useRef } from 'preact/hooks';

/** Reloads whenever `sign` changes, at most once in `everyMs`: the last change is never missed. */
export function useReloadOn(sign: unknown, reload: () => void, everyMs: number): void {
  const before = useRef(sign);
  const lastAt = useRef(0);
  useEffect(() => {
    // What is there first was asked for anyway.
    if (before.current === undefined || sign === before.current) {
      before.current = sign;
      return undefined;
    }
    const timer = setTimeout(
      () => {
        before.current = sign;
        lastAt.current = Date.now();
        reload();
      },
      Math.max(0, lastAt.current + everyMs - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [sign, reload, everyMs]);
}
