import type { TabProps } from '../raffle-tab.js';
import { StatusMoves } from '../status/status-moves.js';
import { RaffleForm } from './raffle-form.js';

export function SettingsTab(of: TabProps) {
  return (
    <>
      <StatusMoves {...of} />
      <RaffleForm {...of} />
    </>
  );
}
