import { UpdateCustomerDocument, type PersonFragment } from '../../generated/client/operations.js';
import { isCpf } from '../buyer/cpf-and-phone.js';
import { maskCpf } from '../buyer/masks.js';
import { FileButton } from '../common/file-button.js';
import { unshownError, useForm } from '../common/form.js';
import { texts, useTexts } from '../common/language.js';
import { useAction } from '../common/query.js';
import { useSession } from '../common/session.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/field.js';
import { Card, Notice, Problem } from '../ui/surface.js';
import css from './account.module.css';
import { ContactForm } from './contact-form.js';
import { DeleteAccount } from './delete-account.js';
import { MessageChoices } from './message-choices.js';
import { PasswordForm } from './password-form.js';
import { Sessions } from '../common/sessions.js';
import { useState } from 'preact/hooks';

export function ProfileScreen() {
  const t = useTexts(TEXTS);
  const { person } = useSession();
  if (!person) return null;
  return (
    <>
      <Card title={t.person}>
        <PersonForm person={person} />
      </Card>
      <Card title={t.phone}>
        <ContactForm person={person} kind="phone" />
      </Card>
      <Card title={t.email}>
        <ContactForm person={person} kind="email" />
      </Card>
      <Card title={t.password}>
        <PasswordForm person={person} />
      </Card>
      <Card title={t.messages}>
        <MessageChoices />
      </Card>
      <Card title={t.sessions}>
        <Sessions />
      </Card>
      <Card title={t.data}>
        <p class={css.soft}>{t.dataHint}</p>
        <FileButton path="/v1/users/profile/data" fileName="personal-data.json" label={t.dataButton} />
      </Card>
      <Card title={t.deletion}>
        <DeleteAccount />
      </Card>
    </>
  );
}

/** What is set once is not asked again: the service refuses another date of birth. */
function PersonForm({ person }: { person: PersonFragment }) {
  const t = useTexts(TEXTS);
  const { client, enter } = useSession();
  const form = useForm({ name: person.name, cpf: '', birthDate: '' });
  const [isSaved, setSaved] = useState(false);
  const asks = { cpf: person.cpf === null, birthDate: person.birthDate === null };
  const saving = useAction(async () => {
    setSaved(false);
    const { name, cpf, birthDate } = form.values;
    const input = {
      ...(name.trim() !== person.name && { name: name.trim() }),
      ...(cpf && { cpf }),
      ...(birthDate && { birthDate }),
    };
    try {
      if (Object.keys(input).length > 0)
        enter((await client.mutate(UpdateCustomerDocument, { id: person.id, input })).updateCustomer);
      setSaved(true);
    } catch (error) {
      form.refuse(error);
      throw error;
    }
  });
  return (
    <form
      class={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const { name, cpf } = form.values;
        const found = { ...(!name.trim() && { name: [t.wrongName] }), ...(cpf && !isCpf(cpf) && { cpf: [t.wrongCpf] }) };
        if (form.show(found)) void saving.act();
      }}
    >
      <TextField label={t.name} autocomplete="name" maxLength={120} {...form.text('name')} />
      {asks.cpf ? (
        <TextField label={t.cpf} inputMode="numeric" mask={maskCpf} {...form.text('cpf')} />
      ) : (
        <p class={css.soft}>{t.cpfIs(maskCpf(person.cpf ?? ''))}</p>
      )}
      {asks.birthDate && <TextField label={t.birthDate} type="date" autocomplete="bday" {...form.text('birthDate')} />}
      <Problem problem={unshownError(saving.error, ['name', 'cpf', 'birthDate'])} />
      {isSaved && (
        <Notice tone="good">
          <p>{t.saved}</p>
        </Notice>
      )}
      <Button type="submit" isBusy={saving.isBusy}>
        {t.save}
      </Button>
    </form>
  );
}

const TEXTS = texts({
  'pt-BR': {
    person: 'Quem é você',
    name: 'Nome completo',
    cpf: 'CPF',
    cpfIs: (cpf: string) => `CPF: ${cpf}`,
    birthDate: 'Data de nascimento',
    save: 'Salvar',
    saved: 'Salvo.',
    wrongName: 'Escreva o seu nome.',
    wrongCpf: 'Confira os onze números do CPF.',
    phone: 'Telefone',
    email: 'E-mail',
    password: 'Senha',
    messages: 'Mensagens que você recebe',
    sessions: 'Onde você está conectado',
    data: 'Uma cópia dos seus dados',
    dataHint: 'Tudo o que guardamos sobre você, em um arquivo.',
    dataButton: 'Baixar meus dados',
    deletion: 'Excluir a conta',
  },
  en: {
    person: 'Who you are',
    name: 'Full name',
    cpf: 'CPF',
    cpfIs: (cpf: string) => `CPF: ${cpf}`,
    birthDate: 'Date of birth',
    save: 'Save',
    saved: 'Saved.',
    wrongName: 'Write your name.',
    wrongCpf: 'Check the eleven digits of the CPF.',
    phone: 'Phone',
    email: 'E-mail',
    password: 'Password',
    messages: 'Messages that you get',
    sessions: 'Where you are logged in',
    data: 'A copy of your data',
    dataHint: 'All that we keep about you, in a file.',
    dataButton: 'Download my data',
    deletion: 'Delete the account',
  },
});
