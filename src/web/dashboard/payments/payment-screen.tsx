import { useState } from 'preact/hooks';
import { PaymentInFullDocument } from '../../../generated/client/operations.js';
import { paymentCallbacksRoles } from '../../../generated/client/operator-roles.js';
import { texts, useTexts } from '../../common/language.js';
import { useQuery } from '../../common/query.js';
import { useRestoredFocus } from '../../common/restored-focus.js';
import { Stack, TitleRow } from '../../ui/layout.js';
import { Card, Empty, Problem, Skeleton } from '../../ui/surface.js';
import { useMay } from '../may.js';
import { PaymentCallbacks } from './payment-callbacks.js';
import { PaymentFacts } from './payment-facts.js';
import { PaymentHistory } from './payment-history.js';
import { RefundCharge } from './refund-charge.js';

export function PaymentScreen({ id }: { id: string }) {
  const t = useTexts(TEXTS);
  const { data, error, reload } = useQuery(PaymentInFullDocument, { id });
  const payment = data?.pixPayment;
  const may = useMay();
  const [done, setDone] = useState(0);
  const title = useRestoredFocus<HTMLHeadingElement>(done);
  const onDone = (): void => {
    setDone(done + 1);
    reload();
  };
  const back = (
    <p>
      <a href="/dashboard/orders">{t.all}</a>
    </p>
  );
  if (!payment && error?.code === 'NOT_FOUND')
    return (
      <Empty>
        <h1>{t.notFound}</h1>
        {back}
      </Empty>
    );
  return (
    <>
      <TitleRow>
        <Stack>
          {back}
          <h1 ref={title} tabIndex={-1}>
            {t.title}
          </h1>
        </Stack>
        {payment && <RefundCharge payment={payment} onDone={onDone} />}
      </TitleRow>
      <Problem problem={error} onRetry={reload} />
      <Card>
        {!payment && !error && <Skeleton lines={10} />}
        {payment && <PaymentFacts payment={payment} showsOrder onDone={onDone} />}
      </Card>
      {payment && <PaymentHistory key={done} paymentId={id} />}
      {payment && payment.endToEndId !== null && may(paymentCallbacksRoles) && <PaymentCallbacks paymentId={id} />}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': { title: 'Pagamento', all: '← Todos os pedidos', notFound: 'Este pagamento não existe' },
  en: { title: 'Payment', all: '← All orders', notFound: 'There is no such payment' },
});
