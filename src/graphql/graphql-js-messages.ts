import { isEnumType, Kind, type ASTNode, type ASTVisitor, type GraphQLError, type GraphQLSchema } from 'graphql';
import { textOf } from '../platform/domain-error.js';
import type { FieldProblems } from '../platform/refusal.js';
import type { KeyedText } from '../platform/texts.js';
import { enclosingField } from './storable-text.js';

/*
 * graphql-js says in prose what is wrong with a document or with variables. It is read here and nowhere else, and its values are left
 * out: they may be passwords.
 */

/** The spelling differs between versions of graphql-js. */
const TOO_LARGE = /^Syntax Error: Document contains more tha\w \d+ tokens|^Validation aborted\.$/;

/** Whether an error is about a limit of graphql-js, which has no code of its own. */
export function isTooLarge(message: string): boolean {
  return TOO_LARGE.test(message);
}

/** The argument that must not be null; undefined when the error is about something else. */
export function missingArgument({ message }: GraphQLError): string | undefined {
  return /^Argument "(\w+)" /.exec(message)?.[1];
}

export function withoutSuggestion(message: string): string {
  return message.replace(/ ?Did you mean.+\?$/, '');
}

/** What is wrong with a variable, by its name in the input. Undefined when the error is about something else. */
export function variableProblem(error: GraphQLError): FieldProblems | undefined {
  const { message, originalError } = error;
  const required = /^Variable "\$(\w+)" of (?:required|non-null) type/.exec(message)?.[1];
  if (required) return { [required]: [textOf('platform.required')] };
  // `Variable "$input" got invalid value <value> at "input.name"; <reason>`: the reason is the original error's message. Cut it off,
  // and the path is at the very end, where no value can pass for it.
  const reason = originalError?.message;
  const variable = /^Variable "\$(\w+)" got invalid value /.exec(message)?.[1];
  if (!variable || reason === undefined || !message.endsWith(`; ${reason}`)) return undefined;

  const path = / at "([\w.[\]]+)"$/.exec(message.slice(0, -reason.length - 2))?.[1] ?? variable;
  const inside = path.startsWith(`${variable}.`) ? path.slice(variable.length + 1).replace(/\[(\d+)\]/g, '.$1') : '';
  const missing = /^Field "(\w+)" of required type /.exec(reason)?.[1];
  if (missing) return { [inside ? `${inside}.${missing}` : missing]: [textOf('platform.required')] };
  const unknown = /^Field "(\w+)" is not defined by type /.exec(reason)?.[1];
  if (unknown) return { [inside ? `${inside}.${unknown}` : unknown]: [textOf('graphql.unknownField')] };
  return { [inside || variable]: [withoutValue(originalError as GraphQLError)] };
}

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

/** Refuses nothing: an error about a literal knows only the literal, so its field is noted while the rules run. */
export function literalFieldsRule(): ASTVisitor {
  return {
    enter(node, _key, parent, _path, ancestors) {
      if (LITERALS.has(node.kind)) fieldOf.set(node, enclosingField(parent ? [...ancestors, parent] : ancestors));
    },
  };
}

/** What is wrong with an input that is written into the document, by field. Undefined when the error is about something else. */
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

/** What would be right, by the scalar. */
const SCALARS: Record<string, KeyedText> = {
  Int: textOf('graphql.wholeNumber'),
  Float: textOf('graphql.number'),
  String: textOf('graphql.text'),
  ID: textOf('graphql.text'),
  Boolean: textOf('graphql.boolean'),
  Date: textOf('graphql.date', { example: '1990-12-24' }),
  DateTime: textOf('graphql.dateTime', { example: '2026-12-24T18:00:00Z' }),
};

/** graphql-js names only the enum in its errors, which are formatted without the schema. */
const enumValues = new Map<string, string[]>();

export function keepEnumValues(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isEnumType(type)) continue;
    const names = type.getValues().map(({ name }) => name);
    enumValues.set(type.name, names);
  }
}

/** The reason as a text that cannot hold the value. Scalars of our own bring theirs. */
function withoutValue({ message: reason, extensions: { text } }: GraphQLError): KeyedText {
  if (text) return text as KeyedText;
  if (reason.startsWith('Expected non-nullable type ')) return textOf('platform.required');
  if (/^Expected value of type "[^"]+", found null\.$/.test(reason)) return textOf('platform.required');
  if (/^Expected type "\w+" to be an object\.$|^Expected value of type "[^"]+", found /.test(reason))
    return textOf('graphql.object');
  const type = /^(\w+) cannot represent /.exec(reason)?.[1];
  if (type) return SCALARS[type] ?? textOf('graphql.validType', { type });
  const choice = /^Enum "(\w+)" cannot represent /.exec(reason)?.[1] ?? / does not exist in "(\w+)" enum\./.exec(reason)?.[1];
  return choice ? textOf('platform.oneOf', { values: enumValues.get(choice) ?? [choice] }) : textOf('platform.valid');
}
