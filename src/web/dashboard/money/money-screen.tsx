import { useCallback, useState } from 'preact/hooks';
import { ReconciliationDocument } from '../../../generated/client/operations.js';
import { refundLatePaymentRoles } from '../../../generated/client/operator-roles.js';
import { useQuery } from '../../common/query.js';
import { useRestoredFocus } from '../../common/restored-focus.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { Button } from '../../ui/button.js';
import { Note, TitleRow } from '../../ui/layout.js';
import { Skeleton, Card, Empty, Problem } from '../../ui/surface.js';
import { useMay } from '../may.js';
import { Callbacks } from './callbacks.js';
import { Disagreements } from './disagreements.js';
import { LatePayments } from './late-payments.js';
import css from './money.module.css';
import { OpenDisputes } from './open-disputes.js';
import { OpenRefunds } from './open-refunds.js';
import { hasProviderWork, ProviderWork } from './provider-work.js';
import type { Report } from './reconciliation-report.js';
import { OrdersToDecide } from './orders-to-decide.js';
import { SetAside } from './set-aside.js';
import { WaitingDraws } from './waiting-draws.js';

const ASK_MS = 30_000;

function openIn(report: Report): number {
  const { failedRefunds, refundsByHand, overdueRefunds, returnedTwice, latePayments } = report;
  const money = [failedRefunds, refundsByHand, overdueRefunds, returnedTwice, latePayments];
  const counted = [...money, report.setAsideEntries, report.openDisputes, report.ordersToDecide, report.waitingDraws];
  const found = [report.orphanedCallbacks, report.failingCallbacks, ...report.disagreements];
  return [...counted, ...found].reduce((sum, { count }) => sum + count, report.providers.filter(hasProviderWork).length);
}

export function MoneyScreen() {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const { data, error, isLoading, reload } = useQuery(ReconciliationDocument, {}, { everyMs: ASK_MS });
  const [done, setDone] = useState(0);
  const title = useRestoredFocus<HTMLHeadingElement>(done);
  const onDone = useCallback(() => {
    setDone((last) => last + 1);
    reload();
  }, [reload]);
  const report = data?.reconciliation;
  const may = useMay();
  return (
    <>
      <TitleRow>
        <h1 ref={title} tabIndex={-1}>
          {t.title}
        </h1>
        <Button small isBusy={isLoading} onClick={reload}>
          {t.reload}
        </Button>
      </TitleRow>
      <Problem problem={error} onRetry={reload} />
      {!may(refundLatePaymentRoles) && <Note>{t.reads}</Note>}
      {!report && !error && (
        <Card title={t.loading}>
          <Skeleton lines={6} />
        </Card>
      )}
      {report && openIn(report) === 0 && (
        <Card>
          <Empty>
            <p class={css.done}>{t.nothing}</p>
            <p>{t.nothingText}</p>
          </Empty>
        </Card>
      )}
      {report && (
        <>
          <OpenRefunds report={report} onDone={onDone} />
          {report.setAsideEntries.count > 0 && <SetAside entries={report.setAsideEntries} onDone={onDone} />}
          {report.openDisputes.count > 0 && <OpenDisputes onDone={onDone} />}
          {report.ordersToDecide.count > 0 && <OrdersToDecide orders={report.ordersToDecide} />}
          {report.waitingDraws.count > 0 && <WaitingDraws draws={report.waitingDraws} />}
        </>
      )}
      <LatePayments onDone={onDone} />
      {report && (
        <>
          <ProviderWork providers={report.providers} />
          <Callbacks orphaned={report.orphanedCallbacks} failing={report.failingCallbacks} />
          {report.disagreements.length > 0 && <Disagreements disagreements={report.disagreements} />}
          <Note>
            {t.checked(f.dateTime(report.checkedAt))}{' '}
            {report.booksCheckedAt ? t.books(f.dateTime(report.booksCheckedAt)) : t.noBooks}
          </Note>
        </>
      )}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Pendências',
    reload: 'Atualizar',
    reads: 'Aqui você vê o que está em aberto. Quem decide é um dono ou o financeiro.',
    loading: 'Conferindo…',
    nothing: '✓ Nada em aberto',
    nothingText: 'Todo o dinheiro está onde deve estar, e nada espera por você. O que aparecer é mostrado aqui.',
    checked: (at: string) => `Conferido em ${at}.`,
    books: (at: string) => `Os registros que mudaram até ${at} foram conferidos entre si.`,
    noBooks: 'Os registros ainda não foram todos conferidos uma primeira vez.',
  },
  en: {
    title: 'Open work',
    reload: 'Refresh',
    reads: 'Here you see what is open. An owner or finance decides it.',
    loading: 'Checking…',
    nothing: '✓ Nothing is open',
    nothingText: 'All money is where it should be, and nothing waits for you. What comes up is shown here.',
    checked: (at: string) => `Checked at ${at}.`,
    books: (at: string) => `The records that changed before ${at} were checked against each other.`,
    noBooks: 'The records have not all been checked a first time yet.',
  },
});
