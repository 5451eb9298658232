import { getMetadataStorage } from 'type-graphql';

/*
 * What type-graphql knows of our classes. Its storage is not documented, so only this file reads it: what an upgrade changes is mended
 * here.
 */

/** The class of an input type. */
export function inputClassOf(typeName: string): Function | undefined {
  return getMetadataStorage().inputTypes.find(({ name }) => name === typeName)?.target;
}

/** The class of all arguments of a query or mutation, when it has one. */
export function argumentsClassOf(operation: string): Function | undefined {
  const { queries, mutations } = getMetadataStorage();
  const params = [...queries, ...mutations].find(({ schemaName }) => schemaName === operation)?.params ?? [];
  return params.find((param) => param.kind === 'args')?.getType() as Function | undefined;
}

/** Which fields of an input class are inputs themselves, by name; inherited ones among them. */
export function inputTypesWithin(target: Function): Map<string, string> {
  const { inputTypes } = getMetadataStorage();
  const fields = new Map<string, string>();
  for (let owner: object | null = target; owner; owner = Object.getPrototypeOf(owner) as object | null) {
    for (const { name, getType } of inputTypes.find((type) => type.target === owner)?.fields ?? []) {
      const inner = inputTypes.find((type) => type.target === getType());
      if (inner && !fields.has(name)) fields.set(name, inner.name);
    }
  }
  return fields;
}

/** Has fields that are properties of their row read by graphql-js, without a function of type-graphql's. Before the schema is built. */
export function readPropertiesDirectly(): void {
  for (const type of getMetadataStorage().objectTypes) type.simpleResolvers ??= true;
}
