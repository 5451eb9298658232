import type { GraphQLField } from 'graphql';
import { Extensions } from 'type-graphql';

/** For what costs money or opens doors: an operator must have proved a moment ago who they are. Others are not asked. */
export function StepUp(): MethodDecorator {
  return Extensions({ asksForProof: true });
}

export function asksForProof({ extensions }: Pick<GraphQLField<unknown, any>, 'extensions'>): boolean {
  return extensions.asksForProof === true;
}
