import { useState } from 'preact/hooks';
import { RaffleStatementDocument } from '../../../../generated/client/operations.js';
import { texts, useDay, useFormats, useLanguage, useTexts } from '../../../common/language.js';
import { useQuery } from '../../../common/query.js';
import { saveFile } from '../../../common/save-file.js';
import { Button } from '../../../ui/button.js';
import { TextField } from '../../../ui/field.js';
import { Facts, Note, Row, Stats } from '../../../ui/layout.js';
import { Card, Empty, Problem, Skeleton, Stat } from '../../../ui/surface.js';
import { Table, type Column } from '../../../ui/table.js';
import type { TabProps } from '../raffle-tab.js';
import { statementCsv } from './statement-csv.js';
import { STATEMENT_TEXTS, SUM_NAMES, type Statement } from './statement-texts.js';
import css from './statement.module.css';

/** The money of a raffle by day, on the screen, on paper and as a file. */
export function StatementTab({ raffle }: TabProps) {
  const t = useTexts(TEXTS);
  const words = useTexts(STATEMENT_TEXTS);
  const f = useFormats();
  const dayOf = useDay();
  const language = useLanguage();
  const [days, setDays] = useState({ from: '', to: '' });
  const variables = { raffleId: raffle.id, from: days.from || null, to: days.to || null };
  const { data, error, isLoading, reload } = useQuery(RaffleStatementDocument, variables);
  const statement = data?.raffleStatement;
  const save = (of: Statement): void => {
    const file = new Blob([statementCsv(of, language)], { type: 'text/csv' });
    saveFile(`${t.fileName}-${raffle.slug}-${of.from}-${of.to}.csv`, file);
  };
  return (
    <div class={css.statement}>
      <Card
        title={words.title}
        actions={
          <div class={css.onScreen}>
            <Row>
              <Button small isBusy={isLoading} onClick={reload}>
                {t.reload}
              </Button>
              <Button small disabled={!statement} onClick={() => statement && save(statement)}>
                {t.csv}
              </Button>
              <Button small disabled={!statement} onClick={() => print()}>
                {t.print}
              </Button>
            </Row>
          </div>
        }
      >
        <p class={css.onPaper}>
          {words.of(raffle.title)}
          {statement && ` · ${t.period(dayOf(statement.from), dayOf(statement.to))}`}
        </p>
        <form class={css.period} onSubmit={(event) => event.preventDefault()}>
          <TextField label={t.from} type="date" value={days.from} onValue={(from) => setDays({ ...days, from })} />
          <TextField
            label={t.to}
            type="date"
            value={days.to}
            onValue={(to) => setDays({ ...days, to })}
            problems={error?.fields.to}
          />
        </form>
        {!error?.fields.to && <Problem problem={error} onRetry={reload} />}
        {!statement && !error && <Skeleton lines={8} />}
        {statement && <Sums of={statement} />}
      </Card>
      {statement && (
        <Card title={t.byDay}>
          {statement.days.length === 0 ? (
            <Empty>
              <p>{t.nothing}</p>
            </Empty>
          ) : (
            <Days of={statement} />
          )}
          <Note>{t.read(f.dateTime(statement.at))}</Note>
        </Card>
      )}
    </div>
  );
}

function Sums({ of: { total, refundsUnderWay, lateToResolve } }: { of: Statement }) {
  const t = useTexts(TEXTS);
  const { sums } = useTexts(STATEMENT_TEXTS);
  const f = useFormats();
  const isWaiting = Number(refundsUnderWay) > 0 || Number(lateToResolve) > 0;
  return (
    <>
      <Stats>
        {SUM_NAMES.map((name) => (
          <Stat key={name} name={sums[name]}>
            {f.money(total[name])}
          </Stat>
        ))}
      </Stats>
      <Note>{t.about}</Note>
      {isWaiting && (
        <Facts
          of={[
            [t.underWay, f.money(refundsUnderWay)],
            [t.late, <a href="/dashboard/money">{f.money(lateToResolve)}</a>],
          ]}
        />
      )}
    </>
  );
}

function Days({ of }: { of: Statement }) {
  const t = useTexts(TEXTS);
  const { day, total, sums } = useTexts(STATEMENT_TEXTS);
  const f = useFormats();
  const dayOf = useDay();
  // A column of nothing says nothing.
  const shown = SUM_NAMES.filter((name) => name === 'received' || name === 'net' || Number(of.total[name]) > 0);
  type Line = Omit<Statement['days'][number], 'day'> & { day: string | null };
  const columns: readonly Column<Line>[] = [
    {
      key: 'day',
      head: day,
      cell: (line) => <span class={css.day}>{line.day === null ? <strong>{total}</strong> : dayOf(line.day)}</span>,
    },
    ...shown.map((name) => ({
      key: name,
      head: sums[name],
      isFigure: true,
      cell: (line: Line) => (line.day === null ? <strong>{f.money(line[name])}</strong> : f.money(line[name])),
    })),
  ];
  const lines: Line[] = [...of.days.toReversed(), { ...of.total, day: null }];
  return <Table caption={t.listed} columns={columns} rows={lines} keyOf={(line) => line.day ?? ''} />;
}

const TEXTS = texts({
  'pt-BR': {
    reload: 'Atualizar',
    csv: 'Baixar (CSV)',
    print: 'Imprimir ou PDF',
    fileName: 'extrato',
    period: (from: string, to: string) => `${from} a ${to}`,
    from: 'Desde',
    to: 'Até',
    byDay: 'Por dia',
    listed: 'Movimento de cada dia',
    nothing: 'Nada entrou nem saiu nestes dias.',
    read: (at: string) => `Lido em ${at}: todos os valores são desse momento.`,
    about:
      'Líquido: o recebido, menos o que foi devolvido, por você e por bancos, tarifas e comissões. Prêmios ficam à parte. As tarifas são uma estimativa, pelo que foi informado em Provedores PIX: o extrato do provedor tem as cobradas.',
    underWay: 'Devoluções a caminho',
    late: 'Pagamentos a resolver',
  },
  en: {
    reload: 'Refresh',
    csv: 'Download (CSV)',
    print: 'Print or PDF',
    fileName: 'statement',
    period: (from: string, to: string) => `${from} to ${to}`,
    from: 'From',
    to: 'Until',
    byDay: 'By day',
    listed: 'What moved on each day',
    nothing: 'Nothing came or went on these days.',
    read: (at: string) => `Read at ${at}: all figures are of that moment.`,
    about:
      'Net: what was received, less refunds, returns, fees and commissions. Prizes stand apart. Fees are an estimate, by what is stated under PIX providers: the provider’s own statement has those that were charged.',
    underWay: 'Refunds under way',
    late: 'Late payments to resolve',
  },
});
