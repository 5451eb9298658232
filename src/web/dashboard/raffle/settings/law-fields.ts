import { field } from './field.js';

/** What the law asks of a raffle. */
export const LAW_FIELDS = {
  certificateCode: field(
    'law',
    'text',
    ['Código da autorização', 'Em produção, uma rifa pública e paga só é publicada com ele.'],
    ['Code of the authorisation', 'In production a public, paid raffle is only published with it.'],
  ),
  certificateIssuer: field(
    'law',
    'text',
    ['Quem emitiu a autorização', 'Por exemplo: SPA/MF.'],
    ['Who issued it', 'Such as: SPA/MF.'],
  ),
  certificateValidFrom: field(
    'law',
    'day',
    ['Autorização vale a partir de', 'Antes desse dia nenhum pedido é aceito.'],
    ['Authorisation valid from', 'No order is accepted before that day.'],
  ),
  certificateValidUntil: field(
    'law',
    'day',
    ['Autorização vale até', 'Depois desse dia nenhum pedido é aceito. Os já feitos ainda podem ser pagos.'],
    ['Authorisation valid until', 'No order is accepted after that day. Those placed before may still be paid.'],
  ),
  regulationText: field(
    'law',
    'paragraphs',
    ['O que a promotora acrescenta ao regulamento', 'O resto é feito dos campos da rifa. Cada mudança faz uma nova versão.'],
    [
      'What the promoter adds to the regulation',
      'The rest is made of the fields of the raffle. Each change makes a new version.',
    ],
  ),
  adultsOnly: field(
    'law',
    'checkbox',
    ['Só para maiores de 18 anos', 'De uma rifa paga. Quem compra declara a idade; uma data de nascimento conhecida conta mais.'],
    ['For adults only', 'Of a paid raffle. Buyers state their age; a known date of birth counts more.'],
    { initial: true },
  ),
} as const;
