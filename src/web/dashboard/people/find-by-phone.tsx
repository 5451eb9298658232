import { useState } from 'preact/hooks';
import { AccountByPhoneDocument } from '../../../generated/client/operations.js';
import { useAction } from '../../common/asking.js';
import { useClient } from '../../common/gateway.js';
import { texts, useTexts } from '../../common/language.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Row, Stack } from '../../ui/layout.js';
import { Notice, Problem } from '../../ui/surface.js';

/** Finds the buyer who has a phone. */
export function FindByPhone({ onFound }: { onFound(id: string): void }) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const [phone, setPhone] = useState('');
  const finding = useAction(async () => {
    const { userByPhone } = await client.query(AccountByPhoneDocument, { phone });
    if (userByPhone) onFound(userByPhone.id);
  });
  const code = finding.error?.code;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void finding.act();
      }}
    >
      <Stack>
        <TextField
          label={t.phone}
          type="tel"
          maxLength={30}
          value={phone}
          onValue={setPhone}
          problems={code === 'BAD_USER_INPUT' ? [t.noPhone] : undefined}
        />
        {code === 'NOT_FOUND' && <Notice tone="warn">{t.nobody}</Notice>}
        {code !== 'BAD_USER_INPUT' && code !== 'NOT_FOUND' && <Problem problem={finding.error} />}
        <Row>
          <Button type="submit" isBusy={finding.isBusy}>
            {t.find}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}

const TEXTS = texts({
  'pt-BR': {
    phone: 'Telefone com DDD',
    find: 'Procurar',
    noPhone: 'Escreva o telefone com DDD, como (11) 98765-4321.',
    nobody: 'Ninguém tem este telefone.',
  },
  en: {
    phone: 'Phone with area code',
    find: 'Find',
    noPhone: 'Write the phone with its area code, such as (11) 98765-4321.',
    nobody: 'Nobody has this phone.',
  },
});
