/** How a box stands. */
export enum BoxStatus {
  UNOPENED = 'UNOPENED',
  OPENED_PRIZE = 'OPENED_PRIZE',
  OPENED_EMPTY = 'OPENED_EMPTY',
  VOID = 'VOID',
}
