import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import {
  Kind,
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type TypeNode,
} from 'graphql';
import type { FieldProblems } from '../platform/domain-error.js';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `'orderId'` of `/v1/orders/:orderId/pay`. */
type PathParameter<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParameter<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** One REST route: an address, the document it runs, and the answer it makes of the document's data. */
export interface Route {
  method: Method;
  /** With `:name` where a parameter stands. */
  path: string;
  document: DocumentNode;
  operation: OperationDefinitionNode;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** The document's variables by name, with the name of their type. */
  variables: ReadonlyMap<string, string>;
  parameters: readonly string[];
  status: Status;
  /** What is sent, of the document's data. Null says there is no such record. */
  shape(data: unknown): unknown;
  /** The field of the record that `shape` sends, where it is one alone. */
  part: string | undefined;
  /** The only refusals the interface lists for the operation; unset: the error table's own statuses. */
  refusals: readonly number[] | undefined;
  /** What a 400 tells, of what it would: for an operation whose problems the interface names otherwise. */
  problems: ((message: string | FieldProblems) => FieldProblems) | undefined;
  /** Whether its operation reads the Idempotency-Key header. */
  takesKey: boolean;
}

type Status = 200 | 201 | 204;

/** Whether a path is asked for with an access token. By the route's own path: a request may write it percent-encoded. */
export function needsToken(path: string): boolean {
  return path.startsWith('/v1/');
}

/**
 * A row of the table. The document's variables come from the request by name: the path's parameters, which must be
 * variables of the document or this does not compile; the body as `input`, or its fields where the document has no
 * `input`; of a GET the query string. `shape` is typed by the document's data.
 */
export function route<Path extends string, Data, Variables extends Record<PathParameter<Path>, string>>(
  address: `${Method} ${Path}`,
  document: TypedDocumentNode<Data, Variables>,
  status: Status,
  shape: (data: Data) => unknown,
  options: Partial<Pick<Route, 'part' | 'refusals' | 'problems' | 'takesKey'>> = {},
): Route {
  const [method, path] = address.split(' ') as [Method, Path];
  const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  if (!operation) throw new Error(`${address} has a document without an operation`);
  return {
    method,
    path,
    document,
    operation,
    fragments: new Map(document.definitions.filter(isFragment).map((fragment) => [fragment.name.value, fragment])),
    variables: new Map(operation.variableDefinitions?.map(({ variable, type }) => [variable.name.value, namedType(type)])),
    parameters: [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string),
    status,
    // The executor answers what the document selects: its data has the type the document was generated with.
    shape: (data) => shape(data as Data),
    part: options.part,
    refusals: options.refusals,
    problems: options.problems,
    takesKey: options.takesKey ?? false,
  };
}

function isFragment(node: DefinitionNode): node is FragmentDefinitionNode {
  return node.kind === Kind.FRAGMENT_DEFINITION;
}

function namedType(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : namedType(type.type);
}
