import type { OperatorRole } from './generated/prisma/client.js';

/**
 * Which operators may do what: an owner everything, the others what stands under their names. Every operation that names ADMIN must be
 * here, in GraphQL by its field's name, so that nobody gains a right by an operation being new.
 */
const TABLE: Record<string, readonly OperatorRole[]> = {
  // What is seen by everybody who works here.
  ...given(
    ['FINANCE', 'SUPPORT'],
    `awardedBoxes badges changePassword drawInclusion endAllSessions endSession generalMetrics lastOrders luckyNumberOwner
     luckyNumbersByOrder luckyNumbersByRaffle markWinnersSeen me mySessions order orders ordersByRaffle ordersSummary orderStatus
     pixPayment pixPayments latePayments rafflePercentageOfSales fakeSoldQuotasPercentage salesByDay salesMetrics user userByPhone users`,
  ),
  // Money: what came, what goes back, what is owed.
  ...given(
    ['FINANCE'],
    `apiClient apiClients billingQrCode commissionEntries confirmRefund exportOrders gatewayWebhooks generateBillingQrCode payOrder
     payOutCommission paymentProvider paymentProviders reconciliation referrer referrers refundLatePayment refundOrder refundPixPayment
     resolveLatePayment resolveUnsettledEntry retryRefund`,
  ),
  // People, and what they were told.
  ...given(
    ['SUPPORT'],
    `blockUser cancelOrder createOrder createOrderWithoutPaymentGateway endUserSessions redeliverWebhook unblockUser updateUser
     webhookDeliveries webhookEndpoints`,
  ),
  // What the site says: the owners' alone.
  ...given(
    [],
    `createFaq createNotification deleteFaq deleteNotification updateFaq updateNotification updateSettings updateTrackingInfo`,
  ),
  // Raffles, their pictures and prizes, who else may come in, and what everything runs on: the owners' alone.
  ...given(
    [],
    `auditLog blockApiClient createApiClient createAwardedBox createAwardedBoxCombo createFakeSoldQuotasPercentage
     createGatewayAccessToken createPromotion createQuotaPrizes createRaffle createRaffleCategory createUser createWebhookEndpoint
     createWinner deleteAwardedBox deleteAwardedBoxCombo deleteFile deleteGatewayWebhook deletePromotion deleteQuotaPrize deleteRaffle
     deleteRaffleCategory deleteUser deleteWebhookEndpoint enableWebhookEndpoint exportPersonalData files lockAwardedBox lockQuotaPrize
     registerGatewayWebhook rotateApiClientSecrets rotateWebhookEndpointSecret toggleAcumulativeCombo toggleAwardedBoxesVisualization
     toggleAwardedBoxesWinnersVisualization unblockApiClient unlockAwardedBox unlockQuotaPrize updateApiClient updateAwardedBoxCombo
     updateFakeSoldQuotasPercentage updatePromotion updateRaffle updateRaffleCategory updateWebhookEndpoint uploadFile
     upsertPaymentProvider`,
  ),
};

export const OPERATOR_RIGHTS: ReadonlyMap<string, readonly OperatorRole[]> = new Map(Object.entries(TABLE));

/** Which operators, beside the owners, may do what no field of the schema does. Throws on a name that is not in the table. */
export function operatorsOf(operation: string): readonly OperatorRole[] {
  const operators = OPERATOR_RIGHTS.get(operation);
  if (!operators) throw new Error(`nothing says which operators may ${operation}`);
  return operators;
}

/** Operations by name, with spaces between, each given to the same roles. */
function given(roles: readonly OperatorRole[], operations: string): typeof TABLE {
  return Object.fromEntries(operations.split(/\s+/).map((name) => [name, roles]));
}
