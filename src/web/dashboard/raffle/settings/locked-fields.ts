import { texts, useTexts } from '../../../common/language.js';
import type { Raffle } from '../raffle-tab.js';
import { fieldOf, type FieldName } from './fields.js';

/** Why what was sold cannot change, or not now. */
export type SaleLock = 'sold' | 'reserved' | 'frozen' | 'calledOff' | undefined;

export function saleLockOf({ status, frozenAt, sellBar }: Raffle): SaleLock {
  if (frozenAt) return 'frozen';
  if (sellBar && sellBar.paid > 0) return status === 'CANCELLED' ? 'calledOff' : 'sold';
  return sellBar && sellBar.reserved > 0 ? 'reserved' : undefined;
}

/** Then what a prize promises stands. */
export function canBeBought(raffle: Raffle): boolean {
  return !['DRAFT', 'SOON'].includes(raffle.status) || saleLockOf(raffle) !== undefined;
}

/** The reason why a field is locked; undefined when it is not. */
export function useLockedFields(raffle: Raffle | undefined): (name: FieldName) => string | undefined {
  const t = useTexts(TEXTS);
  if (!raffle) return () => undefined;
  const saleLock = saleLockOf(raffle);
  return (name) => {
    const { lockedBy = [] } = fieldOf(name);
    if (saleLock && lockedBy.includes('sale')) return t[saleLock];
    return raffle.quotaPrizesLeft > 0 && lockedBy.includes('quotaPrizes') ? t.quotaPrizes : undefined;
  };
}

const TEXTS = texts({
  'pt-BR': {
    sold: 'Não muda mais: já há cotas pagas.',
    reserved: 'Não muda mais: já há pedidos.',
    frozen: 'Não muda mais: a rifa foi congelada para o sorteio.',
    calledOff: 'Não muda mais: a rifa foi cancelada.',
    quotaPrizes: 'Não muda enquanto houver cotas premiadas: exclua-as antes.',
  },
  en: {
    sold: 'It does not change any more: quotas are paid.',
    reserved: 'It does not change any more: there are orders.',
    frozen: 'It does not change any more: the raffle was frozen for its draw.',
    calledOff: 'It does not change any more: the raffle was called off.',
    quotaPrizes: 'It does not change while there are quota prizes: delete them first.',
  },
});
