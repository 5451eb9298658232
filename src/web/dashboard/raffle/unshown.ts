import type { GatewayError } from '../../../client/errors.js';

/** A refusal that no field of a form shows; undefined of one that the fields tell whole. */
export function unshown(error: GatewayError | undefined, fields: readonly string[]): GatewayError | undefined {
  if (!error) return undefined;
  const named = Object.keys(error.fields);
  return named.length > 0 && named.every((name) => fields.includes(name)) ? undefined : error;
}
