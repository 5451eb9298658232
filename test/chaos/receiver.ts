import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { seededRandom } from '../support/second-gateway.js';
import { verifyWebhook } from '../support/verify-webhook.js';

/** Takes webhooks, and fails at times, as a shop's own system does. */
export interface WebhookReceiver {
  url: string;
  /** By the id of the webhook: how often this receiver said that it has it. */
  taken: Map<string, number>;
  /** Of webhooks that were not signed with this secret. */
  strange: string[];
  expectSecret(secret: string): void;
  /** From now on it takes all. */
  calm(): void;
  close(): void;
}

export async function startReceiver(seed: number): Promise<WebhookReceiver> {
  const random = seededRandom(seed);
  const taken = new Map<string, number>();
  const strange: string[] = [];
  let secret = '';
  let isCalm = false;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const id = String(request.headers['webhook-id']);
      if (!verifyWebhook(secret, request.headers, Buffer.concat(chunks).toString())) strange.push(id);
      const mood = isCalm ? 0 : random(100);
      // No answer, and none of what it took.
      if (mood >= 98) return;
      if (mood >= 90) {
        response.writeHead(500).end();
        return;
      }
      taken.set(id, (taken.get(id) ?? 0) + 1);
      // It has the webhook, and its answer is lost.
      if (mood >= 85) request.socket.destroy();
      else response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    taken,
    strange,
    expectSecret: (given) => (secret = given),
    calm: () => (isCalm = true),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
