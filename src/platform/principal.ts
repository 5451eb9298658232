import type { OperatorRole } from '../generated/prisma/client.js';
import type { TokenKind } from './tokens.js';

/** Who is calling. PUBLIC has no token. */
export type Principal =
  | { role: 'PUBLIC' }
  | { role: Exclude<TokenKind, 'ADMIN'>; id: string }
  | { role: 'ADMIN'; id: string; operatorRole: OperatorRole };

/** Whose act it is, for the audit log. */
export interface Actor {
  id: string;
  /** Of operators alone: of anyone else no more is kept than who it was. */
  address: string | null;
  requestId: string | null;
}

/** Who acts in a request; null for the public, which is nobody. */
export function actorOf(request: { principal: Principal; clientAddress: string; requestId: string }): Actor | null {
  const { principal } = request;
  if (!('id' in principal)) return null;
  const isOperator = principal.role === 'ADMIN';
  return {
    id: principal.id,
    address: isOperator ? request.clientAddress : null,
    requestId: isOperator ? request.requestId : null,
  };
}
