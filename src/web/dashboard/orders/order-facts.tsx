import type { OrderInFullQuery } from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { CopyButton } from '../../ui/button.js';
import { Facts } from '../../ui/layout.js';
import { formatCpf, formatPhone } from '../people/people-texts.js';
import { ChatLink, PersonLink, RaffleLink } from '../links.js';

export type OrderInFull = NonNullable<OrderInFullQuery['order']>;

/** A person, whom the history names. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function OrderFacts({ order }: { order: OrderInFull }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const { raffle, quotaQuantity, bonusQuotas, discount, qrCodeContent, tracking } = order;
  const quotas = f.number(quotaQuantity);
  return (
    <Facts
      of={[
        [t.raffle, raffle && <RaffleLink raffle={raffle} />],
        [t.quotas, bonusQuotas > 0 ? t.withBonus(quotas, f.number(bonusQuotas)) : quotas],
        [t.reserved, order.status === 'PENDING' ? t.reservations[order.reservation] : undefined],
        [t.price, f.money(order.priceByQuota)],
        [t.discount, Number(discount) > 0 ? f.money(discount) : undefined],
        [t.total, <strong>{f.money(order.totalValue)}</strong>],
        [t.placed, f.dateTime(order.createdAt)],
        [t.expires, order.status === 'PENDING' ? f.dateTime(order.expiresAt) : undefined],
        [t.paid, order.paidAt ? f.dateTime(order.paidAt) : undefined],
        [t.provider, order.paymentProviderName === 'free' ? t.free : order.paymentProviderName],
        [t.referral, order.referral !== null && UUID.test(order.referral) ? undefined : order.referral],
        [t.source, [tracking?.utmSource ?? tracking?.src, tracking?.utmCampaign].filter(Boolean).join(' · ') || undefined],
        [
          t.code,
          order.status === 'PENDING' && qrCodeContent ? (
            <CopyButton small text={qrCodeContent} label={t.copy} done={t.copied} />
          ) : undefined,
        ],
      ]}
    />
  );
}

export function BuyerFacts({ order }: { order: OrderInFull }) {
  const t = useTexts(TEXTS);
  const { user } = order;
  if (!user) return <p>{t.noBuyer}</p>;
  return (
    <Facts
      of={[
        [t.name, <PersonLink person={user} />],
        [
          t.phone,
          user.phone && (
            <>
              <a href={`tel:${user.phone}`}>{formatPhone(user.phone)}</a>{' '}
              <ChatLink phone={user.phone} text={t.hello(user.name, order.id, order.raffle?.title, order.shareUrl)} />
            </>
          ),
        ],
        ['CPF', formatCpf(user.cpf)],
        [t.email, user.email && <a href={`mailto:${user.email}`}>{user.email}</a>],
      ]}
    />
  );
}

const TEXTS = texts({
  'pt-BR': {
    raffle: 'Rifa',
    quotas: 'Cotas',
    withBonus: (all: string, bonus: string) => `${all}, das quais ${bonus} de bônus`,
    reserved: 'Reserva',
    reservations: { RESERVED: 'reservadas até o prazo', AT_PAYMENT: 'nenhuma: valem se ainda houver cotas quando o PIX chegar' },
    price: 'Preço da cota',
    discount: 'Desconto',
    total: 'Total',
    placed: 'Feito em',
    expires: 'Pagável até',
    paid: 'Pago em',
    provider: 'Provedor',
    free: 'nenhum: não custou nada',
    referral: 'Indicação',
    source: 'Origem e campanha',
    code: 'Código PIX',
    copy: 'Copiar o código',
    copied: 'Copiado',
    name: 'Nome',
    phone: 'Telefone',
    email: 'E-mail',
    noBuyer: 'O comprador não pôde ser lido.',
    hello: (name: string, id: string, raffle: string | undefined, url: string) =>
      `Olá, ${name}! Aqui está o seu pedido #${id}${raffle ? ` na ${raffle}` : ''}: ${url}`,
  },
  en: {
    raffle: 'Raffle',
    quotas: 'Quotas',
    withBonus: (all: string, bonus: string) => `${all}, ${bonus} of them a bonus`,
    reserved: 'Reservation',
    reservations: {
      RESERVED: 'kept until the time to pay is over',
      AT_PAYMENT: 'none: they count if quotas are left when the PIX arrives',
    },
    price: 'Price of a quota',
    discount: 'Discount',
    total: 'Total',
    placed: 'Placed',
    expires: 'Payable until',
    paid: 'Paid',
    provider: 'Provider',
    free: 'none: it cost nothing',
    referral: 'Referral',
    source: 'Source and campaign',
    code: 'PIX code',
    copy: 'Copy the code',
    copied: 'Copied',
    name: 'Name',
    phone: 'Phone',
    email: 'E-mail',
    noBuyer: 'The buyer could not be read.',
    hello: (name: string, id: string, raffle: string | undefined, url: string) =>
      `Hello, ${name}! Here is your order #${id}${raffle ? ` in ${raffle}` : ''}: ${url}`,
  },
});
