/** Which pages a browser may let call us: a browser says in `Origin` whose page it is, and nobody else has to. */
export interface Origins {
  /** Whether pages of other sites are listed at all. */
  readonly areListed: boolean;
  /** Whether pages of an origin are listed. Those of our own need not be: a browser does not ask for them. */
  isListed(origin: string): boolean;
  /**
   * Whether a WebSocket may be opened: browsers let any page try, and leave the refusal to us. Ours is the origin of PUBLIC_URL and
   * whatever has the host that the request was sent to. Without an origin it is no browser that asks.
   */
  mayConnect(headers: { origin?: string | undefined; host?: string | undefined }): boolean;
}

/** `corsOrigins` as the browser writes them, `http://localhost:*` for any port. */
export function createOrigins(config: { corsOrigins: readonly string[]; publicUrl: string | undefined }): Origins {
  const { corsOrigins, publicUrl } = config;
  const exact = new Set(corsOrigins.filter((origin) => !origin.endsWith(':*')));
  const ofAnyPort = new Set(corsOrigins.filter((origin) => origin.endsWith(':*')).map((origin) => origin.slice(0, -2)));
  const own = publicUrl && new URL(publicUrl).origin;

  const isListed = (origin: string): boolean => exact.has(origin) || ofAnyPort.has(origin.replace(/:\d{1,5}$/, ''));
  return {
    areListed: corsOrigins.length > 0,
    isListed,
    mayConnect: ({ origin, host }) =>
      origin === undefined || origin === own || (host !== undefined && hostOf(origin) === host.toLowerCase()) || isListed(origin),
  };
}

/** With its port, unless that is the scheme's own; undefined for "null" and what else is no web page's. */
function hostOf(origin: string): string | undefined {
  return /^https?:\/\/([^/]+)$/.exec(origin)?.[1];
}
