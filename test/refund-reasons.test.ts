import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { REASONS_IN_PORTUGUESE, refundReason } from '../src/web/dashboard/payments/refund-reasons.js';

const FOLDER = path.join(import.meta.dirname, '../src/refunds');

describe('the reason of a refund on a screen', () => {
  it('is in Portuguese where the service wrote it, in its words of now', () => {
    const written = readdirSync(FOLDER).map((file) => readFileSync(path.join(FOLDER, file), 'utf8'));
    for (const reason of Object.keys(REASONS_IN_PORTUGUESE)) {
      expect(written.filter((text) => text.includes(`'${reason}'`))).not.toEqual([]);
      expect(refundReason(reason, 'pt-BR')).not.toBe(reason);
      expect(refundReason(reason, 'en')).toBe(reason);
    }
  });

  it('stays as somebody wrote it', () => {
    expect(refundReason('pagou duas vezes', 'pt-BR')).toBe('pagou duas vezes');
    expect(refundReason(null, 'pt-BR')).toBe('—');
  });
});
