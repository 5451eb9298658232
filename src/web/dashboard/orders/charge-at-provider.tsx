import { useState } from 'preact/hooks';
import { ChargeAtProviderDocument, type ChargeAtProviderQuery } from '../../../generated/client/operations.js';
import { useAction } from '../../common/query.js';
import { useClient } from '../../common/session.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { Button } from '../../ui/button.js';
import { Row, Stack } from '../../ui/layout.js';
import { Notice, Problem } from '../../ui/surface.js';
import css from './orders.module.css';

/** It settles nothing. */
export function ChargeAtProvider({ reference }: { reference: string }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const client = useClient();
  const [charge, setCharge] = useState<ChargeAtProviderQuery['billingQrCode']>(null);
  const asking = useAction(async () => {
    const { billingQrCode } = await client.query(ChargeAtProviderDocument, { reference });
    setCharge(billingQrCode);
  });
  return (
    <Stack>
      <Row>
        <Button small isBusy={asking.isBusy} onClick={() => void asking.act()}>
          {t.ask}
        </Button>
      </Row>
      <Problem problem={asking.error} />
      {charge && (
        <Notice>
          <p>{t.statuses[charge.status](f.money(charge.amount))}</p>
          {charge.payments.length === 0 && <p>{t.none}</p>}
          {charge.payments.map(({ endToEndId, amount, paidAt }) => (
            <p key={endToEndId}>
              {t.payment(f.money(amount), f.dateTime(paidAt))} <code class={css.code}>{endToEndId}</code>
            </p>
          ))}
        </Notice>
      )}
    </Stack>
  );
}

const TEXTS = texts({
  'pt-BR': {
    ask: 'Perguntar ao provedor',
    statuses: {
      ACTIVE: (amount: string) => `O provedor diz: o código de ${amount} pode ser pago.`,
      CANCELLED: (amount: string) => `O provedor diz: o código de ${amount} foi cancelado ou expirou.`,
      PAID: (amount: string) => `O provedor diz: o código de ${amount} foi pago.`,
    },
    none: 'Ele não conhece um pagamento deste código.',
    payment: (amount: string, when: string) => `${amount} em ${when}:`,
  },
  en: {
    ask: 'Ask the provider',
    statuses: {
      ACTIVE: (amount: string) => `The provider says: the code of ${amount} can be paid.`,
      CANCELLED: (amount: string) => `The provider says: the code of ${amount} was cancelled or has expired.`,
      PAID: (amount: string) => `The provider says: the code of ${amount} was paid.`,
    },
    none: 'It knows no payment of this code.',
    payment: (amount: string, when: string) => `${amount} at ${when}:`,
  },
});
