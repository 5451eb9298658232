import type { BookReceiptQuery } from '../../generated/client/operations.js';

export type Receipt = BookReceiptQuery['bookReceipt'][number];
