import { refuse } from '../../platform/domain-error.js';

/** Endpoint ids are positive int4. */
export function isEndpointId(id: number): boolean {
  return Number.isInteger(id) && id > 0 && id < 2 ** 31;
}

/** An endpoint's id out of a caller's text. NOT_FOUND: what is no such number names nothing. */
export function numberOfId(text: string): number {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  if (isEndpointId(id)) return id;
  throw refuse('webhooks.notFound');
}
