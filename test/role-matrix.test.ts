import pMap from 'p-map';
import { beforeAll, describe, expect, it } from 'vitest';
import { OperatorRole } from '../src/generated/prisma/enums.js';
import { OPERATOR_RIGHTS } from './support/operator-rights.js';
import { schema } from '../src/schema.js';
import { fingerprintBefore, fingerprintOf } from './support/database-fingerprint.js';
import { ask, askRoute, forOneself, routeAt, watch, withIdsOfNothing } from './support/matrix-calls.js';
import { NOBODY, startMatrixStage } from './support/matrix-stage.js';
import { OPERATIONS, type Caller, type Operation } from './support/operations.js';
import { forTests } from './support/start.js';
import { rootFieldsOf, type RootField } from './support/whole-call.js';

const ROOTS = rootFieldsOf(schema);
const CALLERS = [
  'nobody',
  'a buyer',
  'another buyer',
  'an owner',
  'a FINANCE operator',
  'a MANAGER operator',
  'a SUPPORT operator',
  'a legacy client',
];
/** By which the caller's tokens end. */
const ENDS_TOKENS = ['endAllSessions'];
const REFUSED = /^(UNAUTHENTICATED|FORBIDDEN|INTERNAL_SERVER_ERROR)$/;

const stage = forTests(startMatrixStage);
beforeAll(async () => {
  // Made before anybody is refused.
  await Promise.all(ROOTS.map((root) => stage.valuesOf(root)));
}, 60_000);

const nameOf = ({ kind, field }: RootField): string => `${kind} ${field.name}`;
const operationOf = (name: string): Operation => {
  const operation = OPERATIONS.get(name);
  if (!operation) throw new Error(`enter ${name} in test/features/`);
  return operation;
};

function refusalOf({ callers }: Operation, as: Caller): 'UNAUTHENTICATED' | 'FORBIDDEN' | undefined {
  if (callers.has(as)) return undefined;
  return as === 'PUBLIC' || as === 'CLIENT' ? 'UNAUTHENTICATED' : 'FORBIDDEN';
}

/** The same of a route: what is public in GraphQL takes a token under `/v1`, and a login and what is under `/public` take none. */
function refusalAt(address: string, operation: Operation, as: Caller): 401 | 403 | undefined {
  if (/ \/(auth|public)\//.test(address)) return undefined;
  if (!address.includes(' /v1/')) return as === 'CLIENT' ? undefined : 401;
  if (as === 'PUBLIC' || as === 'CLIENT') return 401;
  return operation.callers.has(as) ? undefined : 403;
}

const ROUTES = [...OPERATIONS.values()].flatMap((operation) => operation.routes.map((address) => ({ address, operation })));

/** What the legacy group and the files take, which run no document. */
function requestOf(address: string): Record<string, unknown> {
  const { own, buyer, client } = stage;
  const ids = { hash: own.hash, webhook_id: own.webhook, delivery_id: own.delivery, id: buyer.id };
  const named = Object.entries(ids).filter(([name]) => address.includes(`{${name}}`));
  const bodies: Record<string, object> = {
    'POST /auth/v1/token': { client_key: client.credentials.clientKey, client_secret: client.credentials.clientSecret },
    'POST /cashin/api/billing_order': { payer_name: 'Ana', amount: 100, external_id: 'matrix', description: 'Rifa' },
    'POST /client/api/webhooks': { type: 0, url: 'http://127.0.0.1:9/more' },
    'PUT /client/api/webhooks/{webhook_id}': { url: 'http://127.0.0.1:9/other' },
  };
  return { ...Object.fromEntries(named), ...(address in bodies && { input: bodies[address] }) };
}

const valuesAt = async (address: string): Promise<Record<string, unknown>> => {
  const route = routeAt(address);
  if (!route) return { raffleId: (await stage.valuesOf(rootOf('ordersByRaffle'))).raffleId, ...requestOf(address) };
  return stage.valuesOf(rootOf(route.field));
};
const rootOf = (name: string): RootField => {
  const root = ROOTS.find(({ field }) => field.name === name);
  if (!root) throw new Error(`there is no operation ${name}`);
  return root;
};

/** Runs calls that must change nothing, and answers what has changed; then each call runs again, to say which it was. */
async function changedBy<Call>(calls: readonly Call[], nameOf: (call: Call) => string, run: (call: Call) => Promise<unknown>) {
  const before = await fingerprintBefore(stage.server);
  for (const call of calls) await run(call);
  let last = await fingerprintOf(stage.server);
  const changed = Object.keys(last).filter((table) => last[table] !== before[table]);
  if (changed.length === 0) return [];
  for (const call of calls) {
    await run(call);
    const now = await fingerprintOf(stage.server);
    if (JSON.stringify(now) !== JSON.stringify(last)) changed.push(nameOf(call));
    last = now;
  }
  return changed;
}

describe('the table of operations', () => {
  it('names every operation of the schema: enter a new one in test/features/', () => {
    expect(ROOTS.map(({ field }) => field.name).filter((name) => !OPERATIONS.has(name))).toEqual([]);
  });

  it('names every route of /openapi.json, and no other', async () => {
    const { paths } = (await stage.server.rest('GET', '/openapi.json')).body;
    const served = Object.entries<object>(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(ROUTES.map(({ address }) => address).sort()).toEqual(served.sort());
  });

  it('says of every route what its document runs', () => {
    const wrong = ROUTES.flatMap(({ address, operation }) => {
      const route = routeAt(address);
      return route && route.field !== operation.name ? [`${address} runs ${route.field}`] : [];
    });
    expect(wrong).toEqual([]);
  });

  it('gives the roles that the schema gives, and each role of operators what its table gives', () => {
    const given = (name: string, roles: readonly string[]): string[] => {
      if (roles.includes('PUBLIC')) return ['PUBLIC', 'USER', ...Object.values(OperatorRole)];
      const operators = roles.includes('ADMIN') ? ['OWNER', ...(OPERATOR_RIGHTS.get(name) ?? [])] : [];
      return [...(roles.includes('USER') ? ['USER'] : []), ...operators];
    };
    const wrong = ROOTS.flatMap(({ field }) => {
      const inCode = given(field.name, field.extensions.roles as string[]).sort();
      const decided = [...operationOf(field.name).callers].sort();
      return String(inCode) === String(decided)
        ? []
        : [`${field.name}: ${String(inCode)} in the code, ${String(decided)} decided`];
    });
    expect(wrong).toEqual([]);
  });
});

describe.each(CALLERS)('%s', (who) => {
  const refusedRoots = () =>
    ROOTS.filter(({ field }) => refusalOf(operationOf(field.name), stage.callers[who]!.as) !== undefined);

  it('is refused what is for others, which changes nothing', async () => {
    const { as, token } = stage.callers[who]!;
    const wrong: string[] = [];
    const roots = refusedRoots();
    const prepared = new Map(await pMap(roots, async (root) => [root, await stage.valuesOf(root)] as const, { concurrency: 1 }));
    const changed = await changedBy(roots, nameOf, async (root) => {
      const values = prepared.get(root) ?? {};
      const { code } = await (root.kind === 'subscription' ? watch : ask)(stage, root, values, token);
      const expected = refusalOf(operationOf(root.field.name), as);
      if (code !== expected) wrong.push(`${nameOf(root)}: ${code ?? 'done'} instead of ${expected}`);
    });
    expect({ wrong, changed }).toEqual({ wrong: [], changed: [] });
  });

  it('is refused it over REST, which changes nothing', async () => {
    const { as, token } = stage.callers[who]!;
    const wrong: string[] = [];
    const refused = ROUTES.filter(({ address, operation }) => refusalAt(address, operation, as) !== undefined);
    const changed = await changedBy(
      refused,
      ({ address }) => address,
      async ({ address, operation }) => {
        const { status } = await askRoute(stage, address, await valuesAt(address), token);
        const expected = refusalAt(address, operation, as);
        if (status !== expected) wrong.push(`${address}: ${status} instead of ${expected}`);
      },
    );
    expect({ wrong, changed }).toEqual({ wrong: [], changed: [] });
  });
});

// Last, so that what is refused above would still have done something.
describe.each(CALLERS)('%s', (who) => {
  // Of what is the other buyer's there is nothing, which `own-data.test.ts` looks into.
  const mayBeNothing = ({ callers }: Operation): boolean => who === 'another buyer' && !callers.has('PUBLIC');

  const tokenFor = async ({ name }: Operation): Promise<string | undefined> => {
    const caller = stage.callers[who]!;
    return (ENDS_TOKENS.includes(name) ? await stage.anotherLike(caller) : caller).token;
  };

  it('is let in to the rest', async () => {
    const { as } = stage.callers[who]!;
    const wrong: string[] = [];
    for (const root of ROOTS) {
      const operation = operationOf(root.field.name);
      if (refusalOf(operation, as) !== undefined) continue;
      const values = as === 'USER' ? forOneself(await stage.valuesOf(root)) : await stage.valuesOf(root);
      // What is done for good is tried with ids of nothing: that it is tried at all is what counts here.
      const passed = root.kind === 'mutation' ? withIdsOfNothing(values, NOBODY) : values;
      const { told, code } = await (root.kind === 'subscription' ? watch : ask)(stage, root, passed, await tokenFor(operation));
      const isTold = !code && told != null;
      const isNothing = mayBeNothing(operation) && (!code || code === 'NOT_FOUND');
      const isWell = root.kind === 'mutation' ? !REFUSED.test(code ?? '') : isTold || isNothing;
      if (!isWell) wrong.push(`${nameOf(root)}: ${code ?? String(told)}`);
    }
    expect(wrong).toEqual([]);
  });

  it('is let in to the rest over REST', async () => {
    const { as } = stage.callers[who]!;
    const wrong: string[] = [];
    for (const { address, operation } of ROUTES) {
      if (refusalAt(address, operation, as) !== undefined) continue;
      const values = await valuesAt(address);
      const passed = address.startsWith('GET ') ? values : withIdsOfNothing(values, NOBODY);
      const { status } = await askRoute(stage, address, as === 'USER' ? forOneself(passed) : passed, await tokenFor(operation));
      if (status === 401 || status === 403 || status >= 500) wrong.push(`${address}: ${status}`);
    }
    expect(wrong).toEqual([]);
  });
});
