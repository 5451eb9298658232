import { texts, useTexts } from '../common/language.js';
import { Card } from '../ui/surface.js';
import { ButtonLink, CopyButton } from '../ui/button.js';
import css from './draw.module.css';

export function VerifyElsewhere({ raffleId }: { raffleId: string }) {
  const t = useTexts(TEXTS);
  const command = `npm run verify-draw -- draw-${raffleId}.json`;
  return (
    <Card title={t.title}>
      <p class={css.soft}>{t.page}</p>
      <div class={css.actions}>
        <ButtonLink small href="/static/verify-draw.html" download>
          {t.download}
        </ButtonLink>
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
    lead: 'Ou, com o código-fonte deste serviço, rode no computador, sem internet:',
    copy: 'Copiar o comando',
    copied: 'Copiado',
    order: 'Ponha depois da prova os comprovantes que guardou: o mesmo comando procura por eles no livro da venda.',
    format: 'O formato da prova e a conta, byte a byte, estão em',
    formatEnd: ' no código-fonte: dá para refazê-la em qualquer linguagem.',
  },
  en: {
    title: 'Check it elsewhere',
    page: 'Download the proof and this page that verifies it, which works offline and without this site: open it and choose the files.',
    download: 'Download the verifying page',
    lead: 'Or, with the source code of this service, run on a computer, offline:',
    copy: 'Copy the command',
    copied: 'Copied',
    order: 'Name the receipts that you kept behind the proof: the same command looks for them in the book of the sale.',
    format: "The proof's format and the calculation are written down, byte by byte, in",
    formatEnd: ' of the source code: they can be written again in any language.',
  },
});
