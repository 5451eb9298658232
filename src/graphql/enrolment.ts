import type { GraphQLSchema } from 'graphql';
import { Extensions } from 'type-graphql';
import type { Context } from '../context.js';
import { refuse } from '../platform/domain-error.js';
import type { Operation } from './operation.js';
import { rootFieldsOf } from './selected-fields.js';

/** Operators whose role demands a second factor may call it before they have one: to set it up, and to log out. */
export function BeforeSecondFactor(): MethodDecorator {
  return Extensions({ beforeSecondFactor: true });
}

export function mustEnrol({ principal }: Pick<Context, 'principal'>): boolean {
  return principal.role === 'ADMIN' && principal.mustEnrol === true;
}

/** SECOND_FACTOR_REQUIRED. What is public too: an operator sees more of it than others. */
export function refuseBeforeEnrolment(schema: GraphQLSchema, asked: Operation, context: Pick<Context, 'principal'>): void {
  if (!mustEnrol(context)) return;
  const fields = schema.getRootType(asked.operation.operation)?.getFields() ?? {};
  for (const name of rootFieldsOf(asked))
    if (fields[name] && fields[name].extensions.beforeSecondFactor !== true) throw refuse('graphql.secondFactorFirst');
}
