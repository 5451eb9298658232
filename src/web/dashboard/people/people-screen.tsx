import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { PeopleDocument, type AccountFragment, AccountByPhoneDocument } from '../../../generated/client/operations.js';
import { blockUsersRoles, createUserRoles } from '../../../generated/client/operator-roles.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { usePagedQuery } from '../../common/paged-query.js';
import { useAction } from '../../common/query.js';
import { useClient } from '../../common/session.js';
import { Button } from '../../ui/button.js';
import { Select, TextField } from '../../ui/field.js';
import { Choice, TitleRow, Stack } from '../../ui/layout.js';
import { Badge, Skeleton, Card, Empty, Problem, Notice } from '../../ui/surface.js';
import { LoadMore, Table, type Column } from '../../ui/table.js';
import { useReloadAfterUndo } from '../../ui/toasts.js';
import { useChosen } from '../bulk/use-chosen.js';
import { SavedFilters } from '../filters/saved-filters.js';
import { personHref, PersonLink } from '../links.js';
import { useMay } from '../may.js';
import { openSearch } from '../search/open-search.js';
import { ChosenPeople } from './chosen-people.js';
import { OperatorDialog } from './operator-dialog.js';
import { formatPhone, ROLE_TEXTS } from './people-texts.js';

const KINDS = {
  buyers: { role: 'USER', isBlocked: null },
  blocked: { role: 'USER', isBlocked: true },
  operators: { role: 'ADMIN', isBlocked: null },
} as const;
type Kind = keyof typeof KINDS;
const isKind = (text: string | undefined): text is Kind => text !== undefined && Object.hasOwn(KINDS, text);

/** The chosen list is in the address, for links and the back button. */
export function PeopleScreen() {
  const { query, route } = useLocation();
  const t = useTexts(TEXTS);
  const may = useMay();
  const kind: Kind = isKind(query.kind) ? query.kind : 'buyers';
  const list = usePagedQuery(PeopleDocument, KINDS[kind], ({ users }) => users);
  useReloadAfterUndo(list.reload);
  const mayCreate = may(createUserRoles);
  const mayBlock = may(blockUsersRoles) && kind !== 'operators';
  const chosen = useChosen(list.nodes ?? [], ({ name }) => name, kind);
  const ownColumns = useColumns();
  const columns = mayBlock ? [chosen.column, ...ownColumns] : ownColumns;
  const [isAdding, setAdding] = useState(false);
  const options = (Object.keys(KINDS) as Kind[]).map((value) => ({ value, label: t[value] }));
  return (
    <>
      <TitleRow>
        <h1>{t.title}</h1>
        {mayCreate && (
          <Button small onClick={() => setAdding(true)}>
            {t.add}
          </Button>
        )}
      </TitleRow>
      <Card>
        <TitleRow>
          <FindByPhone onFound={(id) => route(personHref(id))} />
          <Choice>
            <Select
              label={t.show}
              value={kind}
              options={options}
              onValue={(value) => route(`/dashboard/people?kind=${value}`, true)}
            />
          </Choice>
        </TitleRow>
        <SavedFilters list="PEOPLE" path="/dashboard/people" values={{ kind: query.kind }} />
        {!list.nodes && list.error && <Problem problem={list.error} onRetry={list.reload} />}
        {!list.nodes && !list.error && <Skeleton lines={12} />}
        {list.nodes?.length === 0 && (
          <Empty>
            <p>{t.none}</p>
          </Empty>
        )}
        {list.nodes && list.nodes.length > 0 && (
          <Table caption={t.title} columns={columns} rows={list.nodes} keyOf={({ id }) => id} isOfLines />
        )}
        <ChosenPeople chosen={chosen} onChanged={list.reload} />
        <LoadMore list={list} />
      </Card>
      {isAdding && <OperatorDialog onSaved={(id) => route(personHref(id))} onClose={() => setAdding(false)} />}
    </>
  );
}

function useColumns(): readonly Column<AccountFragment>[] {
  const t = useTexts(TEXTS);
  const roles = useTexts(ROLE_TEXTS);
  const f = useFormats();
  return [
    {
      key: 'name',
      head: t.name,
      isCut: true,
      cell: (account) => (
        <>
          <PersonLink person={account} /> {account.blockedAt && <Badge tone="bad">{t.isBlocked}</Badge>}
        </>
      ),
    },
    {
      key: 'contact',
      head: t.contact,
      cell: ({ phone, email, operatorRole }) => (operatorRole ? `${roles[operatorRole]} · ${email ?? ''}` : formatPhone(phone)),
    },
    { key: 'since', head: t.since, isFigure: true, cell: ({ createdAt }) => f.dateTime(createdAt) },
  ];
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Pessoas',
    show: 'Mostrar',
    buyers: 'Compradores',
    blocked: 'Contas bloqueadas',
    operators: 'Operadores',
    add: 'Novo operador',
    none: 'Ninguém nesta lista.',
    name: 'Nome',
    contact: 'Contato',
    since: 'Desde',
    isBlocked: 'conta bloqueada',
  },
  en: {
    title: 'People',
    show: 'Show',
    buyers: 'Buyers',
    blocked: 'Blocked buyers',
    operators: 'Operators',
    add: 'New operator',
    none: 'Nobody is on this list.',
    name: 'Name',
    contact: 'Contact',
    since: 'Since',
    isBlocked: 'blocked',
  },
});

function FindByPhone({ onFound }: { onFound(id: string): void }) {
  const t = useTexts(FIND_BY_PHONE_TEXTS);
  const client = useClient();
  const [phone, setPhone] = useState('');
  const finding = useAction(async () => {
    const { userByPhone } = await client.query(AccountByPhoneDocument, { phone });
    if (userByPhone) onFound(userByPhone.id);
  });
  const code = finding.error?.code;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (/^[\d\s()+.-]*$/.test(phone)) void finding.act();
        else openSearch(phone.trim());
      }}
    >
      <Stack>
        <TitleRow>
          <TextField
            label={t.phone}
            type="search"
            maxLength={200}
            value={phone}
            onValue={setPhone}
            problems={code === 'BAD_USER_INPUT' ? [t.noPhone] : undefined}
          />
          <Button type="submit" isBusy={finding.isBusy}>
            {t.find}
          </Button>
        </TitleRow>
        {code === 'NOT_FOUND' && <Notice tone="warn">{t.nobody}</Notice>}
        {code !== 'BAD_USER_INPUT' && code !== 'NOT_FOUND' && <Problem problem={finding.error} />}
      </Stack>
    </form>
  );
}

const FIND_BY_PHONE_TEXTS = texts({
  'pt-BR': {
    phone: 'Achar um comprador por telefone ou nome',
    find: 'Procurar',
    noPhone: 'Escreva o telefone com DDD, como (11) 98765-4321.',
    nobody: 'Ninguém tem este telefone.',
  },
  en: {
    phone: 'Find a buyer by phone or name',
    find: 'Find',
    noPhone: 'Write the phone with its area code, such as (11) 98765-4321.',
    nobody: 'Nobody has this phone.',
  },
});
