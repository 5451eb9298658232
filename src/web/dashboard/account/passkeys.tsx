import { useState } from 'preact/hooks';
import {
  BeginPasskeyDocument,
  CreatePasskeyDocument,
  type MySecondFactorQuery,
  RemovePasskeyDocument,
  RenamePasskeyDocument,
} from '../../../generated/client/operations.js';
import { useForm } from '../../common/form.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { useClient } from '../../common/session.js';
import { systemOf } from '../../common/device.js';
import { RowButton } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { Row } from '../../ui/layout.js';
import { Table, type Column } from '../../ui/table.js';
import { makePasskey, usePasskeyTexts } from '../passkey.js';

type Passkey = MySecondFactorQuery['mySecondFactor']['passkeys'][number];

const LONGEST_NAME = 60;

/** `isLast`: without them the password is enough. */
export function Passkeys({ of, isLast, onChange }: { of: readonly Passkey[]; isLast: boolean; onChange(): void }) {
  const t = useTexts(TEXTS);
  const { dateTime } = useFormats();
  const client = useClient();
  const [isRenamed, setRenamed] = useState<Passkey>();
  const [isRemoved, setRemoved] = useState<Passkey>();
  const columns: readonly Column<Passkey>[] = [
    { key: 'name', head: t.name, cell: ({ name }) => name },
    { key: 'created', head: t.created, cell: ({ createdAt }) => dateTime(createdAt) },
    { key: 'used', head: t.used, cell: ({ lastUsedAt }) => (lastUsedAt ? dateTime(lastUsedAt) : t.never) },
    {
      key: 'action',
      head: t.action,
      cell: (passkey) => (
        <Row>
          <RowButton label={t.rename} of={passkey.name} onClick={() => setRenamed(passkey)} />
          <RowButton label={t.remove} of={passkey.name} onClick={() => setRemoved(passkey)} />
        </Row>
      ),
    },
  ];
  return (
    <>
      <Table caption={t.list} columns={columns} rows={of} keyOf={({ id }) => id} />
      {isRenamed && <Rename passkey={isRenamed} onSaved={onChange} onClose={() => setRenamed(undefined)} />}
      {isRemoved && (
        <ConfirmDialog
          title={t.removeTitle(isRemoved.name)}
          confirm={t.remove}
          variant="danger"
          onConfirm={async () => {
            await client.mutate(RemovePasskeyDocument, { id: isRemoved.id });
            onChange();
            return t.removed(isRemoved.name);
          }}
          onClose={() => setRemoved(undefined)}
        >
          <p>{isLast ? t.removeLast : t.removeAbout}</p>
          <p>{t.removeThere}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function Rename({ passkey, onSaved, onClose }: { passkey: Passkey; onSaved(): void; onClose(): void }) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const form = useForm({ name: passkey.name });
  return (
    <FormDialog
      title={t.renameTitle}
      form={form}
      save={async () => {
        await client.mutate(RenamePasskeyDocument, { id: passkey.id, name: form.values.name });
        return t.renamed(form.values.name);
      }}
      onSaved={onSaved}
      onClose={onClose}
    >
      <TextField label={t.name} maxLength={LONGEST_NAME} {...form.text('name')} />
    </FormDialog>
  );
}

/** `onCreated` gets recovery codes if it is the first second factor of the account. */
export function NewPasskey({ onCreated, onClose }: { onCreated(codes: readonly string[]): void; onClose(): void }) {
  const t = useTexts(TEXTS);
  const said = usePasskeyTexts();
  const client = useClient();
  const form = useForm({ name: systemOf(navigator.userAgent) ?? '' });
  return (
    <FormDialog
      title={t.newTitle}
      form={form}
      saveLabel={t.go}
      save={async () => {
        if (!form.show(form.values.name.trim() === '' ? { name: [t.needed] } : {})) return false;
        const { options } = (await client.mutate(BeginPasskeyDocument, {})).beginPasskey;
        const passkey = await makePasskey(options, said);
        const input = { name: form.values.name, passkey };
        onCreated((await client.mutate(CreatePasskeyDocument, { input })).createPasskey.codes);
        return t.made(form.values.name);
      }}
      onClose={onClose}
    >
      <p>{t.about}</p>
      <TextField label={t.name} hint={t.nameHint} maxLength={LONGEST_NAME} {...form.text('name')} />
    </FormDialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    list: 'Chaves de acesso',
    name: 'Nome',
    created: 'Criada em',
    used: 'Último uso',
    never: 'Ainda não usada',
    action: 'Ação',
    rename: 'Renomear',
    renameTitle: 'Renomear a chave de acesso',
    remove: 'Remover',
    removeTitle: (name: string) => `Remover a chave de acesso ${name}?`,
    removeAbout: 'Ela deixa de entrar no painel. Os seus outros jeitos de confirmar continuam valendo.',
    removeLast: 'É o seu último segundo fator: a senha volta a bastar para entrar, e os códigos de recuperação deixam de valer.',
    removeThere: 'No aparelho ou no gerenciador de senhas ela continua na lista até você apagá-la lá.',
    newTitle: 'Criar chave de acesso',
    about:
      'Ela fica neste aparelho, no seu gerenciador de senhas ou numa chave de segurança, e confirma que é você com o dedo, o rosto ou um PIN. Um site falso não consegue usá-la.',
    nameHint: 'Para você reconhecer depois: MacBook, celular, chave de segurança.',
    needed: 'Escreva um nome.',
    go: 'Continuar',
    removed: (name: string) => `A chave de acesso ${name} foi removida.`,
    renamed: (name: string) => `A chave de acesso se chama agora ${name}.`,
    made: (name: string) => `A chave de acesso ${name} foi criada.`,
  },
  en: {
    list: 'Passkeys',
    name: 'Name',
    created: 'Created',
    used: 'Last used',
    never: 'Not used yet',
    action: 'Action',
    rename: 'Rename',
    renameTitle: 'Rename the passkey',
    remove: 'Remove',
    removeTitle: (name: string) => `Remove the passkey ${name}?`,
    removeAbout: 'It no longer logs in. Your other ways to confirm go on.',
    removeLast: 'It is your last second factor: the password is enough again, and the recovery codes end.',
    removeThere: 'The device or the password manager still lists it until you delete it there.',
    newTitle: 'Create a passkey',
    about:
      'It is kept on this device, in your password manager or on a security key, and confirms that it is you by a finger, a face or a PIN. A fake site cannot use it.',
    nameHint: 'So that you know it later: MacBook, phone, security key.',
    needed: 'Write a name.',
    go: 'Continue',
    removed: (name: string) => `The passkey ${name} was removed.`,
    renamed: (name: string) => `The passkey is now called ${name}.`,
    made: (name: string) => `The passkey ${name} was created.`,
  },
});
