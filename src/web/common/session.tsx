import { createContext, type ComponentChildren } from 'preact';
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { createClient, type GatewayClient } from '../../client/create-client.js';
import { GatewayError, type ErrorCode } from '../../client/errors.js';
import type { Tokens } from '../../client/session.js';
import { localStorageTokens } from '../../client/storage.js';
import { MeDocument, type PersonFragment } from '../../generated/client/operations.js';
import { useLanguage } from './language.js';

/** `undefined`: not known yet; `null`: nobody. */
export interface Session {
  person: PersonFragment | null | undefined;
  /** The session expired, and nobody has logged in since. */
  hasEnded: boolean;
  /** While the person is not known: the service could not say it when it was asked last. */
  isUnanswered: boolean;
  askAgain(): void;
  client: GatewayClient;
  enter(person: PersonFragment): void;
  leave(): void;
}

const PASSING: ReadonlySet<ErrorCode> = new Set(['NETWORK_ERROR', 'UNAVAILABLE', 'INTERNAL_SERVER_ERROR', 'RATE_LIMITED']);
const AGAIN_MS = 3_000;

const Context = createContext<Session | undefined>(undefined);

/** Where the page has no refresh token, since a cookie holds it. */
export interface CookieSession {
  /** Null when the session is over. */
  renew(language: string): Promise<Tokens | null>;
  logOut(language: string): void;
}

interface ProviderProps {
  /** Separates buyers from operators in one browser. */
  storageKey: string;
  cookie?: CookieSession;
  /** Asks the operator who they are, when the service wants to know. */
  proveIdentity?: () => Promise<boolean>;
  children: ComponentChildren;
}

/** The one client of a page. */
export function SessionProvider({ storageKey, cookie, proveIdentity, children }: ProviderProps) {
  const [person, setPerson] = useState<PersonFragment | null>();
  const [hasEnded, setHasEnded] = useState(false);
  const [isUnanswered, setUnanswered] = useState(false);
  const asking = useRef(() => {});
  const language = useLanguage();
  const client = useMemo(
    () =>
      createClient({
        url: typeof location === 'undefined' ? 'http://localhost/graphql' : `${location.origin}/graphql`,
        language,
        storage: localStorageTokens(storageKey),
        renew: cookie && (() => cookie.renew(language)),
        proveIdentity,
        onSignedOut() {
          setPerson(null);
          setHasEnded(true);
        },
      }),
    [storageKey, cookie, proveIdentity, language],
  );
  useEffect(() => {
    const stopping = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = (): void => {
      if (stopping.signal.aborted) return;
      clearTimeout(timer);
      // Of before the cookie: no script may keep one.
      if (cookie && client.tokens()?.refreshToken !== undefined) client.signOut();
      if (!client.tokens()) return setPerson(null);
      client.query(MeDocument, {}, { signal: stopping.signal }).then(
        ({ me }) => {
          setUnanswered(false);
          setPerson(me);
        },
        (error: unknown) => {
          if (stopping.signal.aborted) return;
          const isPassing = error instanceof GatewayError && PASSING.has(error.code);
          setUnanswered(isPassing);
          if (!isPassing) return setPerson(null);
          clearTimeout(timer);
          timer = setTimeout(ask, AGAIN_MS * (1 + Math.random()));
        },
      );
    };
    asking.current = ask;
    ask();
    // Another tab logged in or out.
    const onStorage = ({ key }: StorageEvent): void => {
      if (key === storageKey) ask();
    };
    addEventListener('storage', onStorage);
    return () => {
      removeEventListener('storage', onStorage);
      clearTimeout(timer);
      stopping.abort();
      client.close();
    };
  }, [client, cookie, storageKey]);

  const session: Session = {
    person,
    hasEnded,
    isUnanswered,
    askAgain: () => asking.current(),
    client,
    enter(entered) {
      setHasEnded(false);
      setPerson(entered);
    },
    leave() {
      client.signOut();
      cookie?.logOut(language);
      setPerson(null);
    },
  };
  return <Context.Provider value={session}>{children}</Context.Provider>;
}

/** Shows a page to a visitor who is not logged in, by the client of the session around it. */
export function AsNobody({ children }: { children: ComponentChildren }) {
  const session = useSession();
  return <Context.Provider value={{ ...session, person: null }}>{children}</Context.Provider>;
}

export function useSession(): Session {
  const session = useContext(Context);
  if (!session) throw new Error('There is no SessionProvider above.');
  return session;
}

export const useClient = (): GatewayClient => useSession().client;

export const BUYER_KEY = 'raffle-gateway.buyer';
