import { describe, expect, it } from 'vitest';
import { ownContract, type Exchange } from './support/api-pix-contract.js';
import { officialFile } from './support/api-pix-contracts.js';
import { officialContract } from './support/api-pix-official.js';

describe('the contract', () => {
  const good: Exchange = {
    method: 'PUT',
    url: '/pix/E99999999202611201102bhWbe0QEV06/devolucao/r1',
    requestType: 'application/json',
    requestBody: '{"valor":"1.00"}',
    status: 201,
    responseType: 'application/json; charset=utf-8',
    responseBody: JSON.stringify({
      id: 'r1',
      rtrId: 'D99999999202611201102bhWbe0QEV06',
      valor: '1.00',
      horario: { solicitacao: '2026-11-20T11:02:23.184Z' },
      status: 'DEVOLVIDO',
    }),
  };
  const wrong: [string, Partial<Exchange>][] = [
    ['a float for an amount', { requestBody: '{"valor":1.00}' }],
    ['an amount with a comma', { requestBody: '{"valor":"1,00"}' }],
    ['a missing field', { responseBody: good.responseBody.replace('"rtrId"', '"rtrid"') }],
    ['a status that does not exist', { responseBody: good.responseBody.replace('DEVOLVIDO', 'FEITO') }],
    ['another status code', { status: 200 }],
    [
      'a plain JSON error',
      { status: 400, responseBody: '{"type":"https://pix.bcb.gov.br/api/v2/error/X","title":"t","status":400,"detail":"d"}' },
    ],
    ['an operation of its own', { url: '/pagamentos/1' }],
  ];

  it.each(wrong)('in our own schemas catches %s', (_, change) => {
    expect(ownContract().exchange(good)).toEqual([]);
    expect(ownContract().exchange({ ...good, ...change })).not.toEqual([]);
  });

  it.skipIf(!officialFile)('in the official file is checked too, and catches the same', () => {
    const official = officialContract(officialFile ?? '');
    expect(official.exchange(good)).toEqual([]);
    for (const [what, change] of wrong)
      expect([what, official.exchange({ ...good, ...change }).length > 0]).toEqual([what, true]);
  });
});
