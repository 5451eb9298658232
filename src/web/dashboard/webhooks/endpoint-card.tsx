import { useState } from 'preact/hooks';
import {
  DeliveriesOfEndpointDocument,
  SendTestEventDocument,
  type EndpointFragment,
  type WebhookDeliveryStatus,
  type WebhookEventType,
} from '../../../generated/client/operations.js';
import { updateWebhookEndpointRoles } from '../../../generated/client/operator-roles.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { usePagedQuery } from '../../common/paged-query.js';
import { useClient } from '../../common/session.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Select } from '../../ui/field.js';
import { Choice, Note, Stack } from '../../ui/layout.js';
import { Badge, Skeleton, Card, Problem } from '../../ui/surface.js';
import { LoadMore } from '../../ui/table.js';
import { useMay } from '../may.js';
import { EndpointActions } from './endpoint-actions.js';
import { Deliveries, STATUS_TEXTS, EVENT_TYPES, eventName } from './deliveries.js';

const STATUSES = ['PENDING', 'DELIVERED', 'DEAD'] as const satisfies readonly WebhookDeliveryStatus[];

interface Props {
  endpoint: EndpointFragment;
  onChanged(): void;
}

export function EndpointCard({ endpoint, onChanged }: Props) {
  const { id, url, events, disabledAt } = endpoint;
  const mayChange = useMay()(updateWebhookEndpointRoles);
  const t = useTexts(TEXTS);
  const statuses = useTexts(STATUS_TEXTS);
  const f = useFormats();
  const client = useClient();
  const [status, setStatus] = useState<WebhookDeliveryStatus | null>(null);
  const [isTesting, setTesting] = useState(false);
  const [type, setType] = useState<WebhookEventType>('ORDER_PAID');
  const list = usePagedQuery(
    DeliveriesOfEndpointDocument,
    { endpointId: id, status },
    ({ webhookDeliveries }) => webhookDeliveries,
  );
  const options = [{ value: '', label: t.all }, ...STATUSES.map((value) => ({ value, label: statuses[value] }))];
  return (
    <Card
      title={url}
      actions={
        disabledAt === null && (
          <Button small onClick={() => setTesting(true)}>
            {t.test}
          </Button>
        )
      }
    >
      <Stack>
        {disabledAt && (
          <p>
            <Badge tone="bad">{t.disabled}</Badge> {t.disabledSince(f.dateTime(disabledAt))}
          </p>
        )}
        <Note>{events.length === 0 ? t.everyEvent : events.map(eventName).join(', ')}</Note>
        {mayChange && <EndpointActions endpoint={endpoint} onChanged={onChanged} />}
        <Choice>
          <Select
            label={t.show}
            value={status ?? ''}
            options={options}
            onValue={(value) => setStatus(STATUSES.find((one) => one === value) ?? null)}
          />
        </Choice>
        {!list.nodes && list.error && <Problem problem={list.error} onRetry={list.reload} />}
        {!list.nodes && !list.error && <Skeleton lines={4} />}
        {list.nodes?.length === 0 && <p>{t.none}</p>}
        {list.nodes && list.nodes.length > 0 && (
          <Deliveries of={url} deliveries={list.nodes} isClosed={disabledAt !== null} onChanged={list.reload} />
        )}
        <LoadMore list={list} />
      </Stack>
      {isTesting && (
        <ConfirmDialog
          title={t.testTitle}
          confirm={t.send}
          onClose={() => setTesting(false)}
          onConfirm={async () => {
            await client.mutate(SendTestEventDocument, { endpointId: id, type });
            list.reload();
            return t.tested(eventName(type), url);
          }}
        >
          <p>{t.testText}</p>
          <Select
            label={t.type}
            value={type}
            options={EVENT_TYPES.map((value) => ({ value, label: eventName(value) }))}
            onValue={(value) => setType(EVENT_TYPES.find((one) => one === value) ?? type)}
          />
        </ConfirmDialog>
      )}
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    test: 'Enviar um teste',
    testTitle: 'Enviar um aviso de teste?',
    testText: 'O endereço recebe um exemplo assinado, com "test": true e números que não existem. Nada acontece na rifa.',
    type: 'Tipo',
    send: 'Enviar',
    disabled: 'desativado',
    disabledSince: (at: string) => `O receptor respondeu 410 em ${at}: nada é enviado até que um dono o ative.`,
    everyEvent: 'Todos os eventos, menos códigos.',
    show: 'Mostrar',
    all: 'Todos os envios',
    none: 'Nenhum envio nesta lista.',
    tested: (type: string, url: string) => `O evento de teste ${type} vai a ${url}.`,
  },
  en: {
    test: 'Send a test event',
    testTitle: 'Send a test event?',
    testText: 'The address receives a signed sample with "test": true and ids that exist nowhere. Nothing happens in a raffle.',
    type: 'Kind',
    send: 'Send',
    disabled: 'disabled',
    disabledSince: (at: string) => `Its receiver answered 410 at ${at}: nothing is sent until an owner enables it.`,
    everyEvent: 'All events but codes.',
    show: 'Show',
    all: 'All deliveries',
    none: 'No delivery is on this list.',
    tested: (type: string, url: string) => `The test event ${type} goes to ${url}.`,
  },
});
