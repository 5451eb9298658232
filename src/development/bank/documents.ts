import { randomBytes, randomInt } from 'node:crypto';

/** CobGerada, without its payments. */
export interface Cob {
  txid: string;
  calendario: { criacao: string; expiracao: number };
  revisao: number;
  status: 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP';
  loc: { id: number; txid: string; location: string; tipoCob: 'cob'; criacao: string };
  /** Host and path, without a scheme, as in the BR Code. */
  location: string;
  pixCopiaECola: string;
  chave: string;
  valor: { original: string; modalidadeAlteracao?: number };
  devedor?: { cpf?: string; cnpj?: string; nome: string };
  solicitacaoPagador?: string;
  infoAdicionais?: { nome: string; valor: string }[];
}

/** A received payment (Pix). `txid` is absent when the code had none. */
export interface Pix {
  endToEndId: string;
  txid?: string;
  valor: string;
  chave: string;
  horario: string;
  devolucoes?: Devolucao[];
}

/** Asked by the receiver (`ORIGINAL`) or taken back by the banks (`MED_*`). */
export interface Devolucao {
  id: string;
  rtrId: string;
  valor: string;
  natureza: 'ORIGINAL' | 'MED_FRAUDE';
  horario: { solicitacao: string; liquidacao?: string };
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO';
  motivo?: string;
}

/** WebhookCompleto, with its key. */
export interface Webhook {
  chave: string;
  webhookUrl: string;
  cnpj: string;
  criacao: string;
}

/** No bank has this number. */
const ISPB = '99999999';
const ALPHANUMERIC = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Never resolved. It is the same for every port, so that codes outlive a restart. */
const LOCATION = 'pix-sandbox.localhost/qr/v2/';

export function newLocation(): string {
  return LOCATION + randomBytes(16).toString('hex');
}

/** An EndToEndId (E) or RtrId (D): the ISPB, the minute in UTC, eleven letters and digits (Manual de Padrões). */
export function newSettlementId(kind: 'E' | 'D', at: Date): string {
  const minute = at.toISOString().replace(/\D/g, '').slice(0, 12);
  const random = Array.from({ length: 11 }, () => ALPHANUMERIC[randomInt(ALPHANUMERIC.length)]).join('');
  return kind + ISPB + minute + random;
}
