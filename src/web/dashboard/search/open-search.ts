import { useEffect } from 'preact/hooks';

const ASKED = 'raffle-gateway:search';

/** Opens the search over everything with a text in it: for what a list cannot be searched by, such as a name. */
export const openSearch = (text: string): void => void dispatchEvent(new CustomEvent(ASKED, { detail: text }));

/** For what shows the search. */
export function useSearchAsked(onAsked: (text: string) => void): void {
  useEffect(() => {
    const onEvent = (event: Event): void => onAsked((event as CustomEvent<string>).detail);
    addEventListener(ASKED, onEvent);
    return () => removeEventListener(ASKED, onEvent);
  }, [onAsked]);
}
