import { SessionsOfUserDocument } from '../../../generated/client/operations.js';
import { deviceOf } from '../../common/device.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { useQuery } from '../../common/query.js';
import { Card, Empty, Problem, Skeleton } from '../../ui/surface.js';
import { Table } from '../../ui/table.js';

/** Where a person is logged in: a stranger's device is seen here before the sessions are ended. */
export function PersonSessions({ userId }: { userId: string }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const { data, error, reload } = useQuery(SessionsOfUserDocument, { userId });
  const sessions = data?.sessionsOfUser;
  return (
    <Card title={t.title}>
      <Problem problem={error} onRetry={reload} />
      {!sessions && !error && <Skeleton lines={4} />}
      {sessions?.length === 0 && (
        <Empty>
          <p>{t.none}</p>
        </Empty>
      )}
      {sessions && sessions.length > 0 && (
        <Table
          caption={t.listed}
          rows={sessions}
          keyOf={({ id }) => id}
          columns={[
            { key: 'device', head: t.device, cell: ({ userAgent }) => deviceOf(userAgent) ?? t.unknown },
            { key: 'network', head: t.network, cell: ({ network }) => <code>{network}</code> },
            { key: 'begun', head: t.begun, isFigure: true, cell: ({ createdAt }) => f.dateTime(createdAt) },
            { key: 'used', head: t.used, isFigure: true, cell: ({ rotatedAt }) => f.dateTime(rotatedAt) },
          ]}
        />
      )}
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Onde a pessoa está conectada',
    listed: 'Aparelhos conectados',
    none: 'A pessoa não está conectada em nenhum aparelho.',
    device: 'Aparelho',
    unknown: 'Aparelho desconhecido',
    network: 'Rede',
    begun: 'Entrou em',
    used: 'Usado por último em',
  },
  en: {
    title: 'Where the person is logged in',
    listed: 'Devices that are logged in',
    none: 'The person is logged in on no device.',
    device: 'Device',
    unknown: 'Unknown device',
    network: 'Network',
    begun: 'Logged in',
    used: 'Last used',
  },
});
