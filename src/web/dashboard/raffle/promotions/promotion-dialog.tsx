import {
  CreatePromotionDocument,
  UpdatePromotionDocument,
  type PromotionKind,
  type PromotionOfferFragment,
} from '../../../../generated/client/operations.js';
import { useForm } from '../../../common/form.js';
import { texts, useFormats, useTexts } from '../../../common/language.js';
import { parseMoney, parseInteger } from '../../../common/parse-number.js';
import { useClient } from '../../../common/session.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { Select, TextField } from '../../../ui/field.js';
import { Notice } from '../../../ui/surface.js';
import type { Raffle } from '../raffle-tab.js';
import { PROMOTION_TEXTS, resultOf } from './promotion-offer.js';

interface Props {
  raffle: Raffle;
  /** Undefined for a new one. */
  promotion: PromotionOfferFragment | undefined;
  onSaved(): void;
  onClose(): void;
}

export function PromotionDialog({ raffle, promotion, onSaved, onClose }: Props) {
  const t = useTexts(TEXTS);
  const words = useTexts(PROMOTION_TEXTS);
  const f = useFormats();
  const client = useClient();
  const begun: PromotionKind = promotion?.kind ?? 'FROM';
  const form = useForm({
    kind: begun,
    quotaQuantity: promotion ? f.number(promotion.quotaQuantity) : '',
    price: promotion ? f.money(promotion.price) : '',
    bonusQuotas: f.number(promotion?.bonusQuotas ?? 0),
  });
  const { kind } = form.values;
  const quotaQuantity = parseInteger(form.values.quotaQuantity);
  const price = parseMoney(form.values.price);
  const bonusQuotas = parseInteger(form.values.bonusQuotas || '0');
  const save = async () => {
    const isReadable = form.show({
      ...(quotaQuantity === undefined && { quotaQuantity: [t.whole] }),
      ...(price === undefined && { price: [t.money] }),
      ...(bonusQuotas === undefined && { bonusQuotas: [t.whole] }),
    });
    if (!isReadable || quotaQuantity === undefined || price === undefined || bonusQuotas === undefined) return false;
    const input = { kind, quotaQuantity, price, bonusQuotas };
    if (promotion) await client.mutate(UpdatePromotionDocument, { id: promotion.id, input });
    else await client.mutate(CreatePromotionDocument, { raffleId: raffle.id, input });
    return t.done(words.asks[kind](f.number(quotaQuantity), quotaQuantity));
  };
  const result =
    quotaQuantity && price !== undefined
      ? resultOf({ kind, quotaQuantity, price, bonusQuotas: bonusQuotas ?? 0 }, raffle.quotaPrice)
      : undefined;
  return (
    <FormDialog title={promotion ? t.change : t.add} form={form} save={save} onSaved={onSaved} onClose={onClose}>
      <Select
        label={t.kind}
        hint={t.kinds[kind]}
        {...form.text('kind')}
        options={(['FROM', 'EXACT'] as const).map((value) => ({ value, label: t.kindNames[value] }))}
      />
      <TextField label={t.quantity} inputMode="numeric" {...form.text('quotaQuantity')} />
      <TextField
        label={kind === 'EXACT' ? t.priceOfAll : t.priceOfOne}
        hint={t.full(f.money(raffle.quotaPrice))}
        inputMode="decimal"
        {...form.text('price')}
      />
      <TextField label={t.bonus} hint={t.bonusHint} inputMode="numeric" {...form.text('bonusQuotas')} />
      {result && quotaQuantity && (
        <Notice>
          <p>
            {t.result(f.number(quotaQuantity + (bonusQuotas ?? 0)), f.money(result.total), f.money(result.full))}
            {result.saved > 0 && ` ${t.saved(f.percent(result.saved))}`}
          </p>
        </Notice>
      )}
    </FormDialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    add: 'Nova promoção',
    change: 'Mudar a promoção',
    kind: 'Tipo',
    kindNames: { FROM: 'A partir de uma quantidade', EXACT: 'Quantidade exata' },
    kinds: {
      FROM: 'Cada cota do pedido custa o preço da promoção.',
      EXACT: 'Só para essa quantidade, por um preço total.',
    },
    quantity: 'Quantas cotas',
    priceOfAll: 'Preço de todas juntas',
    priceOfOne: 'Preço de cada cota',
    full: (sum: string) => `Sem promoção, uma cota custa ${sum}.`,
    bonus: 'Cotas de brinde',
    bonusHint: 'Vêm a mais, sem custo. 0 para nenhuma.',
    result: (count: string, total: string, full: string) => `Resultado: ${count} cotas por ${total}, em vez de ${full}.`,
    saved: (share: string) => `O comprador economiza ${share}.`,
    whole: 'Escreva um número inteiro.',
    money: 'Escreva um valor como 1.234,50.',
    done: (what: string) => `A promoção foi salva: ${what}.`,
  },
  en: {
    add: 'New promotion',
    change: 'Change the promotion',
    kind: 'Kind',
    kindNames: { FROM: 'From a quantity on', EXACT: 'An exact quantity' },
    kinds: { FROM: 'Each quota of the order costs this price.', EXACT: 'For just that quantity, at one price in all.' },
    quantity: 'How many quotas',
    priceOfAll: 'Price of all together',
    priceOfOne: 'Price of each quota',
    full: (sum: string) => `Without a promotion a quota costs ${sum}.`,
    bonus: 'Quotas for free',
    bonusHint: 'They come on top and cost nothing. 0 for none.',
    result: (count: string, total: string, full: string) => `It comes to ${count} quotas for ${total}, instead of ${full}.`,
    saved: (share: string) => `The buyer saves ${share}.`,
    whole: 'Write a whole number.',
    money: 'Write an amount such as 1,234.50.',
    done: (what: string) => `The promotion was saved: ${what}.`,
  },
});
