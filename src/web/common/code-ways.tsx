import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import type { SiteOfPage } from '../../pages/page-renderer.js';

/** Where codes can be sent now. */
type CodeWays = Pick<SiteOfPage, 'hasPhoneCodes' | 'hasEmailCodes'>;

const Context = createContext<CodeWays>({ hasPhoneCodes: false, hasEmailCodes: false });

export function CodeWaysProvider({ ways, children }: { ways: CodeWays; children: ComponentChildren }) {
  return <Context.Provider value={ways}>{children}</Context.Provider>;
}

export const useCodeWays = (): CodeWays => useContext(Context);
