import { randomBytes } from 'node:crypto';
import type { ReceivedPayment } from '../../src/payment-providers/adapters/adapter.js';
import { formatMoney, parseMoney } from '../../src/platform/money.js';
import { answerJson, startRemoteService, type RemoteService } from './sandbox.js';

type Nature = 'ORIGINAL' | 'MED_FRAUDE';

interface Return {
  id: string;
  valor: string;
  natureza: Nature;
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO';
  horario: { solicitacao: string };
}

interface Pix {
  endToEndId: string;
  valor: string;
  horario: string;
  devolucoes: Return[];
}

/** A bank that makes every refund that it is asked for, also of money that is gone or blocked: only we keep from paying twice. */
export interface LaxBank {
  url: string;
  receives(amount: bigint): ReceivedPayment;
  /** A return that we have not asked for, of what is left; undefined when nothing is. */
  startsReturn(endToEndId: string, natureza: Nature): void;
  endsReturns(endToEndId: string, status: 'DEVOLVIDO' | 'NAO_REALIZADO'): void;
  /** Centavos that went back, or are about to, of a payment; `byUs`: of what we asked for. */
  out(endToEndId: string, of?: 'byUs' | 'byBanks'): bigint;
  stop: RemoteService['stop'];
}

export async function startLaxBank(): Promise<LaxBank> {
  const known = new Map<string, Pix>();
  const asked = new Set<string>();
  const horario = (): string => new Date().toISOString();
  const pixOf = (endToEndId: string): Pix =>
    known.get(endToEndId) ?? { endToEndId, valor: '0.00', horario: horario(), devolucoes: [] };
  const out = (endToEndId: string, of?: 'byUs' | 'byBanks'): bigint =>
    pixOf(endToEndId)
      .devolucoes.filter(({ status }) => status !== 'NAO_REALIZADO')
      .filter(({ id, natureza }) => of === undefined || (of === 'byUs' ? asked.has(id) : natureza !== 'ORIGINAL'))
      .reduce((sum, { valor }) => sum + parseMoney(valor), 0n);

  const service = await startRemoteService((request, response) => {
    const { method, url } = request;
    if (url.startsWith('/oauth'))
      return answerJson(response, 200, { access_token: 'token', token_type: 'Bearer', expires_in: 3600 });
    const [, endToEndId = '', id] = /^\/pix\/(\w+)(?:\/devolucao\/(\w+))?$/.exec(url) ?? [];
    const pix = known.get(endToEndId);
    if (!pix) return answerJson(response, 404, {});
    if (id === undefined) return answerJson(response, 200, pix);
    const made = pix.devolucoes.find((one) => one.id === id);
    if (method !== 'PUT') return made ? answerJson(response, 200, made) : answerJson(response, 404, {});
    const { valor } = JSON.parse(request.body) as { valor: string };
    const refund: Return = made ?? { id, valor, natureza: 'ORIGINAL', status: 'DEVOLVIDO', horario: { solicitacao: horario() } };
    if (!made) pix.devolucoes.push(refund);
    asked.add(id);
    return answerJson(response, 201, refund);
  });
  return {
    url: service.url,
    receives(amount) {
      const endToEndId = `E${randomBytes(15).toString('hex')}`;
      known.set(endToEndId, { endToEndId, valor: formatMoney(amount), horario: horario(), devolucoes: [] });
      return { endToEndId, amountCentavos: amount, paidAt: new Date(), refunds: [] };
    },
    startsReturn(endToEndId, natureza) {
      const pix = pixOf(endToEndId);
      const left = parseMoney(pix.valor) - out(endToEndId);
      if (left <= 0n) return;
      const id = randomBytes(16).toString('hex');
      pix.devolucoes.push({
        id,
        valor: formatMoney(left),
        natureza,
        status: 'EM_PROCESSAMENTO',
        horario: { solicitacao: horario() },
      });
    },
    endsReturns(endToEndId, status) {
      for (const one of pixOf(endToEndId).devolucoes) if (one.status === 'EM_PROCESSAMENTO') one.status = status;
    },
    out,
    stop: service.stop,
  };
}
