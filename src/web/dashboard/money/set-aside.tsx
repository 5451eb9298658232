import { useState } from 'preact/hooks';
import { ResolveUnsettledEntryDocument } from '../../../generated/client/operations.js';
import { resolveUnsettledEntryRoles } from '../../../generated/client/operator-roles.js';
import { useClient } from '../../common/session.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Button } from '../../ui/button.js';
import { Note } from '../../ui/layout.js';
import { Card } from '../../ui/surface.js';
import { Table } from '../../ui/table.js';
import { useMay } from '../may.js';
import css from './money.module.css';
import type { Report } from './reconciliation-report.js';

type Entries = Report['setAsideEntries'];

export function SetAside({ entries, onDone }: { entries: Entries; onDone(): void }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const client = useClient();
  const mayDecide = useMay()(resolveUnsettledEntryRoles);
  const [asked, setAsked] = useState<Entries['examples'][number]>();
  return (
    <Card title={t.title}>
      <p>{t.about(f.number(entries.count))}</p>
      <Table
        caption={t.table}
        rows={entries.examples}
        keyOf={({ id }) => id}
        columns={[
          { key: 'provider', head: t.provider, cell: ({ providerName }) => providerName },
          { key: 'problem', head: t.problem, cell: ({ problem }) => <div class={css.problem}>{problem}</div> },
          {
            key: 'action',
            head: t.action,
            cell: (entry) =>
              mayDecide && (
                <Button small onClick={() => setAsked(entry)}>
                  {t.resolve}
                </Button>
              ),
          },
          { key: 'first', head: t.first, cell: ({ firstSeenAt }) => f.dateTime(firstSeenAt) },
          { key: 'last', head: t.last, cell: ({ lastSeenAt }) => f.dateTime(lastSeenAt) },
          { key: 'reference', head: t.reference, cell: ({ reference }) => <code>{reference}</code> },
        ]}
      />
      {entries.count > entries.examples.length && <Note>{t.onlyOldest(f.number(entries.examples.length))}</Note>}
      {asked && (
        <ConfirmDialog
          title={t.askTitle}
          confirm={t.resolve}
          note={{ label: t.note, hint: t.noteHint }}
          onClose={() => setAsked(undefined)}
          onConfirm={async (note) => {
            await client.mutate(ResolveUnsettledEntryDocument, { id: asked.id, note });
            onDone();
            return t.done;
          }}
        >
          <p>{t.askText}</p>
          <p>
            {asked.providerName} · <code class={css.code}>{asked.reference}</code>
          </p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Linhas deixadas de lado',
    table: 'Linhas das listas dos provedores que foram deixadas de lado',
    about: (count: string) =>
      `Linhas das listas de recebimentos dos provedores que não puderam ser lidas ou resolvidas: ${count}. Cada uma é tentada de novo quando aparece na lista e uma vez por dia.`,
    provider: 'Provedor',
    problem: 'O que deu errado',
    action: 'O que fazer',
    first: 'Vista primeiro',
    last: 'Vista por último',
    reference: 'Id fim a fim, ou o resumo da linha',
    resolve: 'Tirar da lista',
    onlyOldest: (count: string) => `Estas são as ${count} mais antigas.`,
    askTitle: 'Tirar esta linha da lista?',
    askText: 'Faça isto quando já cuidou do dinheiro por outro caminho. O serviço não move dinheiro.',
    note: 'O que foi feito do dinheiro?',
    noteHint: 'Fica no registro de auditoria.',
    done: 'A linha foi tirada da lista.',
  },
  en: {
    title: 'Entries set aside',
    table: "Entries of providers' lists that were set aside",
    about: (count: string) =>
      `Entries of the providers’ lists of received payments that could not be read or settled: ${count}. Each is tried again when it is listed again and once a day.`,
    provider: 'Provider',
    problem: 'What went wrong',
    action: 'What to do',
    first: 'First seen',
    last: 'Last seen',
    reference: 'End-to-end id, or a hash of the entry',
    resolve: 'Take it off',
    onlyOldest: (count: string) => `These are the ${count} oldest.`,
    askTitle: 'Take this entry off the list?',
    askText: 'Do this when you dealt with the money some other way. The service moves no money.',
    note: 'What became of the money?',
    noteHint: 'It stays in the audit log.',
    done: 'The entry was taken off the list.',
  },
});
