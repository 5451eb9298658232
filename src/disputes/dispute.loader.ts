import { loadListsByKey } from '../graphql/load-by-key.js';

export const loaders = {
  disputesOfPayment: loadListsByKey(
    ({ db }, ids) =>
      db.prisma.dispute.findMany({ where: { paymentId: { in: ids } }, orderBy: [{ openedAt: 'desc' }, { id: 'desc' }] }),
    ({ paymentId }) => paymentId,
  ),
};
