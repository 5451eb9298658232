import { useState } from 'preact/hooks';
import {
  DeleteGatewayWebhookDocument,
  GatewayWebhooksDocument,
  RegisterGatewayWebhookDocument,
  type GatewayWebhooksQuery,
} from '../../../generated/client/operations.js';
import { useQuery } from '../../common/query.js';
import { useClient } from '../../common/session.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Note, Row, Stack } from '../../ui/layout.js';
import { Skeleton, Notice, Problem } from '../../ui/surface.js';
import css from './providers.module.css';

type Address = GatewayWebhooksQuery['gatewayWebhooks'][number];

export function CallbackAddresses({ providerName }: { providerName: string }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const client = useClient();
  const { data, error, reload } = useQuery(GatewayWebhooksDocument, { providerName });
  const [asked, setAsked] = useState<'register' | Address>();
  const [url, setUrl] = useState('');
  const addresses = data?.gatewayWebhooks;
  const onClose = (): void => setAsked(undefined);
  return (
    <Stack>
      <h3>{t.title}</h3>
      <Problem problem={error} onRetry={reload} />
      {!addresses && !error && <Skeleton lines={2} />}
      {addresses?.length === 0 && <Notice tone="warn">{t.none}</Notice>}
      {addresses && addresses.length > 0 && (
        <ul>
          {addresses.map((address) => (
            <li key={address.id} class={css.address}>
              <span class={css.kept}>
                <code class={css.code}>{address.url}</code>
                {address.createdAt && <Note>{t.since(f.dateTime(address.createdAt))}</Note>}
              </span>
              <Button small variant="danger" onClick={() => setAsked(address)}>
                {t.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {addresses && (
        <Row>
          <Button small onClick={() => setAsked('register')}>
            {t.register}
          </Button>
        </Row>
      )}
      {asked === 'register' && (
        <ConfirmDialog
          title={t.registerTitle(providerName)}
          confirm={t.register}
          onClose={onClose}
          onConfirm={async () => {
            const input = { providerName, ...(url.trim() && { url: url.trim() }) };
            await client.mutate(RegisterGatewayWebhookDocument, { input });
            setUrl('');
            reload();
          }}
        >
          <p>{t.registerText}</p>
          <TextField label={t.url} hint={t.urlHint} type="url" maxLength={500} value={url} onValue={setUrl} />
        </ConfirmDialog>
      )}
      {asked && asked !== 'register' && (
        <ConfirmDialog
          title={t.removeTitle}
          variant="danger"
          confirm={t.remove}
          onClose={onClose}
          onConfirm={async () => {
            await client.mutate(DeleteGatewayWebhookDocument, { id: asked.id, providerName });
            reload();
          }}
        >
          <p class={css.code}>{asked.url}</p>
          <p>{t.removeText}</p>
        </ConfirmDialog>
      )}
    </Stack>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Endereços de aviso',
    none: 'O provedor não avisa ninguém: pagamentos só são vistos quando o serviço pergunta. Registre o endereço.',
    since: (at: string) => `Desde ${at}`,
    register: 'Registrar endereço',
    registerTitle: (name: string) => `Registrar o endereço em ${name}?`,
    registerText:
      'O provedor passa a avisar este serviço assim que chega dinheiro. Se ele guarda só um endereço, este toma o lugar do anterior. O segredo que prova cada aviso é acrescentado sozinho.',
    url: 'Outro endereço (opcional)',
    urlHint: 'Deixe vazio para usar o deste serviço. Avisos a outro endereço não pagam nada aqui.',
    remove: 'Apagar',
    removeTitle: 'Apagar este endereço?',
    removeText: 'O provedor deixa de avisar: pagamentos passam a ser vistos mais tarde, quando o serviço pergunta.',
  },
  en: {
    title: 'Callback addresses',
    none: 'The provider calls nobody: payments are only seen when the service asks. Register the address.',
    since: (at: string) => `Since ${at}`,
    register: 'Register address',
    registerTitle: (name: string) => `Register the address at ${name}?`,
    registerText:
      'The provider then calls this service as soon as money arrives. If it keeps only one address, this replaces the one before. The secret that proves a callback is added by itself.',
    url: 'Another address (optional)',
    urlHint: 'Leave it empty for that of this service. Callbacks to another address settle nothing here.',
    remove: 'Delete',
    removeTitle: 'Delete this address?',
    removeText: 'The provider stops calling: payments are then seen later, when the service asks.',
  },
});
