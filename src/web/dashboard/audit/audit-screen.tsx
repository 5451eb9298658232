import { useLocation } from 'preact-iso';
import {
  AuditLogDocument,
  OperatorsDocument,
  RafflesToWatchDocument,
  type AuditEntryFragment,
} from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts, useTimeZone } from '../../common/language.js';
import { usePagedQuery } from '../../common/paged-query.js';
import { useQuery } from '../../common/query.js';
import { Note, TitleRow } from '../../ui/layout.js';
import { PagedCard } from '../../ui/paged-card.js';
import { Card } from '../../ui/surface.js';
import type { Column } from '../../ui/table.js';
import { SavedFilters } from '../filters/saved-filters.js';
import { AuditForm } from './audit-form.js';
import { auditFilterOf, auditHref, readAuditQuery, subjectHref, type AuditQuery } from './audit-query.js';
import { ACTION_TEXTS, wordsOf } from './audit-texts.js';
import { Details } from './details.js';
import { SUBJECT_TEXTS } from './subject-texts.js';
import css from './audit.module.css';

/** The query is in the address, for links and the back button. */
export function AuditScreen() {
  const t = useTexts(TEXTS);
  const { query: address, route } = useLocation();
  const query = readAuditQuery(address);
  const list = usePagedQuery(AuditLogDocument, auditFilterOf(query, useTimeZone()), ({ auditLog }) => auditLog);
  const operators = useQuery(OperatorsDocument, {});
  const onQuery = (wanted: AuditQuery): void => route(auditHref(wanted), true);
  return (
    <>
      <TitleRow>
        <h1>{t.title}</h1>
      </TitleRow>
      <Note>{t.about}</Note>
      <Card>
        <AuditForm query={query} operators={operators.data?.users.nodes ?? []} onQuery={onQuery} />
        <SavedFilters
          list="AUDIT"
          path={auditHref()}
          values={{ action: query.action, actorId: query.actorId, from: query.from, to: query.to }}
        />
      </Card>
      <PagedCard list={list} caption={t.title} none={t.none} columns={useColumns()} keyOf={({ id }) => id} />
    </>
  );
}

function useColumns(): readonly Column<AuditEntryFragment>[] {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const actions = useTexts(ACTION_TEXTS);
  const subjects = useTexts(SUBJECT_TEXTS);
  const { data } = useQuery(RafflesToWatchDocument, {});
  const titles = new Map([...(data?.open.nodes ?? []), ...(data?.newest.nodes ?? [])].map(({ id, title }) => [id, title]));
  return [
    { key: 'at', head: t.at, cell: ({ createdAt }) => f.dateTime(createdAt) },
    {
      key: 'who',
      head: t.who,
      cell: ({ actor, actorId, actorAddress }) => (
        <>
          {actor ? <a href={`/dashboard/people/${actor.id}`}>{actor.name}</a> : actorId ? t.program : t.service}{' '}
          {actorAddress && <small class={css.address}>{actorAddress}</small>}
        </>
      ),
    },
    { key: 'action', head: t.action, cell: ({ action }) => <span title={action}>{wordsOf(actions, action)}</span> },
    {
      key: 'subject',
      head: t.subject,
      cell: (entry) => <Subject of={entry} kind={wordsOf(subjects, entry.subjectType)} title={titles.get(entry.subjectId)} />,
    },
    { key: 'details', head: t.details, cell: (entry) => <Details of={entry} titles={titles} /> },
  ];
}

/** `title`: of one of the newest raffles. */
function Subject({
  of: { subjectType, subjectId },
  kind,
  title,
}: {
  of: AuditEntryFragment;
  kind: string;
  title: string | undefined;
}) {
  const href = subjectHref(subjectType, subjectId);
  const shown = subjectId.length > 12 ? `${subjectId.slice(0, 8)}…` : subjectId;
  const words = `${kind} ${title ?? shown}`;
  return href ? <a href={href}>{words}</a> : <span title={subjectId}>{words}</span>;
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Auditoria',
    about: 'O que foi feito à mão, por quem, e o que o serviço fez onde alguém perguntaria por quê. Nada é mudado nem apagado.',
    none: 'Nada foi feito que corresponda a isto.',
    at: 'Quando',
    who: 'Quem',
    program: 'Um programa',
    service: 'O serviço, ou o terminal da máquina',
    action: 'O que fez',
    subject: 'Em quê',
    details: 'Detalhes',
  },
  en: {
    title: 'Audit log',
    about:
      'What was done by hand, by whom, and what the service did where somebody would ask why. Nothing is changed or deleted.',
    none: 'Nothing was done that matches this.',
    at: 'When',
    who: 'Who',
    program: 'A program',
    service: "The service, or the machine's terminal",
    action: 'What',
    subject: 'To what',
    details: 'Details',
  },
});
