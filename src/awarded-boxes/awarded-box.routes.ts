import type { FieldTexts } from '../platform/refusal.js';
import { del, get, patch, post, type Route } from '../rest/route.js';

/**
 * Problems of the quantity are under `quantityBoxes`, those with the raffle's size under `quantityTitles`, others under `body`.
 */
function problemsOfBox(message: string | FieldTexts): FieldTexts {
  if (typeof message === 'string') return { quantityTitles: [], quantityBoxes: [], body: [message] };
  const { quantityTitles = [], quantity = [], ...others } = message;
  return { quantityTitles, quantityBoxes: quantity, ...others };
}

const HELD_BOX = { with: { prize: {} } };
const SWITCHES = { as: 'BoxSwitches', only: ['id', 'showAwardedBoxes', 'showAwardedBoxesWinners', 'acumulativeCombo'] };

export const awardedBoxRoutes: readonly Route[] = [
  get('/v1/awarded-boxes', 'awardedBoxes'),
  post('/v1/awarded-boxes', 'createAwardedBox', { refusals: [400, 401, 403], problems: problemsOfBox }),
  get('/v1/awarded-boxes/mine', 'myAwardedBoxes', HELD_BOX),
  get('/v1/awarded-boxes/raffle/:raffleId', 'awardedBoxesByRaffle'),
  get('/v1/awarded-boxes/raffle/:raffleId/winners', 'awardedBoxWinners'),
  patch('/v1/awarded-boxes/:id/open', 'openAwardedBox', HELD_BOX),
  patch('/v1/awarded-boxes/:id/lock', 'lockAwardedBox'),
  patch('/v1/awarded-boxes/:id/unlock', 'unlockAwardedBox'),
  del('/v1/awarded-boxes/:id', 'deleteAwardedBox'),
  post('/v1/awarded-boxes-combo', 'createAwardedBoxCombo'),
  get('/v1/awarded-boxes-combo/raffle/:raffleId', 'awardedBoxCombos'),
  patch('/v1/awarded-boxes-combo/:id', 'updateAwardedBoxCombo'),
  del('/v1/awarded-boxes-combo/:id', 'deleteAwardedBoxCombo'),
  patch('/v1/raffles/:raffleId/toggle-awarded-boxes', 'toggleAwardedBoxesVisualization', SWITCHES),
  patch('/v1/raffles/:raffleId/toggle-awarded-boxes-winners', 'toggleAwardedBoxesWinnersVisualization', SWITCHES),
  patch('/v1/raffles/:raffleId/toggle-acumulative-combo', 'toggleAcumulativeCombo', SWITCHES),
];
