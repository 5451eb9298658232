import { defineTexts, type TextsOf } from '../platform/texts.js';

export const disputesTexts = defineTexts({
  'disputes.notFound': { code: 'NOT_FOUND', en: 'There is no such dispute.', 'pt-BR': 'Contestação não encontrada.' },
  'disputes.open': {
    code: 'CONFLICT',
    en: 'The payment is disputed (MED): its money stays until the dispute ends. Try again then.',
    'pt-BR': 'O pagamento está contestado (MED): o dinheiro fica parado até o fim da contestação. Tente de novo depois.',
  },
  'disputes.prizeWithheld': {
    code: 'CONFLICT',
    en: "The order's payment is disputed (MED): deliver its prize when the dispute has ended.",
    'pt-BR': 'O pagamento do pedido está contestado (MED): entregue o prêmio quando a contestação terminar.',
  },
  'disputes.free': { code: 'CONFLICT', en: 'Nothing was paid.', 'pt-BR': 'Nada foi pago.' },
  'disputes.nothingLeft': {
    code: 'CONFLICT',
    en: 'All money of this payment went back already.',
    'pt-BR': 'Todo o dinheiro deste pagamento já foi devolvido.',
  },
  'disputes.returned': {
    code: 'CONFLICT',
    en: 'The money went back: this dispute cannot be released.',
    'pt-BR': 'O dinheiro foi devolvido: esta contestação não pode ser liberada.',
  },
  'disputes.underWay': {
    code: 'CONFLICT',
    en: 'The provider says that the banks are still taking this money back.',
    'pt-BR': 'O provedor diz que os bancos ainda estão devolvendo este dinheiro.',
  },
  'disputes.unanswered': {
    code: 'CONFLICT',
    en: 'The provider does not answer, and said {heard} that the banks are taking this money back: try again from {from} on.',
    'pt-BR':
      'O provedor não responde, e disse em {heard} que os bancos estão devolvendo este dinheiro: tente de novo a partir de {from}.',
  },
  'disputes.words': {
    rule: 'reason',
    en: 'must say why in 1 to 500 characters',
    'pt-BR': 'deve dizer o motivo em 1 a 500 caracteres',
  },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof disputesTexts> {}
}
