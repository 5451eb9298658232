import { demandSecondFactorRoles } from '../../../generated/client/operator-roles.js';
import { texts, useTexts } from '../../common/language.js';
import { useSession } from '../../common/session.js';
import { Sessions } from '../../common/sessions.js';
import { Facts, TitleRow } from '../../ui/layout.js';
import { Card } from '../../ui/surface.js';
import { useMay } from '../may.js';
import { PasswordForm } from './password-form.js';
import { SecondFactor } from './second-factor.js';
import { Team } from './team.js';

export function AccountScreen() {
  const t = useTexts(TEXTS);
  const { person } = useSession();
  const may = useMay();
  if (!person) return null;
  return (
    <>
      <TitleRow>
        <h1>{t.title}</h1>
      </TitleRow>
      <Card title={t.who}>
        <Facts
          of={[
            [t.name, person.name],
            [t.email, person.email],
          ]}
        />
      </Card>
      <Card title={t.secondFactor}>
        <SecondFactor />
      </Card>
      <Card title={t.password}>
        <PasswordForm />
      </Card>
      <Card title={t.sessions}>
        <Sessions />
      </Card>
      {may(demandSecondFactorRoles) && <Team />}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Minha conta',
    who: 'Você',
    name: 'Nome',
    email: 'E-mail',
    secondFactor: 'Segundo fator',
    password: 'Senha',
    sessions: 'Onde você está conectado',
  },
  en: {
    title: 'My account',
    who: 'You',
    name: 'Name',
    email: 'E-mail',
    secondFactor: 'Second factor',
    password: 'Password',
    sessions: 'Where you are logged in',
  },
});
