import { useState } from 'preact/hooks';
import {
  BlockLegacyClientDocument,
  ChangeLegacyClientDocument,
  LegacyClientDocument,
  RotateLegacyClientSecretsDocument,
  UnblockLegacyClientDocument,
  type LegacyClientFragment,
} from '../../../generated/client/operations.js';
import { useForm } from '../../common/form.js';
import { texts, useTexts } from '../../common/language.js';
import { SecretDialog } from '../../common/secret-dialog.js';
import { useClient } from '../../common/session.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Checkbox, Select, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { Row } from '../../ui/layout.js';
import type { Toast } from '../../ui/toasts.js';
import { SECRET_TEXTS } from './secret-texts.js';

const SECRETS = {
  both: ['CLIENT_SECRET', 'SIGNATURE_SECRET'],
  client: ['CLIENT_SECRET'],
  signature: ['SIGNATURE_SECRET'],
} as const;
type Which = keyof typeof SECRETS;

/** What an owner can do with a legacy client. */
export function ClientActions({ of, onDone }: { of: LegacyClientFragment; onDone(): void }) {
  const t = useTexts(TEXTS);
  const secretTexts = useTexts(SECRET_TEXTS);
  const client = useClient();
  const { id, name, blockedAt } = of;
  const [open, setOpen] = useState<'change' | 'rotate' | 'block' | 'unblock'>();
  const [which, setWhich] = useState<Which>('both');
  const [secrets, setSecrets] = useState<readonly { name: string; value: string }[]>();
  const onClose = (): void => setOpen(undefined);
  const isBlockedAt = async (at: string | null): Promise<boolean> =>
    (await client.query(LegacyClientDocument, { id })).apiClient?.blockedAt === at;
  // The page may be older than what somebody else did: that is not for this operator to undo.
  const block = async (): Promise<Toast> => {
    const isFree = await isBlockedAt(null);
    const { blockApiClient: blocked } = await client.mutate(BlockLegacyClientDocument, { id });
    const undo = { isAsLeft: () => isBlockedAt(blocked.blockedAt), run: unblock, done: t.unblocked(name) };
    return { text: t.blocked(name), ...(isFree && { undo }) };
  };
  const unblock = async (): Promise<Toast> => {
    const isAsShown = await isBlockedAt(blockedAt);
    await client.mutate(UnblockLegacyClientDocument, { id });
    const undo = { isAsLeft: () => isBlockedAt(null), run: block, done: t.blocked(name) };
    return { text: t.unblocked(name), ...(isAsShown && { undo }) };
  };
  const rotate = async () => {
    const { rotateApiClientSecrets: made } = await client.mutate(RotateLegacyClientSecretsDocument, {
      id,
      secrets: [...SECRETS[which]],
    });
    const { clientSecret, signatureSecret } = made;
    setSecrets([
      ...(clientSecret === null ? [] : [{ name: 'client_secret', value: clientSecret }]),
      ...(signatureSecret === null ? [] : [{ name: secretTexts.signature, value: signatureSecret }]),
    ]);
    // The next dialog shows them.
    return null;
  };
  return (
    <>
      <Row>
        <Button onClick={() => setOpen('change')}>{t.change}</Button>
        <Button onClick={() => setOpen('rotate')}>{t.rotate}</Button>
        {blockedAt ? (
          <Button onClick={() => setOpen('unblock')}>{t.unblock}</Button>
        ) : (
          <Button variant="danger" onClick={() => setOpen('block')}>
            {t.block}
          </Button>
        )}
      </Row>
      {open === 'change' && <ChangeClient of={of} onSaved={onDone} onClose={onClose} />}
      {open === 'rotate' && (
        <ConfirmDialog title={t.rotateTitle} confirm={t.rotate} variant="danger" onClose={onClose} onConfirm={rotate}>
          <p>{t.rotateText}</p>
          <Select
            label={t.which}
            value={which}
            options={[
              { value: 'both', label: t.both },
              { value: 'client', label: 'client_secret' },
              { value: 'signature', label: secretTexts.signature },
            ]}
            onValue={(value) => setWhich(value as Which)}
          />
        </ConfirmDialog>
      )}
      {open === 'block' && (
        <ConfirmDialog
          title={t.blockTitle(name)}
          confirm={t.block}
          variant="danger"
          onClose={onClose}
          onConfirm={async () => {
            const said = await block();
            onDone();
            return said;
          }}
        >
          <p>{t.blockText}</p>
        </ConfirmDialog>
      )}
      {open === 'unblock' && (
        <ConfirmDialog
          title={t.unblockTitle(name)}
          confirm={t.unblock}
          onClose={onClose}
          onConfirm={async () => {
            const said = await unblock();
            onDone();
            return said;
          }}
        >
          <p>{t.unblockText}</p>
        </ConfirmDialog>
      )}
      {secrets && <SecretDialog title={name} about={secretTexts.about} secrets={secrets} onClose={() => setSecrets(undefined)} />}
    </>
  );
}

function ChangeClient({ of, onSaved, onClose }: { of: LegacyClientFragment; onSaved(): void; onClose(): void }) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const form = useForm({ name: of.name, requiresSignature: of.requiresSignature });
  const save = async () => {
    await client.mutate(ChangeLegacyClientDocument, { id: of.id, input: form.values });
    return t.changed(form.values.name);
  };
  return (
    <FormDialog title={t.change} form={form} save={save} onSaved={onSaved} onClose={onClose}>
      <TextField label={t.name} maxLength={120} {...form.text('name')} />
      <Checkbox label={t.requires} hint={t.requiresHint} {...form.check('requiresSignature')} />
    </FormDialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    change: 'Mudar',
    rotate: 'Trocar segredos',
    block: 'Bloquear',
    unblock: 'Desbloquear',
    name: 'Nome',
    requires: 'Exigir assinatura em cada chamada',
    requiresHint: 'Chamadas sem o cabeçalho Signature passam a ser recusadas.',
    rotateTitle: 'Trocar segredos?',
    rotateText: 'Os antigos deixam de valer na hora, com os tokens que deles vieram. O programa para até receber os novos.',
    which: 'Qual',
    both: 'Os dois',
    blockTitle: (name: string) => `Bloquear ${name}?`,
    blockText: 'Nenhuma chamada é mais aceita. Pagamentos das cobranças que já fez ainda são creditados.',
    unblockTitle: (name: string) => `Desbloquear ${name}?`,
    unblockText: 'As chamadas voltam a ser aceitas.',
    blocked: (name: string) => `A integração ${name} foi bloqueada.`,
    unblocked: (name: string) => `A integração ${name} foi desbloqueada.`,
    changed: (name: string) => `As alterações de ${name} foram salvas.`,
  },
  en: {
    change: 'Change',
    rotate: 'Replace secrets',
    block: 'Block',
    unblock: 'Unblock',
    name: 'Name',
    requires: 'Require a signature in each call',
    requiresHint: 'Calls without the Signature header are then refused.',
    rotateTitle: 'Replace secrets?',
    rotateText: 'The old ones end at once, with the tokens that came from them. The program stops until it gets the new ones.',
    which: 'Which',
    both: 'Both',
    blockTitle: (name: string) => `Block ${name}?`,
    blockText: 'No call is taken any more. Payments of the charges that it made are still credited.',
    unblockTitle: (name: string) => `Unblock ${name}?`,
    unblockText: 'Its calls are taken again.',
    blocked: (name: string) => `The client ${name} was blocked.`,
    unblocked: (name: string) => `The client ${name} was unblocked.`,
    changed: (name: string) => `The changes of ${name} were saved.`,
  },
});
