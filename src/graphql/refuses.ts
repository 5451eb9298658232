import type { GraphQLField } from 'graphql';
import { Extensions } from 'type-graphql';
import { ERROR_CODES, type ErrorCode } from '../platform/error-codes.js';
import type { OperationRole } from './roles.js';
import { asksForProof } from './step-up.js';

const OF_ANY = ['QUERY_TOO_COMPLEX', 'RATE_LIMITED', 'UNAVAILABLE', 'INTERNAL_SERVER_ERROR'] as const satisfies ErrorCode[];
const OF_ROLES = ['UNAUTHENTICATED', 'TOKEN_EXPIRED', 'FORBIDDEN'] as const satisfies ErrorCode[];

export type DeclaredCode = Exclude<ErrorCode, Exclude<(typeof OF_ANY)[number], 'RATE_LIMITED'> | 'BAD_USER_INPUT' | 'FORBIDDEN'>;

/** Declares the error codes that an operation can answer besides those that follow from its roles and arguments. */
export function Refuses(...codes: DeclaredCode[]): MethodDecorator {
  return Extensions({ refuses: codes });
}

export function declaredCodes({ extensions }: GraphQLField<any, any>): readonly DeclaredCode[] | undefined {
  const codes = extensions.refuses as DeclaredCode[] | undefined;
  return codes && asksForProof({ extensions }) ? [...codes, 'STEP_UP_REQUIRED'] : codes;
}

export function errorCodesOf(field: GraphQLField<any, any>): ErrorCode[] {
  const roles = field.extensions.roles as readonly OperationRole[];
  const codes = new Set<ErrorCode>([
    ...OF_ANY,
    ...(field.args.length > 0 ? ['BAD_USER_INPUT' as const] : []),
    ...(roles.includes('PUBLIC') ? [] : OF_ROLES),
    ...(declaredCodes(field) ?? []),
  ]);
  return (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => codes.has(code));
}

/** "Errors: NOT_FOUND, CONFLICT.", or nothing. */
export function errorsSentence(field: GraphQLField<any, any>): string {
  const codes = declaredCodes(field) ?? [];
  return codes.length > 0 ? `Errors: ${codes.join(', ')}.` : '';
}
