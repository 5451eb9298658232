import { mapOperations, type JsonSchema } from './schema-object.js';

type Paths = Readonly<Record<string, JsonSchema>>;
interface Parameter {
  name: string;
}

/** So many operations must have a parameter alike before it is named. */
const OFTEN = 3;

/** Parameters that many operations have alike stand once in `components`: of each name the one that is there most. */
export function shareParameters(all: readonly Paths[]): {
  parameters: Record<string, JsonSchema>;
  withReferences(paths: Paths): Paths;
} {
  const counts = new Map<string, { count: number; parameter: Parameter }>();
  const parametersOf = (operation: JsonSchema): Parameter[] => (operation.parameters ?? []) as Parameter[];
  for (const paths of all)
    mapOperations(paths, (operation) => {
      for (const parameter of parametersOf(operation)) {
        const text = JSON.stringify(parameter);
        counts.set(text, { parameter, count: (counts.get(text)?.count ?? 0) + 1 });
      }
      return operation;
    });
  const often = [...counts].filter(([, { count }]) => count >= OFTEN).toSorted(([, one], [, other]) => other.count - one.count);
  const named = new Map<string, string>();
  const parameters: Record<string, JsonSchema> = {};
  for (const [text, { parameter }] of often) {
    const name = componentName(parameter.name);
    if (parameters[name]) continue;
    parameters[name] = { ...parameter };
    named.set(text, name);
  }
  const referred = (parameter: Parameter): object => {
    const name = named.get(JSON.stringify(parameter));
    return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
  };
  return {
    parameters,
    withReferences: (paths) =>
      mapOperations(paths, (operation) => ({ ...operation, parameters: parametersOf(operation).map(referred) })),
  };
}

/** `webhook-id` as `WebhookId`. */
const componentName = (name: string): string => name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Those that a document refers to. */
export function referredTo(
  document: JsonSchema,
  section: string,
  parts: Readonly<Record<string, JsonSchema>>,
): Record<string, JsonSchema> {
  const text = JSON.stringify(document);
  return Object.fromEntries(Object.entries(parts).filter(([name]) => text.includes(`"#/components/${section}/${name}"`)));
}
