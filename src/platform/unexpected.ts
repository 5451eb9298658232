import { textOf } from './domain-error.js';

/** What a caller reads of a failure that nobody expected, beside `requestId`: nothing of the failure itself. */
export const UNEXPECTED = textOf('platform.unexpected');
