import { loadByKey } from '../graphql/load-by-key.js';
import { selectCurrentHashes, selectHashesOfVersions } from './regulation.sql.js';

export const loaders = {
  regulationHash: loadByKey(
    ({ db }, raffleIds) => db.query(selectCurrentHashes, [raffleIds]),
    ({ raffleId, hash }) => [raffleId, hash],
    null,
  ),
  /** By "raffle id version". */
  regulationHashOfVersion: loadByKey(
    ({ db }, keys) => db.query(selectHashesOfVersions, [keys]),
    ({ key, hash }) => [key, hash],
    null,
  ),
};
