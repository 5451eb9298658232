import { CreateAccountDocument, type OperatorRole } from '../../../generated/client/operations.js';
import { useForm } from '../../common/form.js';
import { texts, useTexts } from '../../common/language.js';
import { useClient } from '../../common/session.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { Select, TextField } from '../../ui/field.js';
import { Note } from '../../ui/layout.js';
import { OPERATOR_ROLES, ROLE_HINTS, ROLE_TEXTS } from './people-texts.js';

export function OperatorDialog({ onSaved, onClose }: { onSaved(id: string): void; onClose(): void }) {
  const t = useTexts(TEXTS);
  const roles = useTexts(ROLE_TEXTS);
  const hints = useTexts(ROLE_HINTS);
  const client = useClient();
  const form = useForm<{ name: string; email: string; password: string; operatorRole: string }>({
    name: '',
    email: '',
    password: '',
    operatorRole: 'SUPPORT',
  });
  const role = form.values.operatorRole as OperatorRole;
  const save = async () => {
    const { name, email, password } = form.values;
    const { createUser } = await client.mutate(CreateAccountDocument, {
      input: { role: 'ADMIN', operatorRole: role, name, email, password },
    });
    onSaved(createUser.id);
    return t.made(name);
  };
  return (
    <FormDialog title={t.title} form={form} save={save} saveLabel={t.save} onClose={onClose}>
      <TextField label={t.name} maxLength={120} autocomplete="off" {...form.text('name')} />
      <TextField label={t.email} type="email" maxLength={254} autocomplete="off" {...form.text('email')} />
      <TextField
        label={t.password}
        hint={t.passwordHint}
        type="password"
        maxLength={200}
        autocomplete="new-password"
        {...form.text('password')}
      />
      <Select
        label={t.role}
        options={OPERATOR_ROLES.map((value) => ({ value, label: roles[value] }))}
        {...form.text('operatorRole')}
      />
      <Note>{hints[role]}</Note>
    </FormDialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Novo operador',
    name: 'Nome',
    email: 'E-mail, com que entra',
    password: 'Primeira senha',
    passwordHint: 'De 12 a 200 caracteres, nada que se adivinhe. Peça que a pessoa a troque.',
    role: 'Função',
    save: 'Criar',
    made: (name: string) => `${name} já pode entrar no painel.`,
  },
  en: {
    title: 'New operator',
    name: 'Name',
    email: 'E-mail, to log in with',
    password: 'First password',
    passwordHint: '12 to 200 characters, nothing that is easy to guess. Ask the person to change it.',
    role: 'Role',
    save: 'Create',
    made: (name: string) => `${name} can log in to the dashboard.`,
  },
});
