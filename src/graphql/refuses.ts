import type { GraphQLField } from 'graphql';
import { Extensions } from 'type-graphql';
import { ERROR_CODES, type ErrorCode } from '../platform/error-codes.js';
import type { OperationRole } from './roles.js';

/** What any operation can answer. */
const OF_ANY = ['QUERY_TOO_COMPLEX', 'UNAVAILABLE', 'INTERNAL_SERVER_ERROR'] as const satisfies ErrorCode[];
/** What an operation can answer that needs a token. */
const OF_ROLES = ['UNAUTHENTICATED', 'TOKEN_EXPIRED', 'FORBIDDEN'] as const satisfies ErrorCode[];

/** The codes that an operation declares itself: the others follow from its roles and arguments. */
export type DeclaredCode = Exclude<ErrorCode, (typeof OF_ANY)[number] | 'BAD_USER_INPUT' | 'FORBIDDEN'>;

/** Declares the error codes that an operation can answer besides those that follow from its roles and arguments. */
export function Refuses(...codes: DeclaredCode[]): MethodDecorator {
  return Extensions({ refuses: codes });
}

/** The codes that `Refuses` declares for an operation; undefined where it is missing. */
export function declaredCodes({ extensions }: GraphQLField<any, any>): readonly DeclaredCode[] | undefined {
  return extensions.refuses as DeclaredCode[] | undefined;
}

/** Every code that an operation can answer, in the order of the table of codes. */
export function errorCodesOf(field: GraphQLField<any, any>): ErrorCode[] {
  const roles = field.extensions.roles as readonly OperationRole[];
  const codes = new Set<ErrorCode>([
    ...OF_ANY,
    ...(field.args.length > 0 ? ['BAD_USER_INPUT' as const] : []),
    ...(roles.includes('PUBLIC') ? [] : OF_ROLES),
    // Live subscriptions are limited, see `subscription-limits.ts`.
    ...(field.subscribe ? ['RATE_LIMITED' as const] : []),
    ...(declaredCodes(field) ?? []),
  ]);
  return (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => codes.has(code));
}

/** "Errors: NOT_FOUND, CONFLICT.", of the codes that an operation declares; empty where it declares none. */
export function errorsSentence(field: GraphQLField<any, any>): string {
  const codes = declaredCodes(field) ?? [];
  return codes.length > 0 ? `Errors: ${codes.join(', ')}.` : '';
}
