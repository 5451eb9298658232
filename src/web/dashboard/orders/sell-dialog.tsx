import { GatewayError } from '../../../client/errors.js';
import {
  AccountByPhoneDocument,
  CreateOrderWithStaticCodeDocument,
  RafflesToWatchDocument,
} from '../../../generated/client/operations.js';
import { useForm } from '../../common/form.js';
import { sendOnce } from '../../common/idempotency.js';
import { texts, useTexts } from '../../common/language.js';
import { parseInteger } from '../../common/parse-number.js';
import { useQuery } from '../../common/query.js';
import { useClient } from '../../common/session.js';
import { Select, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { Note } from '../../ui/layout.js';
import { Problem } from '../../ui/surface.js';

type Way = 'PROVIDER' | 'STATIC';

/** An order for a customer on the phone or at the counter. `onSold` gets its id: its page has the code, and takes cash. */
export function SellDialog({ phone = '', onSold, onClose }: { phone?: string; onSold(id: string): void; onClose(): void }) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const { data, error, reload } = useQuery(RafflesToWatchDocument, {});
  const raffles = data?.open.nodes ?? [];
  const form = useForm<{ phone: string; raffleId: string; quotaQuantity: string; way: string }>({
    phone,
    raffleId: '',
    quotaQuantity: '1',
    way: 'PROVIDER',
  });
  const raffleId = form.values.raffleId || (raffles[0]?.id ?? '');
  const way = form.values.way as Way;
  const save = async () => {
    const quotaQuantity = parseInteger(form.values.quotaQuantity);
    const userId = await customerOf(form.values.phone);
    const isWell = form.show({
      ...(quotaQuantity === undefined && { quotaQuantity: [t.noNumber] }),
      ...(userId === undefined && { phone: [t.nobody] }),
      ...(raffleId === '' && { raffleId: [t.noRaffle] }),
    });
    if (!isWell || quotaQuantity === undefined || userId === undefined) return false;
    const input = { userId, raffleId, quotaQuantity, paymentMethod: 'PIX' as const };
    const order = await sendOnce(`sell ${raffleId} to ${userId}`, JSON.stringify([input, way]), async (idempotencyKey) =>
      way === 'PROVIDER'
        ? client.createOrder(input, { idempotencyKey })
        : (await client.mutate(CreateOrderWithStaticCodeDocument, { input }, { idempotencyKey }))
            .createOrderWithoutPaymentGateway,
    );
    onSold(order.id);
    return t.sold(order.id);
  };
  const customerOf = async (typed: string): Promise<string | undefined> => {
    try {
      return (await client.query(AccountByPhoneDocument, { phone: typed })).userByPhone?.id;
    } catch (problem) {
      if (problem instanceof GatewayError && problem.code === 'NOT_FOUND') return undefined;
      throw problem;
    }
  };
  return (
    <FormDialog title={t.title} form={form} save={save} saveLabel={t.sell} onClose={onClose}>
      <Problem problem={error} onRetry={reload} />
      <TextField label={t.phone} hint={t.phoneHint} type="tel" maxLength={30} {...form.text('phone')} />
      <Select
        label={t.raffle}
        {...form.text('raffleId')}
        value={raffleId}
        options={raffles.map(({ id, title }) => ({ value: id, label: title }))}
      />
      <TextField label={t.quantity} inputMode="numeric" maxLength={12} {...form.text('quotaQuantity')} />
      <Select
        label={t.way}
        options={[
          { value: 'PROVIDER', label: t.provider },
          { value: 'STATIC', label: t.static },
        ]}
        {...form.text('way')}
      />
      <Note>{way === 'PROVIDER' ? t.aboutProvider : t.aboutStatic}</Note>
    </FormDialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Vender a um cliente',
    sell: 'Fazer o pedido',
    phone: 'Telefone do cliente, com DDD',
    phoneHint: 'De quem já tem cadastro.',
    nobody: 'Ninguém tem este telefone. A pessoa se cadastra na página da rifa, ou um dono a cadastra em Pessoas.',
    raffle: 'Rifa',
    noRaffle: 'Nenhuma rifa está à venda.',
    quantity: 'Cotas',
    noNumber: 'Escreva um número, como 10.',
    way: 'Cobrança',
    provider: 'Código do provedor',
    static: 'Código fixo da chave PIX, ou dinheiro',
    aboutProvider: 'O pagamento é visto sozinho. A página do pedido tem o código e o link para enviar.',
    aboutStatic:
      'Não pergunta nada ao provedor. Se ele não avisa de códigos fixos, ou se pagam em dinheiro, marque o pedido como pago.',
    sold: (id: string) => `O pedido #${id} foi feito.`,
  },
  en: {
    title: 'Sell to a customer',
    sell: 'Place the order',
    phone: "The customer's phone with area code",
    phoneHint: 'Of somebody who has an account.',
    nobody: 'Nobody has this phone. They sign up on the page of the raffle, or an owner adds them under People.',
    raffle: 'Raffle',
    noRaffle: 'No raffle is on sale.',
    quantity: 'Quotas',
    noNumber: 'Write a number, such as 10.',
    way: 'Charge',
    provider: "The provider's code",
    static: 'Static code of the PIX key, or cash',
    aboutProvider: 'The payment is seen by itself. The page of the order has the code and the link to send.',
    aboutStatic: 'Asks the provider nothing. If it does not report static codes, or they pay in cash, mark the order as paid.',
    sold: (id: string) => `Order #${id} was placed.`,
  },
});
