import { features } from '../features.js';

export type Caller = 'PUBLIC' | 'USER' | 'CLIENT' | 'OWNER' | 'FINANCE' | 'MANAGER' | 'SUPPORT';

/** One operation: its field in GraphQL, unless it is a file or of the legacy group, who may call it, and its routes. */
export interface Operation {
  name: string;
  callers: ReadonlySet<Caller>;
  routes: string[];
}

const OPERATORS = { O: 'OWNER', F: 'FINANCE', M: 'MANAGER', S: 'SUPPORT' } as const satisfies Record<string, Caller>;

/**
 * All lines of `operations`, written by hand from what was decided and not from the code: a role that the code gives by mistake is seen.
 * P is the public, U a buyer, C a legacy client, A an operator: every one, or those in brackets, O the owner, F finance, M manager,
 * S support. Then its REST routes. What is public in GraphQL takes a token of a buyer or an operator under `/v1`, and none at the same
 * path under `/public/v1`.
 */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map(
  features
    .flatMap(({ operations = '' }) => operations.split('\n'))
    .flatMap((line) => {
      const [, name, who, routes] = /^ *(\w+) +((?:[PUC]|A(?:\([OFMS]+\))?)(?: [UCA](?:\([OFMS]+\))?)*) +(.+)$/.exec(line) ?? [];
      if (!name || !who || !routes) {
        if (line.trim() !== '') throw new Error(`not a line of operations: ${line}`);
        return [];
      }
      const withToken = routes.match(/[A-Z]+ \/\S+/g) ?? [];
      const withoutToken = who === 'P' ? withToken.filter((route) => route.includes(' /v1/')) : [];
      const publicRoutes = withoutToken.map((route) => route.replace(' /v1/', ' /public/v1/'));
      return [[name, { name, callers: callersOf(who), routes: [...withToken, ...publicRoutes] }]];
    }),
);

function callersOf(who: string): ReadonlySet<Caller> {
  const callers = who.split(' ').flatMap((role): Caller[] => {
    if (role === 'P') return ['PUBLIC', 'USER', 'OWNER', 'FINANCE', 'MANAGER', 'SUPPORT'];
    if (role === 'U') return ['USER'];
    if (role === 'C') return ['CLIENT'];
    const letters = role === 'A' ? 'OFMS' : role.slice(2, -1);
    return [...letters].map((letter) => OPERATORS[letter as keyof typeof OPERATORS]);
  });
  return new Set(callers);
}
