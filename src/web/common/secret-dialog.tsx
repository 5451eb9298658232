import { Button, CopyButton } from '../ui/button.js';
import { Dialog, DialogActions } from '../ui/dialog.js';
import { Facts, Stack } from '../ui/layout.js';
import { Notice } from '../ui/surface.js';
import { texts, useTexts } from './language.js';

/** Shows secrets that the service tells once. */
export function SecretDialog({
  title,
  about,
  secrets,
  onClose,
}: {
  title: string;
  /** What they are for. */
  about: string;
  /** `isOpen`: belongs to them, and is not secret. */
  secrets: readonly { name: string; value: string; isOpen?: boolean }[];
  onClose(): void;
}) {
  const t = useTexts(TEXTS);
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack>
        <p>{about}</p>
        <Notice tone="warn">{t.once}</Notice>
        <Facts of={secrets.map(({ name, value }) => [name, <code>{value}</code>])} />
        {secrets
          .filter(({ isOpen }) => !isOpen)
          .map(({ name, value }) => (
            <CopyButton key={name} text={value} label={t.copy(name)} done={t.copied} />
          ))}
        <DialogActions>
          <Button variant="primary" onClick={onClose}>
            {t.kept}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    once: 'Guarde agora, num lugar seguro: isto não é mostrado de novo.',
    copy: (name: string) => `Copiar: ${name}`,
    copied: 'Copiado',
    kept: 'Já guardei',
  },
  en: {
    once: 'Keep it now, in a safe place: it is not shown again.',
    copy: (name: string) => `Copy: ${name}`,
    copied: 'Copied',
    kept: 'I have kept it',
  },
});
