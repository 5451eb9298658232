import type { GraphQLError } from 'graphql';
import type { FieldProblems } from '../platform/refusal.js';
import { valuesOf } from './enum-values.js';

/**
 * What is wrong with a variable that does not fit its type, by its name in the input, without the value: graphql-js
 * writes the whole of it into its message, passwords included. Undefined when the error is about something else.
 */
export function variableProblem(error: GraphQLError): FieldProblems | undefined {
  const { message, originalError } = error;
  const required = /^Variable "\$(\w+)" of (?:required|non-null) type/.exec(message)?.[1];
  if (required) return { [required]: ['is required'] };
  // `Variable "$input" got invalid value <value> at "input.name"; <reason>`: the reason is the original error's message, and
  // what is cut off with it leaves the path at the very end, where no value can stand for it.
  const reason = originalError?.message;
  const variable = /^Variable "\$(\w+)" got invalid value /.exec(message)?.[1];
  if (!variable || reason === undefined || !message.endsWith(`; ${reason}`)) return undefined;

  const path = / at "([\w.[\]]+)"$/.exec(message.slice(0, -reason.length - 2))?.[1] ?? variable;
  const inside = path.startsWith(`${variable}.`) ? path.slice(variable.length + 1).replace(/\[(\d+)\]/g, '.$1') : '';
  const missing = /^Field "(\w+)" of required type /.exec(reason)?.[1];
  if (missing) return { [inside ? `${inside}.${missing}` : missing]: ['is required'] };
  const unknown = /^Field "(\w+)" is not defined by type /.exec(reason)?.[1];
  if (unknown) return { [inside ? `${inside}.${unknown}` : unknown]: ['is not a field of this input'] };
  return { [inside || variable]: [withoutValue(reason)] };
}

/** What would be right, by the scalar. */
const SCALARS: Record<string, string> = {
  Int: 'must be a whole number',
  Float: 'must be a number',
  String: 'must be text',
  ID: 'must be text',
  Boolean: 'must be true or false',
  Date: 'must be a date, like 1990-12-24',
  DateTime: 'must be an ISO 8601 instant, like 2026-12-24T18:00:00Z',
};

/** The reason in words that cannot hold the value. Scalars of our own never quote it and say what "must" be. */
export function withoutValue(reason: string): string {
  if (reason.startsWith('must ')) return reason;
  if (reason.startsWith('Expected non-nullable type ')) return 'is required';
  if (/^Expected value of type "[^"]+", found null\.$/.test(reason)) return 'is required';
  if (/^Expected type "\w+" to be an object\.$|^Expected value of type "[^"]+", found /.test(reason)) return 'must be an object';
  const type = /^(\w+) cannot represent /.exec(reason)?.[1];
  if (type) return SCALARS[type] ?? `is not a valid ${type}`;
  const choice = /^Enum "(\w+)" cannot represent /.exec(reason)?.[1] ?? / does not exist in "(\w+)" enum\./.exec(reason)?.[1];
  return choice ? `must be one of ${valuesOf(choice).join(', ')}` : 'is not valid';
}
