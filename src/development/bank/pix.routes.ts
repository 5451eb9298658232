import type { FastifyInstance } from 'fastify';
import type { Bank } from './bank.js';
import { consult, readConsultation, type Query } from './consultation.js';
import type { Pix } from './documents.js';
import { requestRefund } from './refunds.js';
import { ApiPixProblem, notFound } from './problem.js';
import { devolucaoBody } from './request-schemas.js';

interface RefundPath {
  e2eid: string;
  id: string;
}

/** Received payments and refunds of API Pix: `GET /pix`, `GET /pix/{e2eid}`, `PUT` and `GET /pix/{e2eid}/devolucao/{id}`. */
export function pixRoutes(app: FastifyInstance, bank: Bank): void {
  const { ledger } = bank;
  const existing = (endToEndId: string): Pix => {
    const pix = ledger.pix(endToEndId);
    if (!pix) throw notFound('PixNaoEncontrado');
    return pix;
  };

  app.get<{ Querystring: Query }>('/pix', async (request) => {
    const filters = ['txid', 'txIdPresente', 'devolucaoPresente', 'cpf', 'cnpj'];
    const consultation = readConsultation(request.query, { type: 'PixConsultaInvalida', filters });
    const { txid, txIdPresente, devolucaoPresente, cpf, cnpj } = consultation.filters;
    const matching = ledger.allPix().filter(
      (pix) =>
        (txid === undefined || pix.txid === txid)
        && (txIdPresente === undefined || String(pix.txid !== undefined) === txIdPresente)
        && (devolucaoPresente === undefined || String(pix.devolucoes !== undefined) === devolucaoPresente)
        // The sandbox's payers have no documents.
        && cpf === undefined
        && cnpj === undefined,
    );
    const { items, parametros } = consult(matching, consultation, (pix) => pix.horario);
    return { parametros, pix: items };
  });

  app.get<{ Params: { e2eid: string } }>('/pix/:e2eid', async (request) => existing(request.params.e2eid));

  app.put<{ Params: RefundPath; Body: { valor: string } }>(
    '/pix/:e2eid/devolucao/:id',
    { schema: { body: devolucaoBody } },
    async (request, reply) => {
      const { e2eid, id } = request.params;
      if (!/^[a-zA-Z0-9]{1,35}$/.test(id)) {
        const violation = { propriedade: 'devolucao.id', razao: 'O campo não respeita o schema: 1 a 35 letras e algarismos.' };
        throw new ApiPixProblem(400, 'PixDevolucaoInvalida', 'Devolução inválida.', 'O identificador é inválido.', [violation]);
      }
      return reply.code(201).send(requestRefund(bank, existing(e2eid), id, request.body.valor));
    },
  );

  app.get<{ Params: RefundPath }>('/pix/:e2eid/devolucao/:id', async (request) => {
    const { e2eid, id } = request.params;
    const devolucao = ledger.pix(e2eid)?.devolucoes?.find((each) => each.id === id);
    if (!devolucao) throw notFound('PixDevolucaoNaoEncontrada');
    return devolucao;
  });
}
