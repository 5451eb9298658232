import { useEffect, useRef } from 'preact/hooks';

/** Reloads when `version` changes, at most once in `everyMs`. The last change is never lost. */
export function useReloadOnChange(version: unknown, reload: () => void, everyMs: number): void {
  const before = useRef(version);
  const lastAt = useRef(0);
  useEffect(() => {
    // The first version was loaded anyway.
    if (before.current === undefined || version === before.current) {
      before.current = version;
      return undefined;
    }
    const timer = setTimeout(
      () => {
        before.current = version;
        lastAt.current = Date.now();
        reload();
      },
      Math.max(0, lastAt.current + everyMs - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [version, reload, everyMs]);
}
