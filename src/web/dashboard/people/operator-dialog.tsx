import { CreateAccountDocument, type OperatorRole } from '../../../generated/client/operations.js';
import { useAction } from '../../common/asking.js';
import { useForm } from '../../common/form.js';
import { texts, useTexts } from '../../common/language.js';
import { Dialog } from '../../ui/dialog.js';
import { Select, TextField } from '../../ui/field.js';
import { Note, Stack } from '../../ui/layout.js';
import { Problem } from '../../ui/surface.js';
import { EditEnd } from '../raffle/edit-end.js';
import { unshown } from '../raffle/unshown.js';
import { useMutate } from '../raffle/use-mutate.js';
import { OPERATOR_ROLES, ROLE_HINTS, ROLE_TEXTS } from './people-texts.js';

const FIELDS = ['name', 'email', 'password', 'operatorRole'];

/** Makes another operator. */
export function OperatorDialog({ onSaved, onClose }: { onSaved(id: string): void; onClose(): void }) {
  const t = useTexts(TEXTS);
  const roles = useTexts(ROLE_TEXTS);
  const hints = useTexts(ROLE_HINTS);
  const mutate = useMutate();
  const form = useForm<{ name: string; email: string; password: string; operatorRole: string }>({
    name: '',
    email: '',
    password: '',
    operatorRole: 'SUPPORT',
  });
  const role = form.values.operatorRole as OperatorRole;
  const saving = useAction(async () => {
    const { name, email, password } = form.values;
    try {
      const { createUser } = await mutate(CreateAccountDocument, {
        input: { role: 'ADMIN', operatorRole: role, name, email, password },
      });
      onSaved(createUser.id);
    } catch (error) {
      form.refuse(error as Parameters<typeof form.refuse>[0]);
      throw error;
    }
    onClose();
  });
  return (
    <Dialog title={t.title} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void saving.act();
        }}
      >
        <Stack>
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
          <Problem problem={unshown(saving.error, FIELDS)} />
          <EditEnd saving={saving} back={t.back} save={t.save} onSaved={() => undefined} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Novo operador',
    name: 'Nome',
    email: 'E-mail, com que entra',
    password: 'Primeira senha',
    passwordHint: 'De 8 a 200 caracteres. Peça que a pessoa a troque.',
    role: 'Função',
    back: 'Voltar',
    save: 'Criar',
  },
  en: {
    title: 'New operator',
    name: 'Name',
    email: 'E-mail, to log in with',
    password: 'First password',
    passwordHint: '8 to 200 characters. Ask the person to change it.',
    role: 'Role',
    back: 'Back',
    save: 'Create',
  },
});
