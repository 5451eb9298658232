import { useEffect, useRef, useState } from 'preact/hooks';
import { useAction } from '../common/query.js';
import { type Form, useForm } from '../common/form.js';
import { useSession } from '../common/session.js';
import { texts, useLanguage, useTexts } from '../common/language.js';
import { MeDocument } from '../../generated/client/operations.js';
import { logInOperator } from './operator-session.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/field.js';
import { Card, Notice, Problem } from '../ui/surface.js';
import { CODE_FIELD, CODE_TEXTS } from './account/code-field.js';
import css from './dashboard.module.css';

export function LogIn() {
  const { client, enter, hasEnded, person } = useSession();
  const t = useTexts(TEXTS);
  const codes = useTexts(CODE_TEXTS);
  const form = useForm({ email: '', password: '', code: '' });
  const [asksForCode, setAsksForCode] = useState(false);
  const language = useLanguage();
  const entering = useAction(async () => {
    const { code, ...credentials } = form.values;
    const tokens = await logInOperator({ ...credentials, ...(asksForCode && { code }) }, language);
    if (!tokens) return setAsksForCode(true);
    client.signIn(tokens);
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
          {asksForCode ? (
            <CodeStep label={codes.code} hint={codes.hint} {...form.text('code')} />
          ) : (
            <>
              <TextField label={t.email} type="email" autocomplete="username" required {...form.text('email')} />
              <TextField label={t.password} type="password" autocomplete="current-password" required {...form.text('password')} />
            </>
          )}
          <Problem problem={entering.error} />
          <Button variant="primary" type="submit" isBusy={entering.isBusy}>
            {t.enter}
          </Button>
          {asksForCode && (
            <>
              <p>{t.lost}</p>
              <Button
                variant="plain"
                onClick={() => {
                  setAsksForCode(false);
                  form.setAll({ email: form.values.email, password: '', code: '' });
                  entering.reset();
                }}
              >
                {t.back}
              </Button>
            </>
          )}
        </form>
      </Card>
    </div>
  );
}

/** The field of the second step has the focus: the first step is gone. */
function CodeStep(props: { label: string; hint: string } & ReturnType<Form<{ code: string }>['text']>) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={place}>
      <TextField required {...CODE_FIELD} {...props} />
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
    lost: 'Sem o celular e sem os códigos? Um dono remove o seu segundo fator em “Minha conta”, ou quem cuida do servidor.',
    back: 'Voltar',
  },
  en: {
    title: "The operator's dashboard",
    email: 'E-mail',
    password: 'Password',
    enter: 'Log in',
    ended: 'Your session has ended. Log in again to go on where you were.',
    notOperator: 'This account is not an operator’s.',
    lost: 'Without the phone and the codes? An owner removes your second factor under “My account”, or the person who runs the server.',
    back: 'Back',
  },
});
