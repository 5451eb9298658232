import * as run from '../generated/operations.js';
import type { FieldProblems } from '../platform/domain-error.js';
import { page } from '../rest/page.js';
import { route, type Route } from '../rest/route.js';

/**
 * The problems of an awarded box as the interface has them: those of its quantity under `quantityBoxes`, those against the raffle's size
 * under `quantityTitles`, both always there; any other under its own field, and what is wrong with the request itself under `body`.
 */
function problemsOfBox(message: string | FieldProblems): FieldProblems {
  if (typeof message === 'string') return { quantityTitles: [], quantityBoxes: [], body: [message] };
  const { quantityTitles = [], quantity = [], ...others } = message;
  return { quantityTitles, quantityBoxes: quantity, ...others };
}

/** The REST routes of awarded boxes, their combos and their switches. */
export const awardedBoxRoutes: readonly Route[] = [
  route('GET /v1/awarded-boxes', run.AwardedBoxesDocument, 200, (data) => page(data.awardedBoxes)),
  route('POST /v1/awarded-boxes', run.CreateAwardedBoxDocument, 201, (data) => data.createAwardedBox, {
    refusals: [400, 401, 403],
    problems: problemsOfBox,
  }),
  route('GET /v1/awarded-boxes/mine', run.MyAwardedBoxesDocument, 200, (data) => page(data.myAwardedBoxes)),
  route('GET /v1/awarded-boxes/raffle/:raffleId', run.AwardedBoxesByRaffleDocument, 200, (data) =>
    page(data.awardedBoxesByRaffle),
  ),
  route('GET /v1/awarded-boxes/raffle/:raffleId/winners', run.AwardedBoxWinnersDocument, 200, (data) =>
    page(data.awardedBoxWinners),
  ),
  route('PATCH /v1/awarded-boxes/:id/open', run.OpenAwardedBoxDocument, 200, (data) => data.openAwardedBox),
  route('PATCH /v1/awarded-boxes/:id/lock', run.LockAwardedBoxDocument, 200, (data) => data.lockAwardedBox),
  route('PATCH /v1/awarded-boxes/:id/unlock', run.UnlockAwardedBoxDocument, 200, (data) => data.unlockAwardedBox),
  route('DELETE /v1/awarded-boxes/:id', run.DeleteAwardedBoxDocument, 200, (data) => data.deleteAwardedBox),
  route('POST /v1/awarded-boxes-combo', run.CreateAwardedBoxComboDocument, 201, (data) => data.createAwardedBoxCombo),
  route('GET /v1/awarded-boxes-combo/raffle/:raffleId', run.AwardedBoxCombosDocument, 200, (data) => data.awardedBoxCombos),
  route('PATCH /v1/awarded-boxes-combo/:id', run.UpdateAwardedBoxComboDocument, 200, (data) => data.updateAwardedBoxCombo),
  route('DELETE /v1/awarded-boxes-combo/:id', run.DeleteAwardedBoxComboDocument, 200, (data) => data.deleteAwardedBoxCombo),
  route(
    'PATCH /v1/raffles/:raffleId/toggle-awarded-boxes',
    run.ToggleAwardedBoxesVisualizationDocument,
    200,
    (data) => data.toggleAwardedBoxesVisualization,
  ),
  route(
    'PATCH /v1/raffles/:raffleId/toggle-awarded-boxes-winners',
    run.ToggleAwardedBoxesWinnersVisualizationDocument,
    200,
    (data) => data.toggleAwardedBoxesWinnersVisualization,
  ),
  route(
    'PATCH /v1/raffles/:raffleId/toggle-acumulative-combo',
    run.ToggleAcumulativeComboDocument,
    200,
    (data) => data.toggleAcumulativeCombo,
  ),
];
