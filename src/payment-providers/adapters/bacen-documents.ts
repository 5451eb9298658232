import type { ProviderCharge, ProviderRefund, ProviderWebhook, ReceivedPayment, CallbackReference } from './adapter.js';
import { date, InvalidDocumentError, json, list, money, object, optionalText, text } from './document-fields.js';

/** The secret authenticates the provider: most cannot sign callbacks. They append "/pix" as text, which `ignorar` swallows. */
export function callbackAddress(callbackUrl: string, secret: string): string {
  const url = new URL(callbackUrl);
  url.searchParams.set('hmac', secret);
  return `${url.href}&ignorar=`;
}

/** Entries that name nothing are left out. Throws InvalidDocumentError, as all of these do. */
export function callbackReferences(rawBody: Buffer): CallbackReference[] {
  const { pix } = object(json(rawBody), 'the body');
  if (!Array.isArray(pix)) throw new InvalidDocumentError('the body is not {"pix": [...]}');
  return pix.flatMap((entry: { txid?: unknown; endToEndId?: unknown } | null) => {
    const txid = reference(entry?.txid);
    const endToEndId = reference(entry?.endToEndId);
    return txid || endToEndId ? [{ ...(txid && { txid }), ...(endToEndId && { endToEndId }) }] : [];
  });
}

function reference(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-zA-Z0-9]{1,64}$/.test(value) ? value : undefined;
}

const CHARGE_STATUS: Record<string, ProviderCharge['status']> = {
  ATIVA: 'ACTIVE',
  CONCLUIDA: 'PAID',
  REMOVIDA_PELO_USUARIO_RECEBEDOR: 'CANCELLED',
  REMOVIDA_PELO_PSP: 'CANCELLED',
};

/** A status that the standard gets later is not final. */
const REFUND_STATUS: Record<string, ProviderRefund['status']> = { DEVOLVIDO: 'RETURNED', NAO_REALIZADO: 'NOT_DONE' };

/** `pixCopiaECola` is optional in the standard: `codeOf` makes it of `location`. */
export function readCharge(document: unknown, codeOf: (location: string) => string): ProviderCharge {
  const cob = object(document, 'cob');
  const status = CHARGE_STATUS[text(cob.status, 'status')];
  if (!status) throw new InvalidDocumentError('status is none of the standard');
  const location = optionalText(cob.location) ?? optionalText((cob.loc as { location?: unknown } | undefined)?.location);
  const brCode = optionalText(cob.pixCopiaECola) ?? (location && built(location, codeOf));
  if (!brCode) throw new InvalidDocumentError('neither pixCopiaECola nor location is there');
  return {
    txid: text(cob.txid, 'txid'),
    brCode,
    amountCentavos: money(object(cob.valor, 'valor').original, 'valor.original'),
    status,
    payments: list(cob.pix).map(readPayment),
  };
}

function built(location: string, codeOf: (location: string) => string): string {
  try {
    return codeOf(location);
  } catch (error) {
    throw new InvalidDocumentError(
      `no code can be built from location: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** `pagador` is not in the standard any more, but many providers send it. */
export function readPayment(document: unknown): ReceivedPayment {
  const pix = object(document, 'pix');
  const txid = optionalText(pix.txid);
  const payer = typeof pix.pagador === 'object' && pix.pagador !== null ? (pix.pagador as Record<string, unknown>) : undefined;
  return {
    endToEndId: text(pix.endToEndId, 'endToEndId'),
    // `***` is a static code's way to say that it has none.
    ...(txid && txid !== '***' && { txid }),
    amountCentavos: money(pix.valor, 'valor'),
    paidAt: date(pix.horario, 'horario'),
    ...(payer && { payer: { name: optionalText(payer.nome), cpf: optionalText(payer.cpf) } }),
    refunds: list(pix.devolucoes).map(readRefund),
  };
}

export function readRefund(document: unknown): ProviderRefund {
  const refund = object(document, 'devolucao');
  const settledAt = (refund.horario as { liquidacao?: unknown } | undefined)?.liquidacao;
  const returnId = optionalText(refund.rtrId);
  const reason = optionalText(refund.motivo);
  return {
    refundId: text(refund.id, 'id'),
    amountCentavos: money(refund.valor, 'valor'),
    status: REFUND_STATUS[text(refund.status, 'status')] ?? 'PROCESSING',
    initiatedBy: optionalText(refund.natureza)?.startsWith('MED_') ? 'BANK' : 'RECEIVER',
    ...(returnId && { returnId }),
    ...(settledAt !== undefined && settledAt !== null && { settledAt: date(settledAt, 'horario.liquidacao') }),
    ...(reason && { reason }),
  };
}

export function readPage(document: unknown, page: number): { entries: unknown[]; isLast: boolean } {
  const consulted = object(document, 'pix');
  const pagination = object(object(consulted.parametros, 'parametros').paginacao, 'parametros.paginacao');
  const pages = pagination.quantidadeDePaginas;
  if (!Number.isInteger(pages)) throw new InvalidDocumentError('parametros.paginacao.quantidadeDePaginas is not an integer');
  const entries = list(consulted.pix);
  // A provider that counts pages wrongly must not make us ask for ever.
  return { entries, isLast: entries.length === 0 || page + 1 >= (pages as number) };
}

/** `id` is the PIX key, which the document does not repeat. */
export function readWebhook(document: unknown, id: string): ProviderWebhook {
  const webhook = object(document, 'webhook');
  const url = text(webhook.webhookUrl, 'webhookUrl').replace(/([?&]hmac=)[^&]*/, '$1***');
  return { id, url, createdAt: date(webhook.criacao, 'criacao') };
}
