import { statement } from '../platform/database/statement.js';

/** A raffle that shows a picture, if there is one. $1 the picture's name. By `raffles_picture`, which says the same of an address. */
export const selectRaffleOfPicture = statement<{ title: string }>(
  'select_raffle_of_picture',
  `SELECT title FROM raffles WHERE substring(photo_url FROM '/files/([A-Za-z0-9_-]{22})-') = $1 LIMIT 1`,
);
