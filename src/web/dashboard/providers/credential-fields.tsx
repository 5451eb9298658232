import type { Form } from '../../common/form.js';
import { useTexts } from '../../common/language.js';
import { Button } from '../../ui/button.js';
import { TextArea, TextField } from '../../ui/field.js';
import { Note, Row } from '../../ui/layout.js';
import { Badge } from '../../ui/surface.js';
import { credentialsOf, isNeeded, type Credential } from './adapters.js';
import { CertificateFiles } from './certificate-files.js';
import { CREDENTIAL_TEXTS } from './credential-texts.js';
import { fieldOf, type Fate, type Fates, type ProviderValues } from './provider-values.js';
import css from './providers.module.css';

interface Props {
  form: Form<ProviderValues>;
  set: readonly string[];
  fates: Fates;
  onFate(credential: Credential, fate: Fate): void;
}

/** Stored secrets are never shown. */
export function CredentialFields({ form, set, fates, onFate }: Props) {
  const t = useTexts(CREDENTIAL_TEXTS);
  const { adapter } = form.values;
  const names = credentialsOf(adapter, set);
  if (names.length === 0) return null;
  return (
    <>
      <h3>{t.title}</h3>
      <Note>{t.about}</Note>
      {names.includes('certificatePem') && (
        <CertificateFiles form={form} onRead={(name) => set.includes(name) && onFate(name, 'replace')} />
      )}
      <div class={css.fields}>
        {names.map((name) => {
          const isStored = set.includes(name);
          const fate = fates[name] ?? 'keep';
          return (
            <div key={name} class={css.credential}>
              {isStored && fate !== 'replace' ? (
                <Stored
                  name={name}
                  fate={fate}
                  mayGo={!isNeeded(adapter, name)}
                  problems={form.problems[fieldOf(name)]}
                  onFate={(next) => onFate(name, next)}
                />
              ) : (
                <CredentialField form={form} name={name} isNeeded={isNeeded(adapter, name)} />
              )}
              {isStored && fate === 'replace' && (
                <Row>
                  <Button
                    small
                    variant="plain"
                    onClick={() => {
                      form.set(fieldOf(name), '');
                      onFate(name, 'keep');
                    }}
                  >
                    {t.keep}
                  </Button>
                </Row>
              )}
            </div>
          );
        })}
      </div>
    </>
  );
}

function Stored(of: {
  name: Credential;
  fate: Fate;
  mayGo: boolean;
  problems: readonly string[] | undefined;
  onFate(fate: Fate): void;
}) {
  const t = useTexts(CREDENTIAL_TEXTS);
  const label = t.names[of.name];
  return (
    <div role="group" aria-label={label} class={css.credential}>
      <span class={css.name}>{label}</span>
      <Row>
        <Badge tone={of.fate === 'remove' ? 'warn' : 'good'}>{of.fate === 'remove' ? t.removed : t.kept}</Badge>
        {of.fate === 'remove' ? (
          <Button small variant="plain" onClick={() => of.onFate('keep')}>
            {t.keep}
          </Button>
        ) : (
          <Button small onClick={() => of.onFate('replace')}>
            {t.replace}
          </Button>
        )}
        {of.mayGo && of.fate !== 'remove' && (
          <Button small variant="plain" onClick={() => of.onFate('remove')}>
            {t.remove}
          </Button>
        )}
      </Row>
      {of.problems && (
        <p class={css.problem} role="alert">
          {of.problems.join(' ')}
        </p>
      )}
    </div>
  );
}

function CredentialField({ form, name, isNeeded: needed }: { form: Form<ProviderValues>; name: Credential; isNeeded: boolean }) {
  const t = useTexts(CREDENTIAL_TEXTS);
  const label = needed ? t.names[name] : t.optional(t.names[name]);
  const common = { label, hint: t.hints[name], ...form.text(fieldOf(name)) };
  if (name.endsWith('Pem')) return <TextArea {...common} maxLength={30_000} placeholder="-----BEGIN …-----" />;
  const isSecret = name === 'clientSecret' || name === 'signatureSecret';
  // Not the reader's own password: the browser must not fill it in or keep it.
  return <TextField {...common} maxLength={1_000} type={isSecret ? 'password' : 'text'} autocomplete="one-time-code" />;
}
