import { Kind, type ASTNode, type ASTVisitor, type ValidationContext } from 'graphql';
import { refuseField } from '../platform/domain-error.js';
import { isUnusable } from '../platform/text-problem.js';
import { LIMITS } from './limits.js';
import { refusal } from './size-rule.js';

/**
 * Throws BAD_USER_INPUT by field for a text with a character that Postgres cannot store, and for a list that is too long.
 * Without recursion: JSON of 100 kB can be nested deeper than the stack.
 */
export function refuseUnusableValues(variables: Record<string, unknown>): void {
  const pending: [field: string, value: unknown][] = [];
  const add = (field: string, prefix: string, value: object): void => {
    if (Array.isArray(value) && value.length > LIMITS.listItems)
      throw refuseField(field, 'graphql.tooManyItems', { max: LIMITS.listItems });
    for (const [key, inner] of Object.entries(value)) pending.push([prefix + key, inner]);
  };
  for (const [name, value] of Object.entries(variables)) {
    // The variable of an input is no part of the names of its fields.
    if (isObject(value)) add(name, Array.isArray(value) ? `${name}.` : '', value);
    else pending.push([name, value]);
  }
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [field, value] = next;
    if (typeof value === 'string' && isUnusable(value)) throw refuseField(field, 'platform.unusableCharacter');
    if (isObject(value)) add(field, `${field}.`, value);
  }
}

export function storableLiteralsRule(context: ValidationContext): ASTVisitor {
  return {
    StringValue(node, _key, parent, _path, ancestors) {
      if (!isUnusable(node.value)) return;
      context.reportError(
        refusal(refuseField(enclosingField(parent ? [...ancestors, parent] : ancestors), 'platform.unusableCharacter')),
      );
    },
  };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The field of an input, dotted, whose value stands inside these nodes of a document; else the argument, or the variable. */
export function enclosingField(ancestors: readonly (ASTNode | readonly ASTNode[])[]): string {
  let argument = 'A text';
  const fields: string[] = [];
  for (const node of ancestors) {
    if (!('kind' in node)) continue;
    if (node.kind === Kind.OBJECT_FIELD) fields.push(node.name.value);
    else if (node.kind === Kind.ARGUMENT) argument = node.name.value;
    else if (node.kind === Kind.VARIABLE_DEFINITION) argument = node.variable.name.value;
  }
  return fields.length > 0 ? fields.join('.') : argument;
}
