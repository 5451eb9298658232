/*
 * What the service says of a raffle's fields and moves, in Portuguese: pages ask it in English. What stands in no row is shown as it
 * came, so that nothing is ever hidden.
 */
import { TEXT_PROBLEMS } from '../../common/buyer-words.js';
import { said, type Row } from '../../common/said.js';

const MONEY = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const NUMBER = new Intl.NumberFormat('pt-BR');
const money = (text: string | undefined): string => MONEY.format(Number(text));
const number = (text: string | undefined): string => NUMBER.format(Number(text));

/** Of a field. */
const PROBLEMS: readonly Row[] = [
  ...TEXT_PROBLEMS,
  [/^(?:is required|must not be null|must be longer than or equal to \d+ characters)$/, () => 'Preencha este campo.'],
  [/^must (?:have at most|be shorter than or equal to) (\d+) characters$/, (most) => `Use no máximo ${number(most)} caracteres.`],
  [/^must not be less than ([\d.]+)$/, (least) => `O mínimo é ${number(least)}.`],
  [/^must not be greater than ([\d.]+)$/, (most) => `O máximo é ${number(most)}.`],
  [/^must be from (\d+) to (\d+)$/, (least, most) => `Deve ficar entre ${number(least)} e ${number(most)}.`],
  [/^must be from 0 to 100, with at most two decimals$/, () => 'Deve ficar entre 0 e 100, com até duas casas decimais.'],
  [/^must be at most (\d+\.\d\d)$/, (most) => `O máximo é ${money(most)}.`],
  [/^must be at most (\d+)$/, (most) => `O máximo é ${number(most)}.`],
  [
    /^must be at least minReservationQuantity, (\d+)$/,
    (least) => `Não pode ser menor que o mínimo por pedido, ${number(least)}.`,
  ],
  [/^must be at most quotaQuantity, (\d+)$/, (most) => `Não pode passar da quantidade de cotas, ${number(most)}.`],
  [
    /^times maxReservationQuantity must be at most (\d+\.\d\d),/,
    (most) => `Vezes o máximo por pedido, não pode passar de ${money(most)}, o maior valor de um pagamento.`,
  ],
  [/^must be later than startsAt$/, () => 'Deve ser depois do começo.'],
  [/^must be a colour like/, () => 'Escreva a cor como #0a6b4f.'],
  [/^must be a valid CNPJ$/, () => 'Confira o CNPJ: os dígitos não batem.'],
  [
    /^must be a handle, or an https address of that network$/,
    () => 'Escreva o nome de usuário, ou um endereço https dessa rede.',
  ],
  [/must be a Brazilian phone with its area code/, () => 'Escreva com DDD, ou com + e o código do país.'],
  [
    /^must be (?:\d+ to \d+ (?:digits|capital letters and digits)|(?:G|GTM|AW)- and )/,
    () => 'Cole só o identificador, como no exemplo, sem o script.',
  ],
  [/^must be after startsAt$/, () => 'Deve ser depois do início das vendas.'],
  [/^must not be before endsAt$/, () => 'Não pode ser antes do fim das vendas.'],
  [/^has passed: move it to open the raffle$/, () => 'Já passou: mude a data para poder abrir as vendas.'],
  [
    /^must be 10, 100, 1000, /,
    () => 'Pela Loteria Federal, deve ser 10, 100, 1.000, … ou 10.000.000: os dígitos formam o número.',
  ],
  [
    /^must all be from (\d+) to (\d+), like orders$/,
    (least, most) => `Todas devem ficar entre ${number(least)} e ${number(most)}, como os pedidos.`,
  ],
  [/^must be one of fastSelectionCards$/, () => 'Deve ser uma das quantidades sugeridas.'],
  [/^must contain no more than (\d+) elements$/, (most) => `No máximo ${number(most)}.`],
  [/elements must be unique$/, () => 'Há um valor repetido.'],
  [/^must all be at least 1$/, () => 'Todas devem ser pelo menos 1.'],
  [/^is required where enableAntiSpam is true$/, () => 'Preencha para limitar as reservas.'],
  [/^is required where affiliate is true$/, () => 'Preencha para pagar comissão.'],
  [/^is required by law before a paid raffle is published$/, () => 'A lei exige o código antes de publicar uma rifa paga.'],
  [/^is taken by another raffle$/, () => 'Outra rifa já usa este endereço.'],
  [/^is taken by another category$/, () => 'Já existe uma categoria com este nome.'],
  [/^must be lower-case letters and digits/, () => 'Use letras minúsculas e números, separados por hífens.'],
  [/^must be an http or https address$/, () => 'Deve ser um endereço que começa com http:// ou https://.'],
  [/^must be an https address$/, () => 'Deve ser um endereço que começa com https://.'],
  [/^must be a JPEG, PNG, WebP, AVIF or GIF picture$/, () => 'Envie uma foto em JPEG, PNG, WebP, AVIF ou GIF.'],
  [/^must be a whole picture/, () => 'A foto está incompleta ou com defeito: envie outra.'],
  [/^must have at most (\d+) pixels on a side$/, (most) => `A foto pode ter no máximo ${number(most)} pixels de cada lado.`],
  [/^must have at most (\d+) pixels$/, (most) => `A foto pode ter no máximo ${number(most)} pixels.`],
  [/^must be an email$/, () => 'Confira o e-mail.'],
  [/^must be a phone number in E\.164/, () => 'Escreva com país e DDD, como +5511987654321.'],
  [/^is frozen since the first sale$/, () => 'Não muda mais: há pedidos pagos ou aguardando pagamento.'],
  [/^cannot change while the raffle has quota prizes/, () => 'Não muda enquanto houver cotas premiadas: exclua-as antes.'],
  [
    /^must be at least (\d+), the units of its awarded boxes$/,
    (least) => `As caixas têm ${number(least)} prêmios: não pode haver menos cotas.`,
  ],
  [
    /^must be at most (\d+\.\d\d), what (they cost|a quota costs) without it$/,
    (most) => `Não pode passar de ${money(most)}, o preço sem a promoção.`,
  ],
  [
    /^must be below (\d+\.\d\d), what /,
    (most) => `Deve ser menor que ${money(most)}, o preço sem a promoção, quando não há cotas de brinde.`,
  ],
  [/^has a promotion of this kind already/, () => 'Já há uma promoção deste tipo para esta quantidade: mude aquela.'],
  [/^has a combo of the raffle already/, () => 'Já há um combo com esta quantidade: mude aquele.'],
  [/^would make /, () => 'Com isso um pedido poderia receber mais de 10.000 caixas.'],
  [/^must leave a quota for sale/, () => 'Deve sobrar ao menos uma cota à venda.'],
  [
    /^of ([\d.]+) leaves fewer quotas for sale/,
    (share) => `A partir de ${number(share)}% sobram menos cotas à venda do que prêmios que esperam por elas.`,
  ],
  [/^must be a number of this raffle, written like (\d+)$/, (like) => `Não é um número desta rifa, que se escreve como ${like}.`],
  [/^has a prize already$/, () => 'Este número já tem prêmio.'],
  [
    /^must not be fewer than the units: the raffle has (\d+) quotas, and (\d+)/,
    (quotas, left) => `Não pode haver mais prêmios que cotas: a rifa tem ${number(quotas)}, e cabem ${number(left)}.`,
  ],
  [/^must be five digits each/, () => 'São cinco dígitos em cada um, como a loteria publica.'],
];

/** Of a whole request. */
const MESSAGES: readonly Row[] = [
  [/^No quota is left to sell\.$/, () => 'Não sobrou nenhuma cota para vender.'],
  [/^A raffle that is \w+ cannot become /, () => 'A situação da rifa mudou enquanto isso: atualize a página.'],
  [
    /^The raffle is frozen for its draw\. It can be called off from (\S+) on/,
    () =>
      'A rifa está congelada para o sorteio. Só pode ser cancelada se, sete dias depois de poder ser sorteada, ninguém a tiver sorteado.',
  ],
  [/^The raffle is frozen for its draw/, () => 'A rifa está congelada para o sorteio: nada do que é sorteado muda mais.'],
  [
    /^It has orders that are paid, or may still be/,
    () => 'Há pedidos pagos ou aguardando pagamento: a rifa pode ser cancelada, mas não excluída.',
  ],
  [/^orders are being paid right now/, () => 'Há pedidos sendo pagos agora, e o total ainda muda: encerre as vendas antes.'],
  [
    /^(\d+) quotas? (?:is|are) in orders that are not paid yet: they end within about (\d+) minutes/,
    (quotas, minutes) =>
      `${number(quotas)} cotas estão em pedidos que ainda não foram pagos e terminam em cerca de ${minutes} minutos. Espere, ou cancele-os agora.`,
  ],
  [
    /^drawAt lies more than (\d+) days ahead/,
    (days) => `A data do sorteio está a mais de ${days} dias, e a rifa congelada espera por ela: mude a data antes.`,
  ],
  [/^A raffle is drawn when its sale is over/, () => 'As vendas ainda não terminaram.'],
  [
    /^The raffle is drawn, by the results (.*): they stand\.$/,
    (results) => `A rifa já foi sorteada, com os resultados ${results}: eles valem.`,
  ],
  [/^The raffle is being frozen/, () => 'A rifa está sendo congelada: tente de novo em instantes.'],
  [/^The raffle has (\d+) promotions already/, (most) => `A rifa já tem ${most} promoções: exclua uma antes.`],
  [/^The raffle has (\d+) combos already/, (most) => `A rifa já tem ${most} combos: exclua um antes.`],
  [/^Awarded boxes are at most (\d+) in a raffle/, (most) => `A rifa já tem ${most} prêmios de caixa: exclua um antes.`],
  [/^There are (\d+) notifications already/, (most) => `Já existem ${most} avisos: exclua um antes.`],
  [/^There are (\d+) FAQs already/, (most) => `Já existem ${most} perguntas: exclua uma antes.`],
  [/^There are (\d+) categories already/, (most) => `Já existem ${most} categorias: exclua uma antes.`],
  [
    /^The raffle may have (\d+) quota prizes, .* it has (\d+)\.$/,
    (most, has) =>
      `Uma rifa pode ter até ${number(most)} cotas premiadas, e não mais que as suas cotas; esta tem ${number(has)}.`,
  ],
  [/^enableQuotaPrizes is false/, () => 'As cotas premiadas estão desligadas nas configurações.'],
  [/^It was won: its number/, () => 'Já foi ganha: o número é de um pedido.'],
  [/^Nothing is left to withhold/, () => 'Não há o que reter: todas as cotas estão pagas ou reservadas.'],
  [/^The raffle is called off: nobody wins/, () => 'A rifa foi cancelada: ninguém ganha as caixas dela.'],
  [/is frozen since the first sale/, () => 'Não muda mais: há pedidos pagos ou aguardando pagamento.'],
  [/cannot change while the raffle has quota prizes/, () => 'Não muda enquanto houver cotas premiadas: exclua-as antes.'],
  [/has a displayed percentage already/, () => 'Já há uma porcentagem definida: atualize a página.'],
];

/** A problem of one field, in Portuguese where there is a row for it. */
export const problemInPortuguese = (text: string): string => said(PROBLEMS, text) ?? text;

/** What a refusal says, in Portuguese where there is a row for it. */
export const messageInPortuguese = (text: string): string => said(MESSAGES, text) ?? text;
