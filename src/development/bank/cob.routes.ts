import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Bank } from './bank.js';
import { completeCob, patchCob, putCob, type CobRequest, type CobRevision } from './charges.js';
import { consult, readConsultation, type Query } from './consultation.js';
import type { Cob } from './documents.js';
import { ApiPixProblem, invalidCob, notFound } from './problem.js';
import { cobBody, cobRevisionBody } from './request-schemas.js';

const TXID = /^[a-zA-Z0-9]{26,35}$/;

/** The immediate charges of API Pix: `PUT`, `PATCH` and `GET /cob/{txid}`, `POST` and `GET /cob`. */
export function cobRoutes(app: FastifyInstance, { account, ledger }: Bank): void {
  const existing = (txid: string): Cob => {
    const cob = ledger.cob(txid);
    if (!cob) throw notFound('CobNaoEncontrado');
    return cob;
  };

  app.put<{ Params: { txid: string }; Body: CobRequest }>('/cob/:txid', { schema: { body: cobBody } }, async (request, reply) => {
    const { txid } = request.params;
    if (!TXID.test(txid)) throw invalidCob('cob.txid', 'O campo não respeita o schema: 26 a 35 letras e algarismos.');
    return reply.code(201).send(putCob({ account, ledger }, txid, request.body));
  });

  app.post<{ Body: CobRequest }>('/cob', { schema: { body: cobBody } }, async (request, reply) =>
    reply.code(201).send(putCob({ account, ledger }, randomBytes(16).toString('hex'), request.body)),
  );

  app.patch<{ Params: { txid: string }; Body: CobRevision }>(
    '/cob/:txid',
    { schema: { body: cobRevisionBody } },
    async (request) => patchCob({ account, ledger }, existing(request.params.txid), request.body),
  );

  app.get<{ Params: { txid: string }; Querystring: Query }>('/cob/:txid', async (request) => {
    const cob = existing(request.params.txid);
    const { revisao = String(cob.revisao) } = request.query;
    // Only the present revision is kept.
    if (revisao === String(cob.revisao)) return completeCob(ledger, cob);
    const violation = { propriedade: 'revisao', razao: 'O parâmetro corresponde a uma revisão inexistente.' };
    throw new ApiPixProblem(400, 'CobConsultaInvalida', 'Consulta inválida.', 'A revisão não existe.', [violation]);
  });

  app.get<{ Querystring: Query }>('/cob', async (request) => {
    const filters = ['cpf', 'cnpj', 'locationPresente', 'status'];
    const consultation = readConsultation(request.query, { type: 'CobConsultaInvalida', filters });
    const { cpf, cnpj, locationPresente, status } = consultation.filters;
    const matching = ledger.cobs().filter(
      (cob) =>
        (cpf === undefined || cob.devedor?.cpf === cpf)
        && (cnpj === undefined || cob.devedor?.cnpj === cnpj)
        && (status === undefined || cob.status === status)
        // Every charge of this bank has a location.
        && locationPresente !== 'false',
    );
    const { items, parametros } = consult(matching, consultation, (cob) => cob.calendario.criacao);
    return { parametros, cobs: items.map((cob) => completeCob(ledger, cob)) };
  });
}
