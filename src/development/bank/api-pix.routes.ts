import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyError, FastifyInstance } from 'fastify';
import type { Bank } from './bank.js';
import { strikes } from './behaviour.js';
import { cobRoutes } from './cob.routes.js';
import { oauthRoutes } from './oauth.routes.js';
import { pixRoutes } from './pix.routes.js';
import { ApiPixProblem } from './problem.js';
import { webhookRoutes } from './webhook.routes.js';

/**
 * Everything a receiver's software talks to: the token endpoint and API Pix 2.9 as far as immediate charges, payments,
 * refunds and callbacks go, with the standard's errors (RFC 7807). The faults set in `behaviour` strike here.
 */
export async function apiPixRoutes(app: FastifyInstance, options: { bank: Bank; tokenLifetimeSeconds: number }): Promise<void> {
  const { bank, tokenLifetimeSeconds } = options;

  app.setErrorHandler((error: FastifyError | ApiPixProblem, request, reply) => {
    const problem = error instanceof ApiPixProblem ? error : problemOf(error, request.url);
    if (problem.status === 401) void reply.header('www-authenticate', 'Bearer error="invalid_token"');
    return reply.code(problem.status).type('application/problem+json').send(problem.document());
  });

  app.addHook('onRequest', async () => {
    if (bank.behaviour.latencyMs > 0) await sleep(bank.behaviour.latencyMs);
    if (strikes(bank.behaviour, 'failRequests')) {
      throw new ApiPixProblem(503, 'ServicoIndisponivel', 'Serviço Indisponível', 'Serviço não está disponível no momento.');
    }
  });
  app.addHook('preSerialization', async (_request, _reply, payload) =>
    bank.behaviour.omitTxids ? withoutTxids(payload) : payload,
  );
  app.addHook('onSend', async (_request, reply, payload) => {
    if (reply.statusCode < 400 && strikes(bank.behaviour, 'loseAnswers')) reply.raw.destroy();
    return payload;
  });

  const authenticate = oauthRoutes(app, bank.account, tokenLifetimeSeconds);
  await app.register(async (api) => {
    api.addHook('onRequest', async (request) => authenticate(request));
    cobRoutes(api, bank);
    pixRoutes(api, bank);
    webhookRoutes(api, bank);
  });
}

/** An answer whose payments do not say which charge they are of. */
function withoutTxids(answer: unknown): unknown {
  const text = JSON.stringify(answer, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && 'endToEndId' in value ? { ...value, txid: undefined } : value,
  );
  return JSON.parse(text) as unknown;
}

/** Schema violations and malformed bodies, in the standard's words; anything else is a fault of the bank. */
function problemOf(error: FastifyError, url: string): ApiPixProblem {
  if (error.validation) {
    const entity = url.startsWith('/cob') ? 'cob' : url.startsWith('/webhook') ? 'webhook' : 'devolucao';
    const type = { cob: 'CobOperacaoInvalida', webhook: 'WebhookOperacaoInvalida', devolucao: 'PixDevolucaoInvalida' }[entity];
    const violations = error.validation.map(({ instancePath, message = '' }) => ({
      propriedade: entity + instancePath.replaceAll('/', '.'),
      razao: `O campo não respeita o schema: ${message}.`,
    }));
    return new ApiPixProblem(400, type, 'Requisição inválida.', 'A requisição não respeita o schema.', violations);
  }
  const status = error.statusCode ?? 500;
  if (status < 500) return new ApiPixProblem(status, 'RequisicaoInvalida', 'Requisição inválida.', error.message);
  return new ApiPixProblem(500, 'ErroInternoDoServidor', 'Erro interno', 'Condição inesperada ao processar requisição.');
}
