import { Kind, OperationTypeNode, type GraphQLObjectType, type SelectionSetNode } from 'graphql';
import { Extensions } from 'type-graphql';
import type { RateKind } from '../platform/rate-limits.js';
import { WRITE } from './cost.js';
import type { Operation } from './operation.js';

/** Counts each call of an operation: `@Limited('orders')`. */
export function Limited(kind: RateKind): MethodDecorator {
  return Extensions({ limited: kind });
}

/** How often an operation calls what is limited, also under several aliases. */
export function limitedCalls(
  { document, operation }: Operation,
  root: GraphQLObjectType | null | undefined,
): Map<RateKind, number> {
  const calls = new Map<RateKind, number>();
  const fields = root?.getFields() ?? {};
  const visit = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const kind = fields[selection.name.value]?.extensions.limited as RateKind | undefined;
        if (kind) calls.set(kind, (calls.get(kind) ?? 0) + 1);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet);
      else {
        const found = document.definitions.find(
          (one) => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === selection.name.value,
        );
        if (found?.kind === Kind.FRAGMENT_DEFINITION) visit(found.selectionSet);
      }
    }
  };
  visit(operation.selectionSet);
  return calls;
}

/** A document that costs this much counts whole, a cheaper one less than its cost: a crowd behind one address sends many of them. */
const DEAR = 8_000;
/** The first write of a document. People send one at a time. */
const FIRST_WRITE = 120;

/** To look at variables and sum up the cost of an operation, and to refuse it. */
export const CHECK = 40;
/** To read and check a document that is not known. */
const DOCUMENT = 50;
/** A longer one has more tokens than are read. */
const READ_CHARACTERS = 4_000;
const CHARACTERS_FOR_ONE = 3;

/** Measured: the dearest document of a length spreads as many fragments as it has room for. */
export function weightOfText(length: number): number {
  return DOCUMENT + Math.ceil(Math.min(length, READ_CHARACTERS) / CHARACTERS_FOR_ONE);
}

export function weightOf(cost: number, { operation }: Operation['operation']): number {
  const isWrite = operation === OperationTypeNode.MUTATION;
  const others = isWrite ? Math.max(0, cost - WRITE) : cost;
  return Math.ceil((isWrite ? FIRST_WRITE : 0) + (others >= DEAR ? others : others ** 2 / DEAR));
}
