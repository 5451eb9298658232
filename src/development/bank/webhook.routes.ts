import type { FastifyInstance } from 'fastify';
import { canonicalPixKey } from '../../payment-providers/adapters/pix-key.js';
import type { Bank } from './bank.js';
import { consult, readConsultation, type Query } from './consultation.js';
import type { Webhook } from './documents.js';
import { ApiPixProblem, notFound } from './problem.js';
import { webhookBody } from './request-schemas.js';

/** The callbacks of API Pix: `PUT`, `GET` and `DELETE /webhook/{chave}`, `GET /webhook`. Plain http is taken, as nowhere else. */
export function webhookRoutes(app: FastifyInstance, { account, ledger }: Bank): void {
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

/** WebhookCompleto has no key in it. */
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
