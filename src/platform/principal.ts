import type { OperatorRole } from '../generated/prisma/client.js';
import type { TokenKind } from './tokens.js';

export type Principal =
  | { role: 'PUBLIC' }
  | { role: Exclude<TokenKind, 'ADMIN'>; id: string }
  /** `mustEnrol`: the role demands a second factor, and the operator has none yet. */
  | { role: 'ADMIN'; id: string; operatorRole: OperatorRole; mustEnrol?: true };

export interface Actor {
  id: string;
  /** Only of operators: others are stored by id alone. */
  address: string | null;
  requestId: string | null;
}

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
