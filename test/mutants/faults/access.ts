import type { Mutant } from '../mutant.js';

const GRAPHQL_HTTP = ['test/graphql-http'];

/** A right too many. */
export const accessMutants: Mutant[] = [
  {
    name: 'an expired token that was verified before is still valid',
    file: 'src/platform/tokens.ts',
    find: 'if (known && known.expiresAt.getTime() > Date.now()) return known;',
    replace: 'if (known) return known;',
    tests: ['test/tokens', 'test/token-ends', 'test/auth.test.ts'],
  },
  {
    name: 'the short way of /graphql takes any method',
    file: 'src/graphql/http.ts',
    find: "if (method !== 'POST' || !isRecord(body)) return undefined;",
    replace: 'if (!method || !isRecord(body)) return undefined;',
    tests: GRAPHQL_HTTP,
  },
  {
    name: 'the short way of /graphql ignores a persistedQuery',
    file: 'src/graphql/http.ts',
    find: "(!isRecord(extensions) || 'persistedQuery' in extensions)",
    replace: '!isRecord(extensions)',
    tests: GRAPHQL_HTTP,
  },
  {
    name: 'a token of any kind is taken everywhere',
    file: 'src/app.ts',
    find: 'if (claims && accepts.includes(claims.kind)) return claims;',
    replace: 'if (claims) return claims;',
    tests: ['test/legacy-access.test.ts', 'test/auth.test.ts'],
  },
  {
    name: 'a token that is not ours makes its sender the public',
    file: 'src/app.ts',
    find: 'if (!authorization) return undefined;',
    replace: 'if (!authorization || !tokens.verify(authorization.slice(7))) return undefined;',
    tests: ['test/auth.test.ts'],
  },
  {
    name: 'an operation that names no role is everybody’s',
    file: 'src/graphql/authorize-schema.ts',
    find: 'if (!roles?.length) throw new Error(`${coordinate} names no role`);',
    replace: 'if (!roles?.length) return;',
    tests: ['test/schema.test.ts', 'test/authorize-schema.test.ts'],
  },
  {
    name: 'an operator may do what is for buyers only',
    file: 'src/graphql/authorize-schema.ts',
    find: 'roles.some((role) => role === principal.role)',
    replace: "roles.some((role) => role === principal.role) || principal.role === 'ADMIN'",
    tests: ['test/order-lists.test.ts', 'test/authorize-schema.test.ts'],
  },
  {
    name: 'whoever has a token may do everything',
    file: 'src/graphql/authorize-schema.ts',
    find: 'roles.some((role) => role === principal.role)',
    replace: "roles.some((role) => role === principal.role) || principal.role !== 'PUBLIC'",
    tests: ['test/auth.test.ts', 'test/order-lists.test.ts'],
  },
  {
    name: 'a stream opens before its role is checked',
    file: 'src/graphql/authorize-schema.ts',
    find: 'if (field.subscribe) field.subscribe = guarded(field.subscribe);',
    replace: 'if (field.subscribe) field.resolve &&= guarded(field.resolve);',
    tests: ['test/subscriptions.test.ts', 'test/authorize-schema.test.ts'],
  },
  {
    name: 'an operator logs in as a buyer by their phone',
    file: 'src/auth/auth.service.ts',
    find: "where: { phone: number, role: 'USER', deletedAt: null }",
    replace: 'where: { phone: number, deletedAt: null }',
    tests: ['test/auth.test.ts'],
  },
  {
    name: 'a buyer logs in where operators do',
    file: 'src/auth/auth.service.ts',
    find: "where: { email, role: 'ADMIN', deletedAt: null }",
    replace: 'where: { email, deletedAt: null }',
    tests: ['test/auth.test.ts'],
  },
  {
    name: 'a deleted operator logs in',
    file: 'src/auth/auth.service.ts',
    find: "where: { email, role: 'ADMIN', deletedAt: null }",
    replace: "where: { email, role: 'ADMIN' }",
    tests: ['test/auth.test.ts'],
  },
  {
    name: 'an account without a password is open to everybody',
    file: 'src/auth/auth.service.ts',
    find: 'return found && isRight ? found : undefined;',
    replace: 'return found && (isRight || !found.passwordHash) ? found : undefined;',
    tests: ['test/auth.test.ts'],
  },
  {
    name: 'a password may be guessed a hundred times at once',
    file: 'src/auth/login-limits.ts',
    find: '          await counter.take();\n',
    replace: '',
    tests: ['test/auth.test.ts', 'test/login-limits'],
  },
  {
    name: 'a buyer who registers with the email of the first operator becomes one',
    file: 'src/auth/ensure-admin.ts',
    find: '  if (holder) return;\n',
    replace:
      "  if (holder?.role === 'ADMIN') return;\n  if (holder) await user.update({ where: { email }, data: { role: 'ADMIN' } });\n",
    tests: ['test/auth.test.ts'],
  },
];
