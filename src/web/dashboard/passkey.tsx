import { GatewayError } from '../../client/errors.js';
import { texts, useTexts } from '../common/language.js';
import { useAction } from '../common/query.js';
import { Button } from '../ui/button.js';
import { Problem } from '../ui/surface.js';

/*
 * The browser's part of a passkey (WebAuthn). What it asks and answers is JSON of the service's. Its library is loaded when somebody
 * presses the button: it also serves browsers that cannot convert the JSON themselves.
 */

type Texts = ReturnType<typeof usePasskeyTexts>;

export const usePasskeyTexts = () => useTexts(TEXTS);

/** False also on a page without https. */
export const hasPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function';

/** Registers one on this device, or on another that the browser offers. */
export async function makePasskey(options: string, t: Texts): Promise<string> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return answered(startRegistration({ optionsJSON: JSON.parse(options) }), t);
}

async function askForPasskey(options: string, t: Texts): Promise<string> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return answered(startAuthentication({ optionsJSON: JSON.parse(options) }), t);
}

async function answered(asking: Promise<object>, t: Texts): Promise<string> {
  try {
    return JSON.stringify(await asking);
  } catch (error) {
    const { name } = error as Error;
    const said = name === 'InvalidStateError' ? t.known : name === 'SecurityError' ? t.elsewhere : t.cancelled;
    throw new GatewayError('BAD_USER_INPUT', said);
  }
}

/** Nothing in a browser without passkeys. `begin` fetches what the browser is asked with, `use` sends what it answers. */
export function PasskeyButton(props: {
  label?: string;
  variant?: 'primary' | 'quiet';
  begin(): Promise<string>;
  use(passkey: string): Promise<unknown>;
}) {
  const { variant, begin, use } = props;
  const t = usePasskeyTexts();
  const using = useAction(async () => {
    await use(await askForPasskey(await begin(), t));
  });
  if (!hasPasskeys()) return null;
  return (
    <>
      <Problem problem={using.error} />
      <Button variant={variant} isBusy={using.isBusy} onClick={() => void using.act()}>
        {props.label ?? t.use}
      </Button>
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    use: 'Usar chave de acesso',
    cancelled: 'O navegador não recebeu a chave de acesso: você cancelou, ou passou o tempo. Tente de novo.',
    known: 'Este aparelho já tem uma chave de acesso desta conta.',
    elsewhere: 'Chaves de acesso só funcionam no endereço principal do site, e não num endereço IP. Abra o painel por ele.',
  },
  en: {
    use: 'Use a passkey',
    cancelled: 'The browser got no passkey: you cancelled, or the time passed. Try again.',
    known: 'This device has a passkey of this account already.',
    elsewhere: "Passkeys work only at the site's main address, and not at an IP address. Open the dashboard there.",
  },
});
