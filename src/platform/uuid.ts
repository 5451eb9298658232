import { validate } from 'uuid';

/** Any other text names nothing: it is "not found" before Postgres is asked. */
export function isUuid(text: string): boolean {
  return validate(text);
}

/** A UUID in small letters, as rows have it; any other text as it is. */
export function storedId(text: string): string {
  return isUuid(text) ? text.toLowerCase() : text;
}
