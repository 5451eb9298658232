import { texts, useTexts } from '../common/language.js';
import { CopyButton } from '../ui/button.js';
import css from './draw.module.css';

/** `name`: what it is the hash of. */
export function Hash({ hash, name }: { hash: string; name: string }) {
  const t = useTexts(TEXTS);
  return (
    <div class={css.part}>
      <code class={css.hash}>{hash}</code>
      <div class={css.actions}>
        <CopyButton
          small
          text={hash}
          label={
            <>
              {t.copy}
              <span class="visually-hidden"> {name}</span>
            </>
          }
          done={t.copied}
        />
      </div>
    </div>
  );
}

const TEXTS = texts({ 'pt-BR': { copy: 'Copiar', copied: 'Copiado' }, en: { copy: 'Copy', copied: 'Copied' } });
