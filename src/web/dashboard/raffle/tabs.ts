/** The parts of a raffle's screen as its address names them; the first has no name there. */
export const TABS = ['figures', 'settings', 'promotions', 'boxes', 'quota-prizes', 'draw'] as const;

export type Tab = (typeof TABS)[number];
