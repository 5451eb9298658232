import type { FastifyInstance } from 'fastify';
import type { Bank } from './bank.js';
import { type Behaviour, behaviourBody } from './behaviour.js';
import { payCode } from './pay.js';
import { ApiPixProblem, endDisputeBody, payBody, returnBody } from './api-pix-requests.js';
import { dispute, endDispute, giveBack, takeBack } from './pix.routes.js';

const LAST = 50;
const NO_PAYMENT = { statusCode: 404, error: 'Not Found', message: 'There is no such payment.' };

/** For developers and tests. Errors are `{statusCode, error, message}`. */
export async function sandboxRoutes(
  app: FastifyInstance,
  { bank, service, mailUrl }: { bank: Bank; service: string | undefined; mailUrl: string | undefined },
): Promise<void> {
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const statusCode = error instanceof ApiPixProblem ? error.status : (error.statusCode ?? 500);
    const name = { 400: 'Bad Request', 404: 'Not Found', 409: 'Conflict' }[statusCode] ?? 'Error';
    const violation = error instanceof ApiPixProblem ? error.violations[0]?.razao : undefined;
    return reply.code(statusCode).send({ statusCode, error: name, message: violation ?? error.message });
  });

  app.post<{ Body: { pixCopiaECola: string; valor?: string } }>(
    '/sandbox/pay',
    { schema: { body: payBody } },
    async (request) => {
      const { endToEndId, txid, valor, horario } = payCode(bank, request.body);
      return { endToEndId, txid, valor, horario };
    },
  );

  for (const [path, act] of [
    ['/sandbox/take-back', takeBack],
    ['/sandbox/give-back', giveBack],
    ['/sandbox/dispute', dispute],
  ] as const) {
    app.post<{ Body: { endToEndId: string; valor?: string } }>(path, { schema: { body: returnBody } }, async (request, reply) => {
      const pix = bank.ledger.pix(request.body.endToEndId);
      return pix ? act(bank, pix, request.body.valor) : reply.code(404).send(NO_PAYMENT);
    });
  }

  app.post<{ Body: { endToEndId: string; returned: boolean } }>(
    '/sandbox/end-dispute',
    { schema: { body: endDisputeBody } },
    async (request, reply) => {
      const pix = bank.ledger.pix(request.body.endToEndId);
      return pix ? endDispute(bank, pix, request.body.returned) : reply.code(404).send(NO_PAYMENT);
    },
  );

  app.get('/sandbox/service', async () => ({ service: service ?? null, mailUrl: mailUrl ?? null }));

  app.get('/sandbox/payments', async () => ({ payments: bank.ledger.lastPix(LAST) }));

  app.get('/sandbox/behaviour', async () => bank.behaviour);
  app.put<{ Body: Behaviour }>('/sandbox/behaviour', { schema: { body: behaviourBody } }, async (request) => {
    bank.behaviour = request.body;
    return bank.behaviour;
  });
}
