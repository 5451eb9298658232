import type { GraphQLError } from 'graphql';
import type { KeyedText } from '../platform/texts.js';
import type { FieldProblems } from '../platform/refusal.js';
import { valuesOf } from './enum-values.js';
import { textOf } from '../platform/domain-error.js';

/**
 * What is wrong with a variable that does not fit its type, by its name in the input, without the value: graphql-js
 * writes the whole of it into its message, passwords included. Undefined when the error is about something else.
 */
export function variableProblem(error: GraphQLError): FieldProblems | undefined {
  const { message, originalError } = error;
  const required = /^Variable "\$(\w+)" of (?:required|non-null) type/.exec(message)?.[1];
  if (required) return { [required]: [textOf('platform.required')] };
  // `Variable "$input" got invalid value <value> at "input.name"; <reason>`: the reason is the original error's message, and
  // what is cut off with it leaves the path at the very end, where no value can stand for it.
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

/** The reason as a text that cannot hold the value. Scalars of our own bring theirs. */
export function withoutValue({ message: reason, extensions: { text } }: GraphQLError): KeyedText {
  if (text) return text as KeyedText;
  if (reason.startsWith('Expected non-nullable type ')) return textOf('platform.required');
  if (/^Expected value of type "[^"]+", found null\.$/.test(reason)) return textOf('platform.required');
  if (/^Expected type "\w+" to be an object\.$|^Expected value of type "[^"]+", found /.test(reason))
    return textOf('graphql.object');
  const type = /^(\w+) cannot represent /.exec(reason)?.[1];
  if (type) return SCALARS[type] ?? textOf('graphql.validType', { type });
  const choice = /^Enum "(\w+)" cannot represent /.exec(reason)?.[1] ?? / does not exist in "(\w+)" enum\./.exec(reason)?.[1];
  return choice ? textOf('platform.oneOf', { values: valuesOf(choice) }) : textOf('platform.valid');
}
