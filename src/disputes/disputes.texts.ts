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
    en: 'The provider said {heard} that the banks are taking this money back, and has not said how it ended: try again from {from} on.',
    'pt-BR':
      'O provedor disse em {heard} que os bancos estão devolvendo este dinheiro, e não disse como terminou: tente de novo a partir de {from}.',
  },
  'disputes.openFirst': {
    code: 'CONFLICT',
    en: "This payment's provider may still report the return, and then it is taken off by itself. Mark the payment as disputed (openDispute): 24 hours later the return can be recorded.",
    'pt-BR':
      'O provedor deste pagamento ainda pode informar a devolução, e então ela é descontada sozinha. Marque o pagamento como contestado (openDispute): depois de 24 horas a devolução pode ser registrada.',
  },
  'disputes.perhapsReported': {
    code: 'CONFLICT',
    en: 'The provider may still report this return, and then it is taken off by itself. If it does not, record it from {from} on.',
    'pt-BR':
      'O provedor ainda pode informar esta devolução, e então ela é descontada sozinha. Se não informar, registre-a a partir de {from}.',
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
