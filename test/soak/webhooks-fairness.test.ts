import { afterAll, afterEach, beforeAll, it } from 'vitest';
import { stopAll } from '../support/sandbox.js';
import { startTestServer, type TestServer } from '../support/start.js';
import { expectNobodyToWait } from '../support/webhook-fairness.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(stopAll);
afterAll(() => server?.stop());

it('a receiver that hangs and one that answers 500, each with 100,000 deliveries due, delay no other by a second', () =>
  expectNobodyToWait(server, 100_000));
