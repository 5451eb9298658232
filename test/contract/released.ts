import { buildSchema, type GraphQLSchema, parse, print, visit } from 'graphql';
import type { Document } from './breaking-changes.js';

const TEXTS = new Set([
  'description',
  'summary',
  'example',
  'examples',
  'tags',
  'x-error-codes',
  'operationId',
  'security',
  'deprecated',
  'headers',
]);

/** The shape alone, of which nobody reads the texts: a line for each path, event and component, so that a change of one is seen. */
export function released({ paths, webhooks, components }: Document): string {
  const { schemas, parameters } = components;
  const sections = { paths: withoutRefusals(paths), webhooks, components: { schemas, parameters } };
  const lines = (of: object, indent: string): string =>
    Object.entries(of)
      .map(([name, part]) => `${indent}${JSON.stringify(name)}: ${JSON.stringify(part, shape)}`)
      .join(',\n');
  return `{
"paths": {
${lines(sections.paths, '  ')}
},
"webhooks": {
${lines(sections.webhooks, '  ')}
},
"components": {
  "schemas": {
${lines(sections.components.schemas ?? {}, '    ')}
  },
  "parameters": {
${lines(sections.components.parameters ?? {}, '    ')}
  }
}
}
`;
}

/** A field may be called as a keyword is: what has `properties` is looked into by field. */
function shape(this: unknown, key: string, value: unknown): unknown {
  const isField = (this as { [inFields]?: true })[inFields];
  if (!isField && TEXTS.has(key)) return undefined;
  if (key === 'properties' && !isField && typeof value === 'object')
    return Object.defineProperty({ ...value }, inFields, { value: true });
  return value;
}
const inFields = Symbol('fields');

function withoutRefusals(paths: Document['paths']): Document['paths'] {
  const ofOperation = ([method, operation]: [string, Document['paths'][string][string]]) => {
    const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
    return [method, { ...operation, responses: Object.fromEntries(answers) }] as const;
  };
  const ofPath = ([address, methods]: [string, Document['paths'][string]]) =>
    [address, Object.fromEntries(Object.entries(methods).map(ofOperation))] as const;
  return Object.fromEntries(Object.entries(paths).map(ofPath));
}

export function withoutTexts(text: string): GraphQLSchema {
  const bare = visit(parse(text), { enter: (node) => ('description' in node ? { ...node, description: undefined } : undefined) });
  return buildSchema(print(bare));
}
