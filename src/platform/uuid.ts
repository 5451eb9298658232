import { validate } from 'uuid';

/** Whether a caller's text is a UUID at all. One that is not names nothing: it is "not found" before Postgres is asked. */
export function isUuid(text: string): boolean {
  return validate(text);
}
