import { EndpointsDocument } from '../../../generated/client/operations.js';
import { useQuery } from '../../common/query.js';
import { texts, useTexts } from '../../common/language.js';
import { Note, TitleRow } from '../../ui/layout.js';
import { Skeleton, Card, Empty, Problem } from '../../ui/surface.js';
import { EndpointCard } from './endpoint-card.js';

export function WebhooksScreen() {
  const t = useTexts(TEXTS);
  const { data, error, reload } = useQuery(EndpointsDocument, {});
  const endpoints = data?.webhookEndpoints;
  return (
    <>
      <TitleRow>
        <h1>{t.title}</h1>
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
        <EndpointCard key={endpoint.id} endpoint={endpoint} />
      ))}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Webhooks',
    about: 'Endereços seus que o serviço avisa de pedidos, pagamentos e sorteios. Proprietários os registram pela API.',
    none: 'Nenhum endereço registrado.',
  },
  en: {
    title: 'Webhooks',
    about: 'Addresses of yours that the service tells of orders, payments and draws. Owners register them through the API.',
    none: 'No address is registered.',
  },
});
