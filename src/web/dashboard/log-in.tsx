import { useAction } from '../common/query.js';
import { useForm } from '../common/form.js';
import { useSession } from '../common/session.js';
import { texts, useLanguage, useTexts } from '../common/language.js';
import { MeDocument } from '../../generated/client/operations.js';
import { logInOperator } from './operator-session.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/field.js';
import { Card, Notice, Problem } from '../ui/surface.js';
import css from './dashboard.module.css';

export function LogIn() {
  const { client, enter, hasEnded, person } = useSession();
  const t = useTexts(TEXTS);
  const form = useForm({ email: '', password: '' });
  const language = useLanguage();
  const entering = useAction(async () => {
    client.signIn(await logInOperator(form.values, language));
    enter((await client.query(MeDocument, {})).me);
  });
  return (
    <div class={css.logIn}>
      <Card>
        <h1>{t.title}</h1>
        {hasEnded && <Notice tone="warn">{t.ended}</Notice>}
        {person && <Notice tone="bad">{t.notOperator}</Notice>}
        <form
          class={css.form}
          onSubmit={(event) => {
            event.preventDefault();
            void entering.act();
          }}
        >
          <TextField label={t.email} type="email" autocomplete="username" required {...form.text('email')} />
          <TextField label={t.password} type="password" autocomplete="current-password" required {...form.text('password')} />
          <Problem problem={entering.error} />
          <Button variant="primary" type="submit" isBusy={entering.isBusy}>
            {t.enter}
          </Button>
        </form>
      </Card>
    </div>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Painel do operador',
    email: 'E-mail',
    password: 'Senha',
    enter: 'Entrar',
    ended: 'Sua sessão terminou. Entre de novo para continuar de onde parou.',
    notOperator: 'Esta conta não é de operador.',
  },
  en: {
    title: "The operator's dashboard",
    email: 'E-mail',
    password: 'Password',
    enter: 'Log in',
    ended: 'Your session has ended. Log in again to go on where you were.',
    notOperator: 'This account is not an operator’s.',
  },
});
