import { CALLERS, REQUESTS } from './refusals-of-callers.js';
import { OPERATORS } from './refusals-of-operators.js';
import { SALES } from './refusals-of-sales.js';
import type { RefusalSentence } from './sentence.js';

/** Why a request is refused as a whole, as [English, Portuguese]; {name} stands for what is known only then. The English is what is thrown. */
export const REFUSALS: readonly RefusalSentence[] = [...CALLERS, ...REQUESTS, ...SALES, ...OPERATORS];
