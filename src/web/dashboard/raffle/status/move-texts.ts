import type { RaffleStatus } from '../../../../generated/client/operations.js';
import { texts } from '../../../common/language.js';
import type { Move } from './moves.js';

interface MoveWords {
  button: string;
  ask: string;
  text: string;
  done(title: string): string;
  isGrave?: boolean;
}

interface Words {
  title: string;
  frozen: string;
  means: Record<RaffleStatus, string>;
  moves: Record<Move, MoveWords>;
  reserved(count: number, text: string): string;
  unpaidEnd(count: number, text: string): string;
  sumFirst(count: number, text: string): string;
  nothingPaid: string;
  seeSum: string;
  paidOrders: string;
  goesBack: string;
  refundsStart: string;
  callOffAndRefund(sum: string): string;
  back: string;
  nobodyCanPay: string;
  providers: string;
  allTheSame: string;
}

export const MOVE_TEXTS = texts<Words>({
  'pt-BR': {
    title: 'Situação',
    frozen: 'Congelada para o sorteio: nenhum pedido entra ou sai mais.',
    means: {
      DRAFT: 'Em preparação. Só operadores veem esta rifa.',
      SOON: 'Anunciada, ainda sem vendas. Abre sozinha no início das vendas, se houver data.',
      OPEN: 'À venda. Encerra sozinha no fim das vendas, se houver data, ou quando esgotar.',
      SOLD_OUT: 'Todas as cotas à venda foram pagas. Já pode ser sorteada.',
      CLOSED: 'As vendas terminaram. Já pode ser sorteada.',
      DRAWN: 'Os ganhadores estão definidos. Depois de entregar os prêmios, marque como concluída.',
      FINISHED: 'Os prêmios foram entregues.',
      CANCELLED: 'Cancelada antes do sorteio. Os pedidos pagos são devolvidos sozinhos.',
    },
    moves: {
      announce: {
        button: 'Anunciar',
        ask: 'Anunciar a rifa?',
        text: 'A página fica pública, ainda sem vendas. Dá para voltar a rascunho.',
        done: (title) => `“${title}” foi anunciada.`,
      },
      open: {
        button: 'Abrir as vendas',
        ask: 'Abrir as vendas?',
        text: 'A página fica pública e vende a partir do início das vendas, ou já, se não houver data.',
        done: (title) => `A página de “${title}” está no ar.`,
      },
      reopen: {
        button: 'Reabrir as vendas',
        ask: 'Reabrir as vendas?',
        text: 'A rifa volta a vender as cotas que sobraram.',
        done: (title) => `As vendas de “${title}” foram reabertas.`,
      },
      backToDraft: {
        button: 'Voltar a rascunho',
        ask: 'Voltar a rascunho?',
        text: 'A página deixa de ser pública.',
        done: (title) => `“${title}” voltou a ser rascunho.`,
      },
      close: {
        button: 'Encerrar as vendas',
        ask: 'Encerrar as vendas?',
        text: 'Nenhum pedido novo é aceito. Enquanto sobrarem cotas e não estiver congelada, a rifa pode ser reaberta.',
        done: (title) => `As vendas de “${title}” foram encerradas.`,
      },
      finish: {
        button: 'Marcar como concluída',
        ask: 'Os prêmios foram entregues?',
        text: 'Isso não tem volta: depois a situação não muda mais.',
        done: (title) => `“${title}” foi concluída.`,
      },
      callOff: {
        button: 'Cancelar a rifa',
        ask: 'Cancelar a rifa?',
        text: 'Não haverá sorteio. Isso não tem volta.',
        done: (title) => `“${title}” foi cancelada.`,
        isGrave: true,
      },
      delete: {
        button: 'Excluir',
        ask: 'Excluir a rifa?',
        text: 'Ela some das listas e não volta; o endereço da página fica livre. Só é possível porque nenhum pedido foi pago.',
        done: (title) => `“${title}” foi excluída.`,
        isGrave: true,
      },
    },
    reserved: (count, text) =>
      count === 1
        ? '1 cota está em um pedido ainda sem pagamento, que termina dentro do prazo dele.'
        : `${text} cotas estão em pedidos ainda sem pagamento, que terminam dentro do prazo deles.`,
    unpaidEnd: (count, text) =>
      count === 1
        ? 'O pedido que reserva 1 cota sem pagamento é cancelado.'
        : `Os pedidos que reservam ${text} cotas sem pagamento são cancelados.`,
    sumFirst: (count, text) =>
      `${count === 1 ? '1 cota foi paga' : `${text} cotas foram pagas`}. Se há pedidos a devolver, o próximo passo mostra quanto volta, e nada é cancelado antes de você confirmar esse valor; se não há, a rifa é cancelada já.`,
    nothingPaid:
      'Nenhuma cota foi paga: a rifa é cancelada assim que você confirmar. Se alguém pagar enquanto isso, você vê antes quanto volta.',
    seeSum: 'Continuar',
    paidOrders: 'Pedidos pagos',
    goesBack: 'Volta aos compradores',
    refundsStart: 'As devoluções começam logo depois e seguem sozinhas, até o último pedido.',
    callOffAndRefund: (sum) => `Cancelar e devolver ${sum}`,
    back: 'Voltar',
    nobodyCanPay: 'Nenhum provedor PIX está ativo: quem tentar comprar não consegue pagar.',
    providers: 'Provedores PIX',
    allTheSame: 'Abrir mesmo assim',
  },
  en: {
    title: 'Status',
    frozen: 'Frozen for its draw: no order joins it or leaves it any more.',
    means: {
      DRAFT: 'In preparation. Only operators see this raffle.',
      SOON: 'Announced, and not on sale yet. It opens by itself when sales begin, where a date is set.',
      OPEN: 'On sale. It closes by itself when sales end, where a date is set, or when all is sold.',
      SOLD_OUT: 'All quotas for sale are paid. It can be drawn.',
      CLOSED: 'Sales are over. It can be drawn.',
      DRAWN: 'The winners stand. Once the prizes are handed over, mark it as finished.',
      FINISHED: 'The prizes were handed over.',
      CANCELLED: 'Called off before the draw. Paid orders are refunded by themselves.',
    },
    moves: {
      announce: {
        button: 'Announce',
        ask: 'Announce the raffle?',
        text: 'Its page becomes public, with nothing on sale. It can go back to a draft.',
        done: (title) => `“${title}” was announced.`,
      },
      open: {
        button: 'Open sales',
        ask: 'Open sales?',
        text: 'Its page becomes public, and sells from the beginning of sales on, or at once where no date is set.',
        done: (title) => `The page of “${title}” is public.`,
      },
      reopen: {
        button: 'Reopen sales',
        ask: 'Reopen sales?',
        text: 'The raffle sells again what is left.',
        done: (title) => `The sale of “${title}” was reopened.`,
      },
      backToDraft: {
        button: 'Back to a draft',
        ask: 'Back to a draft?',
        text: 'Its page is no longer public.',
        done: (title) => `“${title}” is a draft again.`,
      },
      close: {
        button: 'Close sales',
        ask: 'Close sales?',
        text: 'No new order is accepted. While quotas are left and it is not frozen, the raffle can be reopened.',
        done: (title) => `The sale of “${title}” was closed.`,
      },
      finish: {
        button: 'Mark as finished',
        ask: 'Were the prizes handed over?',
        text: 'This cannot be undone: its status does not change after that.',
        done: (title) => `“${title}” was marked as finished.`,
      },
      callOff: {
        button: 'Call it off',
        ask: 'Call the raffle off?',
        text: 'There will be no draw. This cannot be undone.',
        done: (title) => `“${title}” was called off.`,
        isGrave: true,
      },
      delete: {
        button: 'Delete',
        ask: 'Delete the raffle?',
        text: 'It leaves the lists for good, and the address of its page is free. It can be done because no order was paid.',
        done: (title) => `“${title}” was deleted.`,
        isGrave: true,
      },
    },
    reserved: (count, text) =>
      count === 1
        ? '1 quota is in an order that is not paid yet, which ends in its own time.'
        : `${text} quotas are in orders that are not paid yet, which end in their own time.`,
    unpaidEnd: (count, text) =>
      count === 1
        ? 'The order that holds 1 quota without payment is cancelled.'
        : `The orders that hold ${text} quotas without payment are cancelled.`,
    sumFirst: (count, text) =>
      `${count === 1 ? '1 quota is paid' : `${text} quotas are paid`}. If there are orders to refund, the next step shows how much goes back, and nothing is called off before you confirm it; if there are none, the raffle is called off at once.`,
    nothingPaid:
      'No quota is paid: the raffle is called off when you confirm. Should somebody pay meanwhile, you see first how much goes back.',
    seeSum: 'Go on',
    paidOrders: 'Paid orders',
    goesBack: 'Goes back to buyers',
    refundsStart: 'Refunds begin at once and go on by themselves, to the last order.',
    callOffAndRefund: (sum) => `Call off and give ${sum} back`,
    back: 'Back',
    nobodyCanPay: 'No PIX provider is active: who tries to buy cannot pay.',
    providers: 'PIX providers',
    allTheSame: 'Open all the same',
  },
});
