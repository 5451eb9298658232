import { EndAllSessionsDocument, EndSessionDocument, MySessionsDocument } from '../../generated/client/operations.js';
import { deviceOf } from './device.js';
import css from './sessions.module.css';
import { texts, useFormats, useTexts } from './language.js';
import { useAction, useQuery } from './query.js';
import { useSession } from './session.js';
import { Button, RowButton } from '../ui/button.js';
import { Badge, Problem, Skeleton } from '../ui/surface.js';

export function Sessions() {
  const t = useTexts(TEXTS);
  const { dateTime } = useFormats();
  const { client, person, leave } = useSession();
  const { data, error, reload } = useQuery(MySessionsDocument, {}, { of: person?.id });
  const ending = useAction(async (id: string) => {
    await client.mutate(EndSessionDocument, { id });
    reload();
  });
  const endingAll = useAction(async () => {
    await client.mutate(EndAllSessionsDocument, {});
    leave();
  });
  if (!data) return error ? <Problem problem={error} onRetry={reload} /> : <Skeleton lines={3} />;
  return (
    <>
      <ul class={css.list}>
        {data.mySessions.map(({ id, userAgent, network, rotatedAt, isCurrent }) => (
          <li key={id} class={css.session}>
            <p class={css.head}>
              <strong>{deviceOf(userAgent) ?? t.unknown}</strong>
              {isCurrent && <Badge tone="good">{t.current}</Badge>}
            </p>
            <p class={css.soft}>{t.seen(dateTime(rotatedAt), network)}</p>
            {!isCurrent && <RowButton label={t.end} of={deviceOf(userAgent) ?? t.unknown} onClick={() => void ending.act(id)} />}
          </li>
        ))}
      </ul>
      <Problem problem={ending.error ?? endingAll.error} />
      <Button isBusy={endingAll.isBusy} onClick={() => void endingAll.act()}>
        {t.endAll}
      </Button>
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    unknown: 'Aparelho desconhecido',
    current: 'Este aparelho',
    seen: (at: string, network: string) => `Usado em ${at} · rede ${network}`,
    end: 'Desconectar',
    endAll: 'Sair de todos os aparelhos',
  },
  en: {
    unknown: 'Unknown device',
    current: 'This device',
    seen: (at: string, network: string) => `Used ${at} · network ${network}`,
    end: 'Log out',
    endAll: 'Log out everywhere',
  },
});
