import { useEffect, useRef, useState } from 'preact/hooks';
import type { Form } from '../../common/form.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Facts, Note, Row } from '../../ui/layout.js';
import { Notice } from '../../ui/surface.js';
import type { Credential } from './adapters.js';
import { fieldOf, type ProviderValues } from './provider-values.js';
import css from './providers.module.css';
import { type CertificateParts, type Trouble, UnreadableFile } from './certificate-parts.js';
import { factsOf, readCertificateFile, type CertificateFacts } from './read-certificate.js';

interface Props {
  form: Form<ProviderValues>;
  /** A stored one is replaced. */
  onRead(name: Credential): void;
}

/** Fills in the certificate and its key from files, and says what they are. They are read here and sent when the form is. */
export function CertificateFiles({ form, onRead }: Props) {
  const t = useTexts(TEXTS);
  const [trouble, setTrouble] = useState<{ file: File; why: Trouble }>();
  const [password, setPassword] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const read = async (files: readonly File[], opensWith?: string): Promise<void> => {
    setTrouble(undefined);
    for (const file of files) {
      try {
        const parts = await readCertificateFile(file, opensWith);
        for (const name of ['certificatePem', 'privateKeyPem'] as const) {
          if (parts[name] === undefined) continue;
          form.set(fieldOf(name), parts[name]);
          onRead(name);
        }
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error;
        setTrouble({ file, why: error.trouble });
      }
    }
  };
  return (
    <div class={css.credential}>
      <input
        ref={input}
        type="file"
        multiple
        accept=".p12,.pfx,.pem,.crt,.cer,.key"
        hidden
        onChange={({ currentTarget }) => {
          void read([...(currentTarget.files ?? [])]);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      <Row>
        <Button small onClick={() => input.current?.click()}>
          {t.choose}
        </Button>
      </Row>
      <Note>{t.kinds}</Note>
      {trouble && (
        <Notice tone={trouble.why === 'locked' ? 'warn' : 'bad'}>
          {trouble.file.name}: {t.troubles[trouble.why]}
        </Notice>
      )}
      {trouble && trouble.why !== 'unknown' && (
        <div
          class={css.credential}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Not the whole form.
            event.preventDefault();
            void read([trouble.file], password);
          }}
        >
          <TextField label={t.password} type="password" autocomplete="off" value={password} onValue={setPassword} />
          <Row>
            <Button onClick={() => void read([trouble.file], password)}>{t.open}</Button>
          </Row>
        </div>
      )}
      <WhatWasRead
        certificatePem={form.values[fieldOf('certificatePem')]}
        privateKeyPem={form.values[fieldOf('privateKeyPem')]}
      />
    </div>
  );
}

/** Of a pasted one too. */
function WhatWasRead({ certificatePem, privateKeyPem }: Required<CertificateParts>) {
  const t = useTexts(TEXTS);
  const { date } = useFormats();
  const [facts, setFacts] = useState<CertificateFacts>();
  useEffect(() => {
    let isLatest = true;
    factsOf({ certificatePem, privateKeyPem }).then(
      (found) => isLatest && setFacts(found),
      () => isLatest && setFacts(undefined),
    );
    return () => void (isLatest = false);
  }, [certificatePem, privateKeyPem]);
  if (!facts) return null;
  const isBad = facts.keyFits === false || facts.standing === 'over';
  return (
    <Notice tone={isBad ? 'bad' : facts.standing === 'valid' ? 'good' : 'warn'}>
      <Facts
        of={[
          [t.subject, facts.subject],
          [
            t.until,
            `${date(facts.validUntil.toISOString())}${facts.standing === 'valid' ? '' : `: ${t.standings[facts.standing]}`}`,
          ],
          [
            t.key,
            privateKeyPem.trim() === ''
              ? t.noKey
              : facts.keyFits === undefined
                ? t.unchecked
                : facts.keyFits
                  ? t.fits
                  : t.fitsNot,
          ],
        ]}
      />
    </Notice>
  );
}

const TEXTS = texts<{
  choose: string;
  kinds: string;
  troubles: Record<Trouble, string>;
  password: string;
  open: string;
  subject: string;
  until: string;
  standings: Record<'soonOver' | 'over' | 'notYet', string>;
  key: string;
  noKey: string;
  fits: string;
  fitsNot: string;
  unchecked: string;
}>({
  'pt-BR': {
    choose: 'Ler certificado e chave de arquivos',
    kinds: 'Um .p12 ou .pfx, ou os arquivos .pem, .crt, .cer e .key. A senha não sai deste navegador.',
    troubles: {
      unknown: 'não é um certificado nem uma chave que se possa ler.',
      locked: 'tem senha. Digite a senha que veio com o arquivo.',
      wrongPassword: 'a senha não abre este arquivo.',
    },
    password: 'Senha do arquivo',
    open: 'Abrir',
    subject: 'Certificado de',
    until: 'Válido até',
    standings: { soonOver: 'termina em menos de 30 dias', over: 'já terminou, peça outro ao banco', notYet: 'ainda não começou' },
    key: 'Chave',
    noKey: 'falta: escolha também o arquivo da chave',
    fits: 'é a deste certificado',
    fitsNot: 'não é a deste certificado: escolha o arquivo que veio com ele',
    unchecked: 'será conferida ao salvar',
  },
  en: {
    choose: 'Read certificate and key from files',
    kinds: 'A .p12 or .pfx, or the files .pem, .crt, .cer and .key. The password does not leave this browser.',
    troubles: {
      unknown: 'is no certificate and no key that can be read.',
      locked: 'has a password. Type the password that came with the file.',
      wrongPassword: 'the password does not open this file.',
    },
    password: 'Password of the file',
    open: 'Open',
    subject: 'Certificate of',
    until: 'Valid until',
    standings: { soonOver: 'ends within 30 days', over: 'has ended, ask the bank for another', notYet: 'has not begun yet' },
    key: 'Key',
    noKey: 'missing: choose the file of the key too',
    fits: 'is that of this certificate',
    fitsNot: 'is not that of this certificate: choose the file that came with it',
    unchecked: 'is checked when you save',
  },
});
