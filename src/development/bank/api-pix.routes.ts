import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { canonicalPixKey } from '../../payment-providers/br-code/br-code.js';
import { isSameSecret } from '../../platform/crypto.js';
import { ApiPixProblem, consult, notFound, type Query, readConsultation, webhookBody } from './api-pix-requests.js';
import type { Account, Bank } from './bank.js';
import { faultHappens } from './behaviour.js';
import { cobRoutes } from './cob.routes.js';
import type { Webhook } from './documents.js';
import { pixRoutes } from './pix.routes.js';

/** The token endpoint and API Pix 2.9 with the standard's errors. The faults of `behaviour` happen here. */
export async function apiPixRoutes(app: FastifyInstance, options: { bank: Bank; tokenLifetimeSeconds: number }): Promise<void> {
  const { bank, tokenLifetimeSeconds } = options;

  app.setErrorHandler((error: FastifyError | ApiPixProblem, request, reply) => {
    const problem = error instanceof ApiPixProblem ? error : problemOf(error, request.url);
    if (problem.status === 401) void reply.header('www-authenticate', 'Bearer error="invalid_token"');
    return reply.code(problem.status).type('application/problem+json').send(problem.document());
  });

  app.addHook('onRequest', async () => {
    if (bank.behaviour.latencyMs > 0) await sleep(bank.behaviour.latencyMs);
    if (faultHappens(bank.behaviour, 'failRequests')) {
      throw new ApiPixProblem(503, 'ServicoIndisponivel', 'Serviço Indisponível', 'Serviço não está disponível no momento.');
    }
  });
  app.addHook('preSerialization', async (_request, _reply, payload) =>
    bank.behaviour.omitTxids ? withoutTxids(payload) : payload,
  );
  app.addHook('onSend', async (_request, reply, payload) => {
    if (reply.statusCode < 400 && faultHappens(bank.behaviour, 'loseAnswers')) reply.raw.destroy();
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

function withoutTxids(answer: unknown): unknown {
  const text = JSON.stringify(answer, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && 'endToEndId' in value ? { ...value, txid: undefined } : value,
  );
  return JSON.parse(text) as unknown;
}

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

const MAX_TOKENS = 1_000;

/** `POST /oauth/token` (RFC 6749, 4.4). Tokens are in memory only. Returns the check of a request's token, which throws 401. */
function oauthRoutes(app: FastifyInstance, { clientId, clientSecret }: Account, tokenLifetimeSeconds: number) {
  const expiresAtMs = new Map<string, number>();
  const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

  app.post('/oauth/token', async (request, reply) => {
    if (!isSameSecret(request.headers.authorization, expected)) {
      void reply.code(401).header('www-authenticate', 'Basic realm="sandbox bank"');
      return { error: 'invalid_client', error_description: 'The client id or secret is wrong.' };
    }
    const { grant_type: grantType } = (request.body ?? {}) as { grant_type?: unknown };
    if (grantType !== 'client_credentials') {
      void reply.code(400);
      return { error: 'unsupported_grant_type', error_description: 'Only client_credentials is offered.' };
    }
    const token = randomBytes(32).toString('base64url');
    expiresAtMs.set(token, Date.now() + tokenLifetimeSeconds * 1000);
    const oldest = expiresAtMs.size > MAX_TOKENS ? expiresAtMs.keys().next().value : undefined;
    if (oldest !== undefined) expiresAtMs.delete(oldest);
    const scope = 'cob.read cob.write pix.read pix.write webhook.read webhook.write';
    return { access_token: token, token_type: 'Bearer', expires_in: tokenLifetimeSeconds, scope };
  });

  return (request: FastifyRequest): void => {
    const [, token = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if ((expiresAtMs.get(token) ?? 0) > Date.now()) return;
    throw new ApiPixProblem(401, 'AcessoNegado', 'Acesso Negado', 'O token de acesso falta, é desconhecido ou expirou.');
  };
}

/** `PUT`, `GET` and `DELETE /webhook/{chave}`, `GET /webhook`. Unlike real banks it takes plain http. */
function webhookRoutes(app: FastifyInstance, { account, ledger }: Bank): void {
  app.put<{ Params: { chave: string }; Body: { webhookUrl: string } }>(
    '/webhook/:chave',
    { schema: { body: webhookBody } },
    async (request, reply) => {
      const chave = canonicalPixKey(request.params.chave);
      const { webhookUrl } = request.body;
      if (chave !== account.pixKey) throw invalidWebhook('chave', 'A chave não pertence a este usuário recebedor.');
      if (!isHttpUrl(webhookUrl)) throw invalidWebhook('webhook.webhookUrl', 'O campo não respeita o schema.');
      ledger.saveWebhook({ chave, webhookUrl, cnpj: account.cnpj, criacao: new Date().toISOString() });
      return reply.code(200).send();
    },
  );

  app.get<{ Params: { chave: string } }>('/webhook/:chave', async (request) => {
    const webhook = ledger.webhook(canonicalPixKey(request.params.chave));
    if (!webhook) throw notFound('WebhookNaoEncontrado');
    return complete(webhook);
  });

  app.delete<{ Params: { chave: string } }>('/webhook/:chave', async (request, reply) => {
    const chave = canonicalPixKey(request.params.chave);
    if (!ledger.webhook(chave)) throw notFound('WebhookNaoEncontrado');
    ledger.deleteWebhook(chave);
    return reply.code(204).send();
  });

  app.get<{ Querystring: Query }>('/webhook', async (request) => {
    const consultation = readConsultation(request.query, { type: 'WebhookConsultaInvalida', periodIsOptional: true });
    const { items, parametros } = consult(ledger.webhooks(), consultation, (webhook) => webhook.criacao);
    return { parametros, webhooks: items.map(complete) };
  });
}

/** WebhookCompleto has no key. */
function complete({ webhookUrl, cnpj, criacao }: Webhook): Omit<Webhook, 'chave'> {
  return { webhookUrl, cnpj, criacao };
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function invalidWebhook(propriedade: string, razao: string): ApiPixProblem {
  const detail = 'A requisição busca criar um webhook sem respeitar o schema ou apresenta semântica inválida.';
  return new ApiPixProblem(400, 'WebhookOperacaoInvalida', 'Webhook inválido.', detail, [{ razao, propriedade }]);
}
