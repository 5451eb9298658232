import { useState } from 'preact/hooks';
import {
  DeleteEndpointDocument,
  EnableEndpointDocument,
  EndpointsDocument,
  RotateEndpointSecretDocument,
  type EndpointFragment,
} from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { useAction } from '../../common/query.js';
import { SecretDialog } from '../../common/secret-dialog.js';
import { useClient } from '../../common/session.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Note, Row } from '../../ui/layout.js';
import { Problem } from '../../ui/surface.js';
import { useToasts, type Toast } from '../../ui/toasts.js';
import { EndpointDialog } from './endpoint-dialog.js';

/** What an owner can do with an endpoint. */
export function EndpointActions({ endpoint, onChanged }: { endpoint: EndpointFragment; onChanged(): void }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const client = useClient();
  const say = useToasts();
  const [open, setOpen] = useState<'change' | 'rotate' | 'delete'>();
  const [secret, setSecret] = useState<string>();
  const { id, url, disabledAt, previousSecretEndsAt } = endpoint;
  const onClose = (): void => setOpen(undefined);
  const enable = () => client.mutate(EnableEndpointDocument, { id });
  const find = async () => (await client.query(EndpointsDocument, {})).webhookEndpoints.find((one) => one.id === id);
  const remove = async (): Promise<Toast> => {
    const before = await find();
    const { deleteWebhookEndpoint: deleted } = await client.mutate(DeleteEndpointDocument, { id });
    // To restore it also enables it. And what somebody else had deleted before is not for this operator to restore.
    if (!before || before.deletedAt || before.disabledAt) return { text: t.deleted(url) };
    // The list leaves out what is deleted.
    const isAsLeft = async () => {
      const now = await find();
      return !now || now.deletedAt === deleted.deletedAt;
    };
    return { text: t.deleted(url), undo: { isAsLeft, run: enable, done: t.restored(url) } };
  };
  const enabling = useAction(async () => {
    await enable();
    say(t.enabled(url));
    onChanged();
  });
  return (
    <>
      {previousSecretEndsAt && Date.parse(previousSecretEndsAt) > Date.now() && (
        <Note>{t.bothSign(f.dateTime(previousSecretEndsAt))}</Note>
      )}
      <Row>
        {disabledAt && (
          <Button small isBusy={enabling.isBusy} onClick={() => enabling.act()}>
            {t.enable}
          </Button>
        )}
        <Button small onClick={() => setOpen('change')}>
          {t.change}
        </Button>
        <Button small onClick={() => setOpen('rotate')}>
          {t.rotate}
        </Button>
        <Button small variant="danger" onClick={() => setOpen('delete')}>
          {t.delete}
        </Button>
      </Row>
      <Problem problem={enabling.error} />
      {open === 'change' && <EndpointDialog known={endpoint} onSaved={onChanged} onClose={onClose} />}
      {open === 'rotate' && (
        <ConfirmDialog
          title={t.rotateTitle}
          confirm={t.rotate}
          onClose={onClose}
          onConfirm={async () => {
            const { rotateWebhookEndpointSecret } = await client.mutate(RotateEndpointSecretDocument, { id });
            setSecret(rotateWebhookEndpointSecret.secret);
            onChanged();
            // The next dialog shows it.
            return null;
          }}
        >
          <p>{t.rotateText}</p>
        </ConfirmDialog>
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title={t.deleteTitle}
          confirm={t.delete}
          variant="danger"
          onClose={onClose}
          onConfirm={async () => {
            const said = await remove();
            onChanged();
            return said;
          }}
        >
          <p>{t.deleteText(url)}</p>
        </ConfirmDialog>
      )}
      {secret !== undefined && <EndpointSecret secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}

export function EndpointSecret({ secret, onClose }: { secret: string; onClose(): void }) {
  const t = useTexts(TEXTS);
  return (
    <SecretDialog title={t.secretTitle} about={t.secretAbout} secrets={[{ name: t.secret, value: secret }]} onClose={onClose} />
  );
}

const TEXTS = texts({
  'pt-BR': {
    enable: 'Ativar',
    change: 'Mudar',
    rotate: 'Trocar o segredo',
    delete: 'Excluir',
    rotateTitle: 'Trocar o segredo?',
    rotateText:
      'O novo segredo é mostrado uma vez. Por 24 horas o antigo também assina, para que o receptor possa trocar sem perder eventos. Trocar de novo nesse tempo encerra o mais antigo na hora.',
    deleteTitle: 'Excluir o endereço?',
    deleteText: (url: string) => `Nada mais é enviado a ${url}, e o que espera envio é dado por perdido.`,
    bothSign: (until: string) => `O segredo anterior também assina até ${until}.`,
    secretTitle: 'Segredo do endereço',
    secretAbout: 'Com ele o receptor confere as assinaturas (Standard Webhooks).',
    secret: 'Segredo',
    enabled: (url: string) => `${url} recebe eventos de novo.`,
    deleted: (url: string) => `${url} foi excluído.`,
    restored: (url: string) => `${url} recebe eventos de novo. O que esperava envio ficou perdido.`,
  },
  en: {
    enable: 'Enable',
    change: 'Change',
    rotate: 'Replace the secret',
    delete: 'Delete',
    rotateTitle: 'Replace the secret?',
    rotateText:
      'The new secret is shown once. For 24 hours the old one signs too, so that the receiver can change without losing events. Replacing it again in that time ends the oldest at once.',
    deleteTitle: 'Delete the address?',
    deleteText: (url: string) => `Nothing more is sent to ${url}, and what waits to be sent is given up.`,
    bothSign: (until: string) => `The secret before signs too until ${until}.`,
    secretTitle: 'Secret of the address',
    secretAbout: 'With it the receiver checks the signatures (Standard Webhooks).',
    secret: 'Secret',
    enabled: (url: string) => `${url} receives events again.`,
    deleted: (url: string) => `${url} was deleted.`,
    restored: (url: string) => `${url} receives events again. What waited to be sent is lost.`,
  },
});
