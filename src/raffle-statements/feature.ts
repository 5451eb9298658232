import { defineFeature } from '../feature.js';
import { raffles } from '../raffles/feature.js';
import { get } from '../rest/route.js';
import { RaffleStatementResolver } from './raffle-statement.resolver.js';

export const raffleStatements = defineFeature('raffle-statements', {
  needs: [raffles],
  resolvers: [RaffleStatementResolver],
  rest: [get('/v1/raffles/:raffleId/statement', 'raffleStatement', { with: { days: {}, total: {} } })],
});
