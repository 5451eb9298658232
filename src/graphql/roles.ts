import { Extensions } from 'type-graphql';
import type { OperatorRole } from '../generated/prisma/client.js';

export type OperationRole = 'PUBLIC' | 'USER' | 'ADMIN';

/** For ADMIN with the operators who may call it. An OWNER may call everything and is not listed. */
export type Rights = OperationRole[] | [...OperationRole[], readonly OperatorRole[]];

/** Names who may call an operation: `@Roles('USER', 'ADMIN', ['SUPPORT'])`. Every operation must. */
export function Roles(...rights: Rights): MethodDecorator {
  const operators = rights.find((one): one is readonly OperatorRole[] => Array.isArray(one));
  return Extensions({ roles: rights.filter((one) => typeof one === 'string'), ...(operators && { operators }) });
}
