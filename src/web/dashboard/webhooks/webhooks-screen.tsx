import { useState } from 'preact/hooks';
import { EndpointsDocument } from '../../../generated/client/operations.js';
import { createWebhookEndpointRoles } from '../../../generated/client/operator-roles.js';
import { useQuery } from '../../common/query.js';
import { texts, useTexts } from '../../common/language.js';
import { Button } from '../../ui/button.js';
import { Note, TitleRow } from '../../ui/layout.js';
import { Skeleton, Card, Empty, Problem } from '../../ui/surface.js';
import { useReloadAfterUndo } from '../../ui/toasts.js';
import { useMay } from '../may.js';
import { EndpointSecret } from './endpoint-actions.js';
import { EndpointCard } from './endpoint-card.js';
import { EndpointDialog } from './endpoint-dialog.js';

export function WebhooksScreen() {
  const t = useTexts(TEXTS);
  const { data, error, reload } = useQuery(EndpointsDocument, {});
  useReloadAfterUndo(reload);
  const mayCreate = useMay()(createWebhookEndpointRoles);
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  const endpoints = data?.webhookEndpoints;
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
      <Problem problem={error} onRetry={reload} />
      {!endpoints && !error && (
        <Card>
          <Skeleton lines={7} />
        </Card>
      )}
      {endpoints?.length === 0 && (
        <Card>
          <Empty>
            <p>{t.none}</p>
          </Empty>
        </Card>
      )}
      {endpoints?.map((endpoint) => (
        <EndpointCard key={endpoint.id} endpoint={endpoint} onChanged={reload} />
      ))}
      {isAdding && (
        <EndpointDialog
          onSaved={(_, made) => {
            setSecret(made);
            reload();
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {secret !== undefined && <EndpointSecret secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Webhooks',
    about: 'Endereços seus que o serviço avisa de pedidos, pagamentos e sorteios, com assinatura. Os donos os registram.',
    none: 'Nenhum endereço registrado.',
    add: 'Novo endereço',
  },
  en: {
    title: 'Webhooks',
    about: 'Addresses of yours that the service tells of orders, payments and draws, with a signature. Owners register them.',
    none: 'No address is registered.',
    add: 'New address',
  },
});
