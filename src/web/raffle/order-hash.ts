import { useCallback, useEffect, useState } from 'preact/hooks';

/** What is open over the page, kept in its address: the way back closes it, and a reload opens it again. */
export type Opened = { kind: 'order'; id: string } | { kind: 'mine' } | undefined;

const read = (): Opened => {
  const { hash } = location;
  const id = /^#order=([\w-]{1,40})$/.exec(hash)?.[1];
  if (id) return { kind: 'order', id };
  return hash === '#mine' ? { kind: 'mine' } : undefined;
};

export function useOpened(): [Opened, (next: Opened) => void] {
  // The HTML knows of no hash: the first picture is the same as there.
  const [opened, setOpened] = useState<Opened>();
  useEffect(() => {
    const follow = (): void => setOpened(read());
    follow();
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  const open = useCallback((next: Opened) => {
    const hash = next === undefined ? '' : next.kind === 'order' ? `#order=${next.id}` : '#mine';
    history.pushState(null, '', `${location.pathname}${location.search}${hash}`);
    setOpened(next);
  }, []);
  return [opened, open];
}
