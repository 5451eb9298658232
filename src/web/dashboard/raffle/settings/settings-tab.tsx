import { useLocation } from 'preact-iso';
import { CreateRaffleDocument, UpdateRaffleDocument } from '../../../../generated/client/operations.js';
import { useLocale } from '../../../common/language.js';
import { useClient } from '../../../common/session.js';
import type { TabProps } from '../raffle-tab.js';
import { StatusMoves } from '../status/status-moves.js';
import { RaffleForm } from './raffle-form.js';
import { inputOf, newInputOf } from './values.js';

export function SettingsTab({ raffle, reload }: TabProps) {
  const client = useClient();
  const locale = useLocale();
  return (
    <>
      <StatusMoves raffle={raffle} reload={reload} />
      <RaffleForm
        raffle={raffle}
        send={(values, changed) => {
          const { input, unreadable } = inputOf(values, changed, locale);
          if (Object.keys(unreadable).length > 0) return unreadable;
          return client.mutate(UpdateRaffleDocument, { id: raffle.id, input }).then(({ updateRaffle }) => updateRaffle);
        }}
        onSaved={reload}
      />
    </>
  );
}

export function NewRaffle() {
  const client = useClient();
  const { route } = useLocation();
  const locale = useLocale();
  return (
    <RaffleForm
      raffle={undefined}
      send={(values) => {
        const { input, unreadable } = newInputOf(values, locale);
        if (Object.keys(unreadable).length > 0) return unreadable;
        return client.mutate(CreateRaffleDocument, { input }).then(({ createRaffle }) => createRaffle);
      }}
      onSaved={({ id }) => route(`/dashboard/raffles/${id}/settings`)}
    />
  );
}
