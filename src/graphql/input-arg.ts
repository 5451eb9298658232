import { Arg, type ClassType } from 'type-graphql';

/** The argument `input` of an operation: its type and that type's fields describe it. */
export function InputArg(type: () => ClassType) {
  return Arg('input', type, { description: 'The values, as their type describes them.' });
}
