import { texts, useTexts } from '../../common/language.js';
import { saveFile } from '../../common/save-file.js';
import { Button, CopyButton } from '../../ui/button.js';
import { Row, Stack } from '../../ui/layout.js';
import { Notice } from '../../ui/surface.js';
import css from './account.module.css';

/** Shown once: the service keeps only what they are compared with. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept(): void }) {
  const t = useTexts(TEXTS);
  const text = `${codes.join('\n')}\n`;
  return (
    <Stack>
      <Notice tone="warn">{t.about}</Notice>
      <ul class={css.codes} aria-label={t.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Row>
        <CopyButton text={text} label={t.copy} done={t.copied} />
        <Button onClick={() => saveFile('recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}>{t.save}</Button>
        <Button variant="primary" onClick={onKept}>
          {t.kept}
        </Button>
      </Row>
    </Stack>
  );
}

const TEXTS = texts({
  'pt-BR': {
    about:
      'Guarde estes códigos fora do celular, em papel ou num cofre de senhas: cada um entra uma vez no lugar do aplicativo ou da chave de acesso. Eles não aparecem de novo.',
    codes: 'Códigos de recuperação',
    copy: 'Copiar',
    copied: 'Copiados',
    save: 'Salvar em arquivo',
    kept: 'Já guardei os códigos',
  },
  en: {
    about:
      'Keep these codes away from the phone, on paper or in a password manager: each logs in once in place of the app or the passkey. They are not shown again.',
    codes: 'Recovery codes',
    copy: 'Copy',
    copied: 'Copied',
    save: 'Save as a file',
    kept: 'I have kept the codes',
  },
});
