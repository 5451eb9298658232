import { statement } from '../platform/database/statement.js';

export interface ComboRow {
  id: string;
  raffleId: string;
  quantityTitles: number;
  quantityBoxes: number;
  visible: boolean;
  highlighted: boolean;
}

/** By quotas; a raffle has a hundred at most. $1 raffle id, $2 whether those that are not shown are among them. */
export const selectCombos = statement<ComboRow>(
  'select_box_combos',
  `
  SELECT id, raffle_id AS "raffleId", quantity_titles AS "quantityTitles", quantity_boxes AS "quantityBoxes", visible, highlighted
  FROM awarded_box_combos WHERE raffle_id = $1 AND (visible OR $2) ORDER BY quantity_titles`,
);
