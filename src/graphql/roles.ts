import { Extensions } from 'type-graphql';
import type { OperatorRole } from '../generated/prisma/client.js';

/** Who may call an operation. PUBLIC is anyone, with a token or without. */
export type OperationRole = 'PUBLIC' | 'USER' | 'ADMIN';

/** The roles of an operation, and for ADMIN the operators who may call it. An OWNER may call everything and is not listed. */
export type Rights = OperationRole[] | [...OperationRole[], readonly OperatorRole[]];

/**
 * Names who may call an operation: `@Roles('USER', 'ADMIN', ['SUPPORT'])`. A schema does not start with an operation that names no
 * role, or that names ADMIN without a list of operators.
 */
export function Roles(...rights: Rights): MethodDecorator {
  const operators = rights.find((one): one is readonly OperatorRole[] => Array.isArray(one));
  return Extensions({ roles: rights.filter((one) => typeof one === 'string'), ...(operators && { operators }) });
}
