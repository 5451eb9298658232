import { Extensions } from 'type-graphql';

/** Who may call an operation. PUBLIC is anyone, with a token or without. */
export type OperationRole = 'PUBLIC' | 'USER' | 'ADMIN';

/** Names the roles that may call an operation; a schema with one that names none does not start. */
export function Roles(...roles: OperationRole[]): MethodDecorator {
  return Extensions({ roles });
}
