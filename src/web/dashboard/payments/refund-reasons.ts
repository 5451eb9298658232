/** Reasons that the service itself writes, as they are stored, in Portuguese. */
export const REASONS_IN_PORTUGUESE: Readonly<Record<string, string>> = {
  'the raffle was called off': 'a rifa foi cancelada',
  'late payment': 'o dinheiro não pagou o pedido',
  'its order could not be paid any more': 'o pedido não podia mais ser pago',
  'asked for again': 'pedida de novo',
  'taken back by the bank (MED)': 'tomada de volta pelo banco (MED)',
  'returned at the provider': 'devolvida pela página do provedor',
};

/** What somebody wrote stays as it is. */
export function refundReason(reason: string | null, language: 'pt-BR' | 'en'): string {
  if (reason === null) return '—';
  return (language === 'pt-BR' && REASONS_IN_PORTUGUESE[reason]) || reason;
}
