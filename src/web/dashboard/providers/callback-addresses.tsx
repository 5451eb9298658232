import { useState } from 'preact/hooks';
import {
  DeleteGatewayWebhookDocument,
  GatewayWebhooksDocument,
  RegisterGatewayWebhookDocument,
  RotateCallbackSecretDocument,
  type GatewayWebhooksQuery,
  type ProviderFragment,
} from '../../../generated/client/operations.js';
import { useQuery } from '../../common/query.js';
import { useClient } from '../../common/session.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Note, Row, Stack } from '../../ui/layout.js';
import { Skeleton, Notice, Problem } from '../../ui/surface.js';
import { sendsOurSecret } from './adapters.js';
import css from './providers.module.css';

type Address = GatewayWebhooksQuery['gatewayWebhooks'][number];

export function CallbackAddresses({ provider, onRotated }: { provider: ProviderFragment; onRotated(): void }) {
  const { name: providerName, previousCallbackSecretEndsAt: endsAt } = provider;
  const t = useTexts(TEXTS);
  const f = useFormats();
  const client = useClient();
  const { data, error, reload } = useQuery(GatewayWebhooksDocument, { providerName });
  const [asked, setAsked] = useState<'register' | 'rotate' | Address>();
  const [url, setUrl] = useState('');
  const addresses = data?.gatewayWebhooks;
  const onClose = (): void => setAsked(undefined);
  return (
    <Stack>
      <h3>{t.title}</h3>
      <Problem problem={error} onRetry={reload} />
      {!addresses && !error && <Skeleton lines={2} />}
      {endsAt && Date.parse(endsAt) > Date.now() && <Notice tone="warn">{t.rotated(f.dateTime(endsAt))}</Notice>}
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
          {sendsOurSecret(provider.adapter) && (
            <Button small variant="plain" onClick={() => setAsked('rotate')}>
              {t.rotate}
            </Button>
          )}
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
            return t.registered(providerName);
          }}
        >
          <p>{t.registerText}</p>
          <TextField label={t.url} hint={t.urlHint} type="url" maxLength={500} value={url} onValue={setUrl} />
        </ConfirmDialog>
      )}
      {asked === 'rotate' && (
        <ConfirmDialog
          title={t.rotateTitle}
          confirm={t.rotate}
          onClose={onClose}
          onConfirm={async () => {
            await client.mutate(RotateCallbackSecretDocument, { name: providerName });
            onRotated();
            // The card says until when the one before counts, and what to do.
            return null;
          }}
        >
          <p>{t.rotateText}</p>
        </ConfirmDialog>
      )}
      {typeof asked === 'object' && (
        <ConfirmDialog
          title={t.removeTitle}
          variant="danger"
          confirm={t.remove}
          onClose={onClose}
          onConfirm={async () => {
            await client.mutate(DeleteGatewayWebhookDocument, { id: asked.id, providerName });
            reload();
            return t.removed(asked.url);
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
    urlHint: 'Deixe vazio para usar o deste serviço. Outro host só vale se CALLBACK_ORIGINS o lista.',
    rotate: 'Trocar segredo',
    rotateTitle: 'Trocar o segredo dos avisos?',
    rotateText:
      'Um segredo novo passa a provar os avisos. O anterior vale por mais 24 horas. Depois, registre o endereço de novo: só assim o provedor recebe o segredo novo.',
    rotated: (until: string) => `O segredo mudou, e o anterior vale até ${until}. Registre o endereço de novo antes disso.`,
    remove: 'Apagar',
    removeTitle: 'Apagar este endereço?',
    removeText: 'O provedor deixa de avisar: pagamentos passam a ser vistos mais tarde, quando o serviço pergunta.',
    registered: (name: string) => `O endereço foi registrado em ${name}.`,
    removed: (url: string) => `O endereço ${url} foi apagado.`,
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
    urlHint: 'Leave it empty for that of this service. Another host must be in CALLBACK_ORIGINS.',
    rotate: 'Replace secret',
    rotateTitle: 'Replace the secret of the callbacks?',
    rotateText:
      'A new secret then proves the callbacks. The one before is accepted for 24 more hours. Afterwards register the address again: only so the provider gets the new secret.',
    rotated: (until: string) =>
      `The secret was replaced, and the one before is accepted until ${until}. Register the address again before.`,
    remove: 'Delete',
    removeTitle: 'Delete this address?',
    removeText: 'The provider stops calling: payments are then seen later, when the service asks.',
    registered: (name: string) => `The address was registered with ${name}.`,
    removed: (url: string) => `The address ${url} was deleted.`,
  },
});
