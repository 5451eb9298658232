import type { Field } from 'type-graphql';

export interface FieldDeclaration {
  type: Parameters<typeof Field>[0];
  description: string;
  /** What only writers need, such as the bounds that `rules` check. */
  input?: string;
  whenNull?: string;
  rules?: PropertyDecorator[];
  /** Null for callers who are no operators: see the resolver. */
  forOperators?: boolean;
  isRequired?: boolean;
  complexity?: number;
}

export const FIXED = 'It cannot change (CONFLICT) while an order is unpaid or once one was paid.';
