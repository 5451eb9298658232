import { defineTexts, type TextsOf } from '../platform/texts.js';

export const beaconTexts = defineTexts({
  'beacon.noRound': {
    code: 'UNAVAILABLE',
    en: 'No host of the beacon "{chain}" has answered with round {round}. Try again.',
    'pt-BR': 'Nenhum host do beacon "{chain}" respondeu com a rodada {round}. Tente de novo.',
  },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof beaconTexts> {}
}
