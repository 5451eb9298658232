import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outcomeOf, RETRY_SECONDS, retryDelaySeconds } from '../src/webhooks/delivery/delivery-outcome.js';
import type { ClaimedDelivery } from '../src/webhooks/delivery/delivery.sql.js';

const delivery = (attempts: number): ClaimedDelivery => ({
  id: '01990000-0000-7000-8000-000000000001',
  receiver: 'endpoint:7',
  attempts,
  leasedUntil: new Date(0),
  url: 'https://example.com/',
  body: '{}',
  endpointId: 7,
  isClosed: false,
  endsAt: null,
  isOver: false,
  sealedSecret: Buffer.alloc(0),
  sealedPreviousSecret: null,
  sealedSignatureSecret: null,
});

const anyShare = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('the schedule of attempts', () => {
  it('waits 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h, and then no more', () => {
    const waits = Array.from({ length: 10 }, (_, i) => retryDelaySeconds(i + 1, 0, 0));
    expect(waits).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, undefined]);
  });

  it('is never shorter than that, and at most a fifth longer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), anyShare, (failures, random) => {
        const scheduled = RETRY_SECONDS[failures - 1] ?? 0;
        const delay = retryDelaySeconds(failures, 0, random) ?? 0;
        expect(delay).toBeGreaterThanOrEqual(scheduled);
        expect(delay).toBeLessThanOrEqual(scheduled * 1.2);
      }),
    );
  });

  it.each([
    [1, 60, 60],
    [2, 60, 300],
    [1, 1e9, 86_400],
    [9, 1e9, 86_400],
  ])('after failure %i with a Retry-After of %i s waits %i s', (failures, asked, expected) => {
    expect(retryDelaySeconds(failures, asked, 0)).toBe(expected);
  });
});

describe('what becomes of a delivery', () => {
  it('after a 2xx is DELIVERED', () => {
    expect(outcomeOf(delivery(3), { status: 204, error: null })).toMatchObject({
      status: 'DELIVERED',
      httpStatus: 204,
      delaySeconds: null,
      goneEndpointId: null,
    });
  });

  it.each([301, 400, 404, 500, null])('after %j is to be tried again', (status) => {
    const outcome = outcomeOf(delivery(0), { status, error: 'no' });
    expect(outcome).toMatchObject({ status: 'PENDING', httpStatus: status, error: 'no', goneEndpointId: null, pauseSeconds: 0 });
    expect(outcome.delaySeconds).toBeGreaterThanOrEqual(5);
    expect(outcome.delaySeconds).toBeLessThanOrEqual(6);
  });

  it('after the tenth failure is DEAD', () => {
    expect(outcomeOf(delivery(8), { status: 500, error: 'no' }).status).toBe('PENDING');
    expect(outcomeOf(delivery(9), { status: 500, error: 'no' })).toMatchObject({ status: 'DEAD', delaySeconds: null });
  });

  it('after 410 is DEAD at once, and its endpoint is to be disabled', () => {
    expect(outcomeOf(delivery(0), { status: 410, error: 'HTTP 410' })).toMatchObject({
      status: 'DEAD',
      delaySeconds: null,
      goneEndpointId: 7,
    });
  });

  it('after 503 with Retry-After waits as long, and so does all else for the receiver, five minutes at most', () => {
    expect(outcomeOf(delivery(0), { status: 503, retryAfterSeconds: 40, error: 'no' }).pauseSeconds).toBe(40);
    expect(outcomeOf(delivery(0), { status: 429, retryAfterSeconds: 9_999, error: 'no' }).pauseSeconds).toBe(300);
    expect(outcomeOf(delivery(0), { status: 500, retryAfterSeconds: 40, error: 'no' })).toMatchObject({
      pauseSeconds: 0,
      status: 'PENDING',
    });
  });
});
