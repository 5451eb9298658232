import { Kind, type ASTNode } from 'graphql';

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
