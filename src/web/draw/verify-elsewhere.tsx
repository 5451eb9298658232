import { useEffect, useState } from 'preact/hooks';
import { keptValues } from '../common/kept.js';
import { texts, useTexts } from '../common/language.js';
import { saveFile } from '../common/save-file.js';
import { Card } from '../ui/surface.js';
import { Button, ButtonLink, CopyButton } from '../ui/button.js';
import css from './draw.module.css';

export function VerifyElsewhere({ raffleId }: { raffleId: string }) {
  const t = useTexts(TEXTS);
  const [hasKept, setHasKept] = useState(false);
  useEffect(() => setHasKept(keptValues(raffleId).length > 0), [raffleId]);
  const command = `npm run verify-draw -- draw-${raffleId}.json`;
  return (
    <Card title={t.title}>
      <p class={css.soft}>{t.page}</p>
      <div class={css.actions}>
        <ButtonLink small href="/static/verify-draw.html" download>
          {t.download}
        </ButtonLink>
        {hasKept && (
          <Button small onClick={() => saveFile(`kept-${raffleId}.json`, JSON.stringify(keptValues(raffleId)))}>
            {t.kept}
          </Button>
        )}
      </div>
      <p class={css.soft}>{t.lead}</p>
      <div class={css.part}>
        <code class={css.hash}>{command}</code>
        <div class={css.actions}>
          <CopyButton small text={command} label={t.copy} done={t.copied} />
        </div>
      </div>
      <p class={css.soft}>{t.order}</p>
      <p class={css.soft}>
        {t.format} <code>src/proof/README.md</code>
        {t.formatEnd}
      </p>
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Conferir em outro lugar',
    page: 'Baixe a prova e esta página de conferência, que funciona sem internet e sem este site: abra-a e escolha os arquivos.',
    download: 'Baixar a página de conferência',
    kept: 'Baixar o que este navegador guardou',
    lead: 'Ou, com o código-fonte deste serviço, rode no computador, sem internet:',
    copy: 'Copiar o comando',
    copied: 'Copiado',
    order: 'Ponha depois da prova os arquivos que guardou: o mesmo comando os compara com ela.',
    format: 'O formato da prova e a conta, byte a byte, estão em',
    formatEnd: ' no código-fonte: dá para refazê-la em qualquer linguagem.',
  },
  en: {
    title: 'Check it elsewhere',
    page: 'Download the proof and this page that verifies it, which works offline and without this site: open it and choose the files.',
    download: 'Download the verifying page',
    kept: 'Download what this browser kept',
    lead: 'Or, with the source code of this service, run on a computer, offline:',
    copy: 'Copy the command',
    copied: 'Copied',
    order: 'Name the files that you kept behind the proof: the same command compares them with it.',
    format: "The proof's format and the calculation are written down, byte by byte, in",
    formatEnd: ' of the source code: they can be written again in any language.',
  },
});
