import { useState } from 'preact/hooks';
import {
  CreateLegacyClientDocument,
  LegacyClientsDocument,
  type CreateLegacyClientMutation,
  type LegacyClientFragment,
} from '../../../generated/client/operations.js';
import { createApiClientRoles } from '../../../generated/client/operator-roles.js';
import { useForm } from '../../common/form.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { usePagedQuery } from '../../common/paged-query.js';
import { SecretDialog } from '../../common/secret-dialog.js';
import { useClient } from '../../common/session.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { Note, TitleRow } from '../../ui/layout.js';
import { PagedCard } from '../../ui/paged-card.js';
import { Badge } from '../../ui/surface.js';
import type { Column } from '../../ui/table.js';
import { useReloadAfterUndo } from '../../ui/toasts.js';
import { useMay } from '../may.js';
import { SECRET_TEXTS } from './secret-texts.js';

type Credentials = CreateLegacyClientMutation['createApiClient'];

export const clientHref = (id: string): string => `/dashboard/clients/${id}`;

export function ClientsScreen() {
  const t = useTexts(TEXTS);
  const secretTexts = useTexts(SECRET_TEXTS);
  const mayCreate = useMay()(createApiClientRoles);
  const list = usePagedQuery(LegacyClientsDocument, {}, ({ apiClients }) => apiClients);
  useReloadAfterUndo(list.reload);
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<Credentials>();
  return (
    <>
      <TitleRow>
        <h1>{t.title}</h1>
        {mayCreate && (
          <Button variant="primary" onClick={() => setAdding(true)}>
            {t.add}
          </Button>
        )}
      </TitleRow>
      <Note>{t.about}</Note>
      <PagedCard isOfLines list={list} caption={t.title} none={t.none} columns={useColumns()} keyOf={({ id }) => id} />
      {isAdding && (
        <NewClient
          onMade={(credentials) => {
            setMade(credentials);
            list.reload();
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {made && (
        <SecretDialog
          title={made.client.name}
          about={secretTexts.about}
          secrets={[
            { name: 'X-Company-ID', value: String(made.companyId), isOpen: true },
            { name: 'client_key', value: made.clientKey, isOpen: true },
            { name: 'client_secret', value: made.clientSecret },
            { name: secretTexts.signature, value: made.signatureSecret },
          ]}
          onClose={() => setMade(undefined)}
        />
      )}
    </>
  );
}

function useColumns(): readonly Column<LegacyClientFragment>[] {
  const t = useTexts(TEXTS);
  const f = useFormats();
  return [
    {
      key: 'name',
      head: t.name,
      cell: ({ id, name, blockedAt }) => (
        <>
          <a href={clientHref(id)}>{name}</a> {blockedAt && <Badge tone="bad">{t.blocked}</Badge>}
        </>
      ),
    },
    { key: 'company', head: 'X-Company-ID', isFigure: true, cell: ({ companyId }) => companyId },
    { key: 'balance', head: t.balance, isFigure: true, cell: ({ balance }) => f.money(balance) },
    { key: 'since', head: t.since, isFigure: true, cell: ({ createdAt }) => f.dateTime(createdAt) },
  ];
}

function NewClient({ onMade, onClose }: { onMade(credentials: Credentials): void; onClose(): void }) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const form = useForm({ name: '' });
  return (
    <FormDialog
      title={t.add}
      form={form}
      save={async () => {
        onMade((await client.mutate(CreateLegacyClientDocument, { input: form.values })).createApiClient);
        // The next dialog shows its secrets.
        return null;
      }}
      saveLabel={t.create}
      isCreate
      onClose={onClose}
    >
      <TextField label={t.name} hint={t.nameHint} maxLength={120} {...form.text('name')} />
    </FormDialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Integrações antigas',
    about: 'Programas que cobram por PIX nos caminhos REST do grupo "legacy". Cada um tem chaves e saldo próprios.',
    none: 'Nenhuma integração registrada.',
    add: 'Nova integração',
    create: 'Criar',
    name: 'Nome',
    nameHint: 'Como você a reconhece nas listas.',
    blocked: 'bloqueada',
    balance: 'Saldo',
    since: 'Desde',
  },
  en: {
    title: 'Legacy clients',
    about: 'Programs that charge by PIX on the REST paths of the "legacy" group. Each has keys and a balance of its own.',
    none: 'No client is registered.',
    add: 'New client',
    create: 'Create',
    name: 'Name',
    nameHint: 'How you know it in the lists.',
    blocked: 'blocked',
    balance: 'Balance',
    since: 'Since',
  },
});
