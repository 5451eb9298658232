import { GatewayError } from '../../client/errors.js';
import { useAction } from './query.js';
import { saveFile } from './save-file.js';
import { useClient } from './session.js';
import { texts, useLanguage, useTexts } from './language.js';
import { Button } from '../ui/button.js';
import { Problem } from '../ui/surface.js';

/** Downloads a file of REST. A link could not carry the token. `of` names the row of a table. */
export function FileButton({ path, fileName, label, of }: { path: string; fileName: string; label: string; of?: string }) {
  const client = useClient();
  const t = useTexts(TEXTS);
  const language = useLanguage();
  const load = async (): Promise<Blob> => {
    const headers = { authorization: `Bearer ${client.tokens()?.accessToken ?? ''}`, 'accept-language': language };
    return fetch(path, { headers }).then(
      async (answer) => {
        if (answer.ok) return answer.blob();
        const { code, message } = (await answer.json().catch(() => ({}))) as { code?: unknown; message?: unknown };
        throw new GatewayError(
          code === 'STEP_UP_REQUIRED' ? code : 'BAD_REQUEST',
          typeof message === 'string' ? message : t.refused(answer.status),
        );
      },
      (error: unknown) => {
        throw new GatewayError('NETWORK_ERROR', t.broken, { cause: error });
      },
    );
  };
  const saving = useAction(async () => saveFile(fileName, await client.proving(load)));
  return (
    <div>
      <Button
        small
        isBusy={saving.isBusy}
        onClick={() => void saving.act()}
        aria-label={of === undefined ? undefined : `${label}: ${of}`}
      >
        {label}
      </Button>
      <span role="status" class="visually-hidden">
        {saving.isBusy && t.loading}
      </span>
      <Problem problem={saving.error} />
    </div>
  );
}

const TEXTS = texts({
  'pt-BR': {
    loading: 'Preparando o arquivo…',
    refused: (status: number) => `O serviço recusou o arquivo (${status}).`,
    broken: 'O arquivo veio incompleto. Baixe de novo.',
  },
  en: {
    loading: 'Preparing the file…',
    refused: (status: number) => `The service refused the file (${status}).`,
    broken: 'The file came incomplete. Download it again.',
  },
});
