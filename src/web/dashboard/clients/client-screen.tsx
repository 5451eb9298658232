import { LegacyClientDocument } from '../../../generated/client/operations.js';
import { updateApiClientRoles } from '../../../generated/client/operator-roles.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { useQuery } from '../../common/query.js';
import { Facts, Row, Stack, TitleRow } from '../../ui/layout.js';
import { Badge, Card, Empty, Problem, Skeleton } from '../../ui/surface.js';
import { useReloadAfterUndo } from '../../ui/toasts.js';
import { useMay } from '../may.js';
import { ClientActions } from './client-actions.js';
import { Charges } from './charges.js';

export function ClientScreen({ id }: { id: string }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const mayChange = useMay()(updateApiClientRoles);
  const { data, error, reload } = useQuery(LegacyClientDocument, { id });
  useReloadAfterUndo(reload);
  const client = data?.apiClient;
  if (client === null || error?.code === 'NOT_FOUND') {
    return (
      <Empty>
        <h1>{t.notFound}</h1>
        <p>
          <a href="/dashboard/clients">{t.all}</a>
        </p>
      </Empty>
    );
  }
  return (
    <>
      <TitleRow>
        <Stack>
          <p>
            <a href="/dashboard/clients">{t.all}</a>
          </p>
          <Row>
            <h1>{client?.name ?? t.title}</h1>
            {client?.blockedAt && <Badge tone="bad">{t.blocked}</Badge>}
          </Row>
        </Stack>
        {client && mayChange && <ClientActions of={client} onDone={reload} />}
      </TitleRow>
      <Problem problem={error} onRetry={reload} />
      <Card title={t.data}>
        {!client && !error && <Skeleton lines={6} />}
        {client && (
          <Facts
            of={[
              [t.balance, f.money(client.balance)],
              ['X-Company-ID', client.companyId],
              ['client_key', <code>{client.clientKey}</code>],
              [t.signature, client.requiresSignature ? t.required : t.optional],
              [t.since, f.dateTime(client.createdAt)],
              [t.blockedAt, client.blockedAt && f.dateTime(client.blockedAt)],
            ]}
          />
        )}
      </Card>
      {client && <Charges clientId={client.id} />}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    all: '← Todas as integrações',
    title: 'Integração',
    notFound: 'Esta integração não existe',
    blocked: 'bloqueada',
    data: 'Dados',
    balance: 'Saldo',
    signature: 'Assinatura',
    required: 'obrigatória em cada chamada',
    optional: 'conferida quando vem',
    since: 'Desde',
    blockedAt: 'Bloqueada em',
  },
  en: {
    all: '← All legacy clients',
    title: 'Legacy client',
    notFound: 'There is no such client',
    blocked: 'blocked',
    data: 'Data',
    balance: 'Balance',
    signature: 'Signature',
    required: 'required in each call',
    optional: 'checked when it is sent',
    since: 'Since',
    blockedAt: 'Blocked at',
  },
});
