import { texts, useTexts } from '../common/language.js';
import { ShareLinks } from '../common/share-links.js';
import { ButtonLink } from '../ui/button.js';
import { Note, Stack } from '../ui/layout.js';

/** The order's link, for somebody else who pays it, or who is to see its numbers. `title`: the raffle's. */
export function ShareOrder({ title, address, isPaid }: { title: string; address: string; isPaid: boolean }) {
  const t = useTexts(TEXTS);
  return (
    <Stack>
      <Note>{isPaid ? t.show : t.pay}</Note>
      <ShareLinks title={title} address={address} />
      <ButtonLink small variant="plain" href={address}>
        {isPaid ? t.openPaid : t.open}
      </ButtonLink>
    </Stack>
  );
}

const TEXTS = texts({
  'pt-BR': {
    pay: 'Outra pessoa vai pagar? Envie este link. Ele mostra o pedido e o código PIX, sem o seu telefone ou CPF.',
    show: 'Envie este link a quem deve ver os seus números. Ele não mostra o seu telefone, CPF ou quem pagou.',
    open: 'Abrir a página do pedido',
    openPaid: 'Abrir a página do pedido, imprimir ou baixar em PDF',
  },
  en: {
    pay: 'Will somebody else pay? Send this link. It shows the order and the PIX code, without your phone or CPF.',
    show: 'Send this link to those who are to see your numbers. It does not show your phone, your CPF, or who paid.',
    open: "Open the order's page",
    openPaid: "Open the order's page, print it or save it as PDF",
  },
});
