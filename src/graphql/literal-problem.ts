import { Kind, type ASTNode, type ASTVisitor, type GraphQLError } from 'graphql';
import type { FieldProblems } from '../platform/refusal.js';
import { enclosingField } from './enclosing-field.js';
import { withoutValue } from './variable-problem.js';
import { textOf } from '../platform/domain-error.js';

const LITERALS: ReadonlySet<string> = new Set([
  Kind.INT,
  Kind.FLOAT,
  Kind.STRING,
  Kind.BOOLEAN,
  Kind.NULL,
  Kind.ENUM,
  Kind.LIST,
  Kind.OBJECT,
]);

/** The field of an input that each literal of a document is written for. */
const fieldOf = new WeakMap<ASTNode, string>();

/** Refuses nothing: an error about a literal knows only the literal, so which field it is for is noted while the rules run. */
export function literalFieldsRule(): ASTVisitor {
  return {
    enter(node, _key, parent, _path, ancestors) {
      if (LITERALS.has(node.kind)) fieldOf.set(node, enclosingField(parent ? [...ancestors, parent] : ancestors));
    },
  };
}

/**
 * What is wrong with an input that is written into the document, by field: a key too many or too few, or a value that does not
 * fit, which is not repeated. Undefined when the error is about something else.
 */
export function literalProblem(error: GraphQLError): { message: string | undefined; fields: FieldProblems } | undefined {
  const { message, nodes } = error;
  const unknown = /^Field "(\w+)" is not defined by type/.exec(message)?.[1];
  if (unknown) return { message, fields: { [unknown]: [textOf('graphql.unknownField')] } };
  const missing = /^Field "\w+\.(\w+)" of required type/.exec(message)?.[1];
  if (missing) return { message, fields: { [missing]: [textOf('platform.required')] } };
  const field = nodes?.[0] && fieldOf.get(nodes[0]);
  if (!field) return undefined;
  return { message: undefined, fields: { [field]: [withoutValue(error)] } };
}
