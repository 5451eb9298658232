import { getMetadataStorage } from 'type-graphql';

// type-graphql's storage is not documented, so only this file reads it.

export function inputClassOf(typeName: string): Function | undefined {
  return getMetadataStorage().inputTypes.find(({ name }) => name === typeName)?.target;
}

export function argumentsClassOf(operation: string): Function | undefined {
  const { queries, mutations } = getMetadataStorage();
  const params = [...queries, ...mutations].find(({ schemaName }) => schemaName === operation)?.params ?? [];
  return params.find((param) => param.kind === 'args')?.getType() as Function | undefined;
}

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

/** graphql-js reads properties of rows faster than type-graphql's functions. Before the schema is built. */
export function readPropertiesDirectly(): void {
  for (const type of getMetadataStorage().objectTypes) type.simpleResolvers ??= true;
}
