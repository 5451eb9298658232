import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { eventually } from './eventually.js';
import type { TestServer } from './start.js';
import { aBacklog, anEndpoint, emit, startInbox, type Inbox } from './webhook-inbox.js';

/** A receiver that hangs and one that answers 500, each with so many deliveries due, delay no other by a second. */
export async function expectNobodyToWait(server: TestServer, backlog: number): Promise<void> {
  const hanging = await startInbox(() => 'HANG');
  const failing = await startInbox(() => ({ status: 500 }));
  const inbox = await startInbox();
  // By its name the first in every list.
  const first = await anEndpoint(server, hanging.url, ['order.paid']);
  const second = await anEndpoint(server, failing.url, ['order.paid']);
  await anEndpoint(server, inbox.url, ['payment.received']);
  await aBacklog(server, first.id, backlog);
  await aBacklog(server, second.id, backlog);
  await eventually(() => hanging.received.length > 0 && failing.received.length > 10);

  const delays = await delaysOf(server, inbox, 60);
  expect(Math.max(...delays)).toBeLessThan(1_000);
  expect(delays.sort((a, b) => a - b)[30]).toBeLessThan(150);
  // Nor are those receivers run over: neither ever took anything, so each is asked one at a time.
  expect(hanging.open.most).toBe(1);
  expect(failing.open.most).toBe(1);
}

/** Emits an event every 40 ms and answers after how many ms each reached the inbox. */
async function delaysOf(server: TestServer, inbox: Inbox, events: number): Promise<number[]> {
  const emittedAtMs: number[] = [];
  for (let n = 0; n < events; n++) {
    emittedAtMs.push(performance.now());
    await emit(server, { type: 'payment.received', data: { n } });
    await sleep(40);
  }
  await eventually(() => new Set(inbox.received.map(({ id }) => id)).size === events);
  return inbox.received.map(({ body, atMs }) => atMs - (emittedAtMs[JSON.parse(body).data.n] ?? 0));
}
