import { createVerifier } from 'fast-jwt';
import { GraphQLScalarType } from 'graphql';

/** How the gateway writes its scalars: money as decimal reais, instants in ISO 8601. */
export const scalars = {
  Money: new GraphQLScalarType({ name: 'Money', serialize: formatMoney }),
  DateTime: new GraphQLScalarType({ name: 'DateTime', serialize: (value) => value.toISOString() }),
};

function formatMoney(centavos) {
  const digits = String(centavos).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The bar of a raffle's counter. */
export function sellBarOf({ sellable, reserved, allocated }) {
  return {
    total: sellable,
    paid: allocated,
    reserved,
    available: sellable - reserved - allocated,
    percentage: Math.floor((allocated * 10_000) / sellable) / 100,
  };
}

/** A page of the rows that were read, one more than it holds when there are more. */
export function pageOf(rows, first) {
  const nodes = rows.slice(0, first);
  const last = nodes.at(-1);
  return {
    nodes,
    pageInfo: { hasNextPage: rows.length > first, endCursor: last ? encodeCursor(last) : null },
  };
}

function encodeCursor({ createdAt, id }) {
  return Buffer.from(JSON.stringify([new Date(createdAt).toISOString(), String(id)])).toString('base64url');
}

/** The id of the order that a page begins behind; without a cursor one above all. */
export function idBehind(cursor) {
  return cursor == null ? '9223372036854775807' : JSON.parse(Buffer.from(cursor, 'base64url').toString())[1];
}

const verify = createVerifier({ key: process.env.JWT_SECRET, algorithms: ['HS256'], cache: 10_000 });

/** Whom a request's token speaks for; undefined without one. Throws for a token that is not ours. */
export function callerOf(authorization) {
  if (!authorization) return undefined;
  const { sub, aud } = verify(authorization.slice('Bearer '.length));
  return { id: sub, kind: aud };
}

/** The id of a caller of this kind; throws for anyone else. */
export function requireCaller(caller, kind) {
  if (caller?.kind !== kind) throw new Error('This needs an access token.');
  return caller.id;
}
