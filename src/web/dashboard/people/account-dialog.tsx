import { ChangeAccountDocument, type AccountFragment, type OperatorRole } from '../../../generated/client/operations.js';
import { useForm } from '../../common/form.js';
import { texts, useTexts } from '../../common/language.js';
import { useClient } from '../../common/session.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { Select, TextField } from '../../ui/field.js';
import { Note } from '../../ui/layout.js';
import { OPERATOR_ROLES, ROLE_HINTS, ROLE_TEXTS } from './people-texts.js';

/** Only changed fields are sent. */
export function AccountDialog(of: { account: AccountFragment; onSaved(): void; onClose(): void }) {
  const { account, onSaved, onClose } = of;
  const { role, operatorRole } = account;
  const t = useTexts(TEXTS);
  const roles = useTexts(ROLE_TEXTS);
  const hints = useTexts(ROLE_HINTS);
  const client = useClient();
  const known = {
    name: account.name,
    phone: account.phone ?? '',
    email: account.email ?? '',
    operatorRole: operatorRole ?? '',
    password: '',
  };
  const form = useForm<typeof known>(known);
  const save = async () => {
    const changed = Object.entries(form.values).filter(([name, value]) => value !== known[name as keyof typeof known]);
    const input = Object.fromEntries(changed.map(([name, value]) => [name, value === '' && name !== 'name' ? null : value]));
    if (changed.length === 0) return t.same;
    await client.mutate(ChangeAccountDocument, { id: account.id, input });
    return t.saved(form.values.name);
  };
  return (
    <FormDialog title={t.title} form={form} save={save} onSaved={onSaved} onClose={onClose}>
      <TextField label={t.name} maxLength={120} autocomplete="off" {...form.text('name')} />
      {role === 'USER' && (
        <TextField label={t.phone} hint={t.phoneHint} type="tel" maxLength={30} autocomplete="off" {...form.text('phone')} />
      )}
      <TextField label={t.email} type="email" maxLength={254} autocomplete="off" {...form.text('email')} />
      {operatorRole && (
        <>
          <Select
            label={t.role}
            options={OPERATOR_ROLES.map((value) => ({ value, label: roles[value] }))}
            {...form.text('operatorRole')}
          />
          <Note>{hints[form.values.operatorRole as OperatorRole]}</Note>
          <TextField
            label={t.password}
            hint={t.passwordHint}
            type="password"
            maxLength={200}
            autocomplete="new-password"
            {...form.text('password')}
          />
        </>
      )}
    </FormDialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Mudar dados',
    name: 'Nome',
    phone: 'Telefone',
    phoneHint:
      'Com um novo telefone a pessoa sai de todos os aparelhos e entra de novo. Vazio: ninguém entra nesta conta, e o telefone fica livre.',
    email: 'E-mail',
    role: 'Função',
    password: 'Nova senha (opcional)',
    passwordHint: 'De 12 a 200 caracteres, nada que se adivinhe. As sessões da pessoa terminam.',
    same: 'Nada mudou.',
    saved: (name: string) => `As alterações de ${name} foram salvas.`,
  },
  en: {
    title: 'Change the data',
    name: 'Name',
    phone: 'Phone',
    phoneHint:
      'With a new phone the person is logged out of every device, and logs in again. Empty: nobody logs in to this account, and the phone is free.',
    email: 'E-mail',
    role: 'Role',
    password: 'New password (optional)',
    passwordHint: "12 to 200 characters, nothing that is easy to guess. The person's sessions end.",
    same: 'Nothing has changed.',
    saved: (name: string) => `The changes of ${name} were saved.`,
  },
});
