/** Where the raffle's page and the draw's keep who is logged in: beside the operator, who may use the same browser. */
export const BUYER_KEY = 'raffle-gateway.buyer';
