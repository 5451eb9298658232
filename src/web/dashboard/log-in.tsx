import { useEffect, useRef, useState } from 'preact/hooks';
import { useAction } from '../common/query.js';
import { type Form, useForm } from '../common/form.js';
import { useSession } from '../common/session.js';
import { texts, useLanguage, useTexts } from '../common/language.js';
import { BeginPasskeyLoginDocument, MeDocument, type SecondFactorMethod } from '../../generated/client/operations.js';
import { logInByPasskey, logInOperator } from './operator-session.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/field.js';
import { Card, Notice, Problem } from '../ui/surface.js';
import type { Tokens } from '../../client/session.js';
import { useCodeField } from './account/code-field.js';
import { PasskeyButton } from './passkey.js';
import css from './dashboard.module.css';

export function LogIn() {
  const { client, enter, hasEnded, person } = useSession();
  const t = useTexts(TEXTS);
  const form = useForm({ email: '', password: '', code: '' });
  /** Of the second step, which asks for one of them. */
  const [methods, setMethods] = useState<readonly SecondFactorMethod[]>();
  const language = useLanguage();
  const enterBy = async (tokens: Tokens) => {
    client.signIn(tokens);
    enter((await client.query(MeDocument, {})).me);
  };
  const logIn = async (proof: { code?: string; passkey?: string }) => {
    const { email, password } = form.values;
    const answer = await logInOperator({ email, password, ...proof }, language);
    if ('needsSecondFactor' in answer) setMethods(answer.needsSecondFactor);
    else await enterBy(answer);
  };
  const entering = useAction(() => logIn(methods ? { code: form.values.code } : {}));
  const beginPasskey = async () => (await client.mutate(BeginPasskeyLoginDocument, {})).beginPasskeyLogin.options;
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
          {methods ? (
            <>
              {methods.includes('PASSKEY') && <PasskeyButton begin={beginPasskey} use={(passkey) => logIn({ passkey })} />}
              <CodeStep methods={methods} {...form.text('code')} />
            </>
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
          {!methods && (
            <PasskeyButton
              label={t.byPasskey}
              begin={beginPasskey}
              use={async (passkey) => enterBy(await logInByPasskey(passkey, language))}
            />
          )}
          {methods && (
            <>
              <p>{t.lost}</p>
              <Button
                variant="plain"
                onClick={() => {
                  setMethods(undefined);
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
function CodeStep(props: { methods: readonly SecondFactorMethod[] } & ReturnType<Form<{ code: string }>['text']>) {
  const { methods, ...field } = props;
  const about = useCodeField(methods);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={place}>
      <TextField required {...about} {...field} />
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
    byPasskey: 'Entrar com chave de acesso',
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
    byPasskey: 'Log in with a passkey',
    lost: 'Without the phone and the codes? An owner removes your second factor under “My account”, or the person who runs the server.',
    back: 'Back',
  },
});
