import { validate } from 'uuid';

/** Whether a caller's text is a UUID at all. One that is not names nothing: it is "not found" before Postgres is asked. */
export function isUuid(text: string): boolean {
  return validate(text);
}

/** An id as a caller typed it, as its row has it: a UUID in small letters, another as it is. */
export function storedId(text: string): string {
  return isUuid(text) ? text.toLowerCase() : text;
}
