import type { BookRule } from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { Note, Stack } from '../../ui/layout.js';
import { Card, Notice } from '../../ui/surface.js';
import { OrderLink } from '../links.js';
import css from './money.module.css';
import type { Report } from './reconciliation-report.js';

export function Disagreements({ disagreements }: { disagreements: Report['disagreements'] }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  return (
    <Card title={t.title}>
      <Notice tone="bad">
        <p>{t.about}</p>
      </Notice>
      {disagreements.map(({ rule, count, examples }) => (
        <Stack key={rule}>
          <h3>{t.rule(rule, f.number(count))}</h3>
          <p>{t.rules[rule]}</p>
          <ul class={css.examples}>
            {examples.map(({ id, detail }) => (
              <li key={id}>
                {ORDER_RULES.has(rule) ? <OrderLink id={id} /> : <code class={css.code}>{id}</code>}: {detail}
              </li>
            ))}
          </ul>
          {count > examples.length && <Note>{t.only(f.number(examples.length))}</Note>}
        </Stack>
      ))}
    </Card>
  );
}

const ORDER_RULES: ReadonlySet<BookRule> = new Set([
  'ORDER_AMOUNT',
  'ORDER_BLOCK',
  'ORDER_CHARGE',
  'ORDER_PAYMENT',
  'ORDER_REFUND',
]);

interface Words {
  title: string;
  about: string;
  rule(rule: BookRule, count: string): string;
  only(count: string): string;
  rules: Record<BookRule, string>;
}

const TEXTS = texts<Words>({
  'pt-BR': {
    title: 'Registros que se contradizem',
    about:
      'Estas regras valem a todo momento, também durante a venda. Se alguma é violada, é um defeito do serviço ou alguém mudou o banco de dados: mostre isto a quem cuida dele antes de mexer no dinheiro.',
    rule: (rule, count) => `${rule} (${count})`,
    only: (count) => `Estes são os ${count} primeiros.`,
    rules: {
      BILLING_ORDER_AMOUNT: 'Pagamentos, créditos e débitos de uma cobrança de cliente legado combinam com a sua situação.',
      BUYER_HOLDINGS: 'As cotas contadas de um comprador numa rifa são as dos seus pedidos não pagos, pagos e devolvidos.',
      CLIENT_BALANCE: 'O saldo de um cliente legado é a soma do seu extrato e o saldo da última linha.',
      LATE_PAYMENT_STATE:
        'Um pagamento tido como devolvido voltou, e um tido como sendo devolvido tem uma devolução em andamento.',
      ORDER_AMOUNT: 'Os pagamentos de um pedido, menos as partes não usadas, somam o seu total se foi pago, e zero antes.',
      ORDER_BLOCK: 'Um pedido pago tem um bloco de números do seu tamanho; um devolvido, um anulado; os outros, nenhum.',
      ORDER_CHARGE: 'Um pedido e a sua cobrança têm situações que combinam e o mesmo valor.',
      ORDER_COMMISSION: 'A comissão de um pedido indicado é a sua parte, pela taxa do pedido, do dinheiro que não foi devolvido.',
      ORDER_PAYMENT: 'Um pedido pago ou devolvido que custa algo tem um pagamento.',
      ORDER_REFUND:
        'De um pedido devolvido foi pedida a devolução de tudo; de um pago ainda resta dinheiro aqui, a não ser que a rifa já foi sorteada.',
      PAYMENT_USE: 'Um pagamento sem pedido está todo em Pendências. Nenhum fica lá, nem é devolvido, além do seu valor.',
      RAFFLE_ALLOCATED: 'As cotas atribuídas de uma rifa são as dos blocos que pedidos têm, e os blocos não deixam buracos.',
      RAFFLE_RESERVED: 'As cotas reservadas de uma rifa são as dos seus pedidos não pagos com reserva.',
      RAFFLE_UNPROVEN: 'As cotas reservadas por quem ainda não pagou tanto antes são as desses pedidos.',
    },
  },
  en: {
    title: 'Records that contradict each other',
    about:
      'These rules hold at any moment, also during sales. If one is violated, that is a fault of the service, or somebody changed the database: show it to whoever looks after it before you move any money.',
    rule: (rule, count) => `${rule} (${count})`,
    only: (count) => `These are the first ${count}.`,
    rules: {
      BILLING_ORDER_AMOUNT: "The payments, credits and debits of a legacy client's charge match its status.",
      BUYER_HOLDINGS: "A buyer's counts in a raffle equal the quotas of their unpaid, paid and refunded orders.",
      CLIENT_BALANCE: "A legacy client's balance is the sum of its extract and the balance of its last entry.",
      LATE_PAYMENT_STATE: 'A late payment that counts as returned was returned, and one being returned has an unfinished refund.',
      ORDER_AMOUNT:
        'The payments for an order, less the parts that were not used, equal its total once it was paid, and are zero before.',
      ORDER_BLOCK: 'A paid order has one block of lucky numbers of its size, a refunded order a voided one, any other none.',
      ORDER_CHARGE: 'An order and its charge have matching states and the same amount.',
      ORDER_COMMISSION:
        'The commission of a referred order is its part, by the rate of the order, of the money that was not refunded.',
      ORDER_PAYMENT: 'A paid or refunded order that costs something has a payment.',
      ORDER_REFUND:
        'The return of the whole total was requested for a refunded order, and some of its money is still here for a paid one, unless the raffle is drawn.',
      PAYMENT_USE: 'A payment of no order is late as a whole. None is late beyond its amount, nor is more of it returned.',
      RAFFLE_ALLOCATED: "The raffle's count of assigned quotas equals the blocks that orders own, and the blocks leave no gap.",
      RAFFLE_RESERVED: "The raffle's count of reserved quotas equals the quotas of its unpaid orders with a reservation.",
      RAFFLE_UNPROVEN: 'The count of quotas reserved by buyers who had not paid as much before equals what their orders hold.',
    },
  },
});
