import { OrderRefundsDocument } from '../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../common/language.js';
import { useQuery } from '../common/query.js';
import { Notice } from '../ui/surface.js';

const EVERY_MS = 5_000;

/** How the money of an order that is over goes back. `isOfNoQuotas`: others had paid for its quotas. */
export function MoneyBack({ id, isOfNoQuotas }: { id: string; isOfNoQuotas: boolean }) {
  const t = useTexts(TEXTS);
  const { money } = useFormats();
  const { data } = useQuery(OrderRefundsDocument, { id }, { everyMs: EVERY_MS });
  const refunds = data?.order?.refunds.nodes ?? [];
  return (
    <>
      {refunds.map(({ id: refund, amount, status }) => (
        <Notice key={refund} tone={status === 'RETURNED' ? 'good' : 'calm'}>
          <p>
            {isOfNoQuotas && `${t.noQuotas} `}
            {t.states[status](money(amount))}
          </p>
        </Notice>
      ))}
    </>
  );
}

const comes = (sum: string) => `${sum} estão voltando para a conta que pagou.`;
const byHand = (sum: string) => `O organizador ainda vai devolver ${sum}.`;
const isComing = (sum: string) => `${sum} are on their way back to the account that paid.`;
const isByHand = (sum: string) => `The organiser is still to return ${sum}.`;

const TEXTS = texts({
  'pt-BR': {
    noQuotas: 'As cotas acabaram antes do seu pagamento.',
    states: {
      PENDING: comes,
      PROCESSING: comes,
      BY_HAND: byHand,
      FAILED: byHand,
      RETURNED: (sum: string) => `${sum} já voltaram para a conta que pagou.`,
    },
  },
  en: {
    noQuotas: 'The quotas were gone before you paid.',
    states: {
      PENDING: isComing,
      PROCESSING: isComing,
      BY_HAND: isByHand,
      FAILED: isByHand,
      RETURNED: (sum: string) => `${sum} are back in the account that paid.`,
    },
  },
});
