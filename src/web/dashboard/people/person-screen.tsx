import { useState } from 'preact/hooks';
import { AccountInFullDocument } from '../../../generated/client/operations.js';
import { auditLogRoles } from '../../../generated/client/operator-roles.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { FileButton } from '../../common/file-button.js';
import { useQuery } from '../../common/query.js';
import { useRestoredFocus } from '../../common/restored-focus.js';
import { useSession } from '../../common/session.js';
import { auditHref } from '../audit/audit-query.js';
import { useMay } from '../may.js';
import { Facts, Row, Stack, TitleRow } from '../../ui/layout.js';
import { Badge, Skeleton, Card, Empty, Problem } from '../../ui/surface.js';
import { useReloadAfterUndo } from '../../ui/toasts.js';
import { AccountActions } from './account-actions.js';
import { formatCpf, formatPhone, ROLE_TEXTS } from './people-texts.js';
import { PersonTabs } from './person-tabs.js';

export function PersonScreen({ id }: { id: string }) {
  const t = useTexts(TEXTS);
  const roles = useTexts(ROLE_TEXTS);
  const f = useFormats();
  const { data, error, reload } = useQuery(AccountInFullDocument, { id });
  useReloadAfterUndo(reload);
  const account = data?.user;
  const { person } = useSession();
  const may = useMay();
  const mayExport = person?.operatorRole === 'OWNER' && account?.role === 'USER';
  const [done, setDone] = useState(0);
  const title = useRestoredFocus<HTMLHeadingElement>(done);
  const onDone = (): void => {
    setDone(done + 1);
    reload();
  };
  if (!account && error?.code === 'NOT_FOUND') {
    return (
      <Empty>
        <h1>{t.notFound}</h1>
        <p>
          <a href="/dashboard/people">{t.all}</a>
        </p>
      </Empty>
    );
  }
  return (
    <>
      <TitleRow>
        <Stack>
          <p>
            <a href="/dashboard/people">{t.all}</a>
          </p>
          <Row>
            <h1 ref={title} tabIndex={-1}>
              {account?.name ?? t.title}
            </h1>
            <span aria-live="polite">
              {account?.deletedAt && <Badge tone="bad">{t.deleted}</Badge>}
              {account?.blockedAt && !account.deletedAt && <Badge tone="bad">{t.blocked}</Badge>}
            </span>
          </Row>
        </Stack>
        {account && <AccountActions account={account} onDone={onDone} />}
      </TitleRow>
      <Problem problem={error} onRetry={reload} />
      <Card
        title={t.data}
        actions={mayExport && <FileButton path={`/v1/users/${id}/data`} fileName={`dados-${id}.json`} label={t.export} />}
      >
        {!account && !error && <Skeleton lines={8} />}
        {account && (
          <Facts
            of={[
              [t.role, account.operatorRole ? roles[account.operatorRole] : t.buyer],
              [t.phone, account.phone && <a href={`tel:${account.phone}`}>{formatPhone(account.phone)}</a>],
              [t.proved, account.phone && (account.phoneProvedAt ? f.dateTime(account.phoneProvedAt) : t.notProved)],
              ['CPF', formatCpf(account.cpf)],
              [t.email, account.email && <a href={`mailto:${account.email}`}>{account.email}</a>],
              [t.birthDate, account.birthDate ? f.date(account.birthDate) : undefined],
              [t.since, f.dateTime(account.createdAt)],
              [t.blockedAt, account.blockedAt ? f.dateTime(account.blockedAt) : undefined],
              [t.reason, account.blockedReason],
              [t.deletedAt, account.deletedAt ? f.dateTime(account.deletedAt) : undefined],
            ]}
          />
        )}
        {may(auditLogRoles) && <a href={auditHref({ subjectType: 'user', subjectId: id })}>{t.audit}</a>}
      </Card>
      {account?.role === 'USER' && <PersonTabs userId={id} mayWrite={!account.deletedAt} blockedAt={account.blockedAt} />}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    audit: 'Auditoria desta conta',
    all: 'Todas as pessoas',
    title: 'Conta',
    notFound: 'Esta conta não existe',
    deleted: 'excluída',
    blocked: 'conta bloqueada',
    data: 'Dados',
    export: 'Baixar os dados da pessoa',
    role: 'Função',
    buyer: 'Comprador',
    phone: 'Telefone',
    proved: 'Telefone confirmado',
    notProved: 'Ainda não: outra pessoa pode ter cadastrado este número.',
    email: 'E-mail',
    birthDate: 'Nascimento',
    since: 'Desde',
    blockedAt: 'Bloqueada em',
    reason: 'Motivo',
    deletedAt: 'Excluída em',
  },
  en: {
    audit: 'Audit log of this account',
    all: 'All people',
    title: 'Account',
    notFound: 'There is no such account',
    deleted: 'deleted',
    blocked: 'blocked',
    data: 'Data',
    export: 'Download the data of the person',
    role: 'Role',
    buyer: 'Buyer',
    phone: 'Phone',
    proved: 'Phone confirmed',
    notProved: 'Not yet: somebody else may have registered this number.',
    email: 'E-mail',
    birthDate: 'Born',
    since: 'Since',
    blockedAt: 'Blocked',
    reason: 'Reason',
    deletedAt: 'Deleted',
  },
});
