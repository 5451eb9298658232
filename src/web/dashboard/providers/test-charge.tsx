import { useState } from 'preact/hooks';
import { CreateTestChargeDocument, type CreateTestChargeMutation } from '../../../generated/client/operations.js';
import { useForm } from '../../common/form.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { parseMoney } from '../../common/parse-number.js';
import { useClient } from '../../common/session.js';
import { Button, CopyButton } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { Note, Stack } from '../../ui/layout.js';
import css from './providers.module.css';

type Charge = CreateTestChargeMutation['generateBillingQrCode'];

/** A real charge of a centavo that belongs to no order: the operator pays it, and sees which name payers see. */
export function TestCharge({
  providerName,
  merchantName,
  onClose,
}: {
  providerName: string;
  merchantName: string;
  onClose(): void;
}) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const client = useClient();
  const [charge, setCharge] = useState<Charge>();
  const form = useForm({ amount: '0,01', description: t.described });
  if (charge) {
    return (
      <Dialog title={t.pay(f.money(charge.amount))} onClose={onClose}>
        <Stack>
          <p>{t.payText(merchantName)}</p>
          <img src={charge.image} alt={t.qrCode} width={240} height={240} />
          <p class={css.code}>{charge.content}</p>
          <CopyButton text={charge.content} label={t.copy} done={t.copied} />
          <Note>
            {t.after} <a href="/dashboard/money">{t.money}</a>
          </Note>
          <DialogActions>
            <Button variant="primary" onClick={onClose}>
              {t.close}
            </Button>
          </DialogActions>
        </Stack>
      </Dialog>
    );
  }
  const save = async () => {
    const amount = parseMoney(form.values.amount);
    if (amount === undefined) return form.show({ amount: [t.noMoney] });
    const input = { providerName, amount, description: form.values.description.trim() };
    setCharge((await client.mutate(CreateTestChargeDocument, { input })).generateBillingQrCode);
    // The dialog stays: the code is in it.
    return false;
  };
  return (
    <FormDialog title={t.title} form={form} save={save} saveLabel={t.create} isCreate onClose={onClose}>
      <p>{t.about}</p>
      <TextField label={t.amount} inputMode="decimal" maxLength={20} {...form.text('amount')} />
      <TextField label={t.description} maxLength={140} {...form.text('description')} />
    </FormDialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Cobrança de teste',
    about: 'Uma cobrança de verdade, que não é de nenhum pedido. Pague-a com o seu telefone e veja se o aviso chega.',
    described: 'Teste',
    create: 'Criar o código',
    amount: 'Valor (R$)',
    noMoney: 'Escreva um valor em reais, como 0,01.',
    description: 'Texto que o pagador vê',
    pay: (sum: string) => `Pague ${sum}`,
    payText: (name: string) => `Antes de pagar, o banco mostra quem recebe. Deve ser ${name}, ou o nome da conta no banco.`,
    qrCode: 'Código QR da cobrança de teste',
    copy: 'Copiar código PIX',
    copied: 'Copiado',
    after: 'O dinheiro aparece como pagamento sem pedido, em segundos. Devolva-o por lá:',
    money: 'Pendências',
    close: 'Fechar',
  },
  en: {
    title: 'Test charge',
    about: 'A real charge that belongs to no order. Pay it with your phone and see whether the callback arrives.',
    described: 'Test',
    create: 'Create the code',
    amount: 'Amount (R$)',
    noMoney: 'Write an amount in reais, such as 0.01.',
    description: 'Text that the payer sees',
    pay: (sum: string) => `Pay ${sum}`,
    payText: (name: string) => `Before you pay, the bank shows who receives. It should be ${name}, or the name of the account.`,
    qrCode: 'QR code of the test charge',
    copy: 'Copy PIX code',
    copied: 'Copied',
    after: 'The money appears as a late payment within seconds. Give it back there:',
    money: 'Open work',
    close: 'Close',
  },
});
