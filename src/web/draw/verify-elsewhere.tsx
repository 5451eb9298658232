import { texts, useTexts } from '../common/language.js';
import { Card } from '../ui/surface.js';
import { CopyButton } from '../ui/button.js';
import css from './draw.module.css';

export function VerifyElsewhere({ raffleId }: { raffleId: string }) {
  const t = useTexts(TEXTS);
  const command = `npm run verify-draw -- draw-${raffleId}.json`;
  return (
    <Card title={t.title}>
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
    lead: 'Baixe a prova e, com o código-fonte deste serviço, rode no computador, sem internet:',
    copy: 'Copiar o comando',
    copied: 'Copiado',
    order: 'Com o comprovante da sua compra como segundo arquivo, o mesmo comando procura por ela no sorteio.',
    format: 'O formato da prova e a conta, byte a byte, estão em',
    formatEnd: ' no código-fonte: dá para refazê-la em qualquer linguagem.',
  },
  en: {
    title: 'Check it elsewhere',
    lead: 'Download the proof and, with the source code of this service, run on a computer, offline:',
    copy: 'Copy the command',
    copied: 'Copied',
    order: 'With the receipt of your purchase as a second file the same command looks for it in the draw.',
    format: "The proof's format and the calculation are written down, byte by byte, in",
    formatEnd: ' of the source code: they can be written again in any language.',
  },
});
