import type { OperatorRole } from './generated/prisma/client.js';

/**
 * Which operators may do what: an owner everything, the others what stands under their names. Every operation that names ADMIN must be
 * here, in GraphQL by its field's name, so that nobody gains a right by an operation being new.
 */
const TABLE: Record<string, readonly OperatorRole[]> = {
  // What everybody who works here sees, and does with the own account.
  ...given(
    ['FINANCE', 'MANAGER', 'SUPPORT'],
    `awardedBoxes badges changePassword drawInclusion endAllSessions endSession fakeSoldQuotasPercentage generalMetrics lastOrders
     latePayments luckyNumberOwner luckyNumbersByOrder luckyNumbersByRaffle markWinnersSeen me mySessions order orders ordersByRaffle
     ordersSummary orderStatus pixPayment pixPayments rafflePercentageOfSales salesByDay salesMetrics user userByPhone users`,
  ),
  // Money: what came, what goes back, what is owed, and through whom.
  ...given(
    ['FINANCE'],
    `confirmRefund createGatewayAccessToken deleteGatewayWebhook exportOrders generateBillingQrCode payOrder payOutCommission
     refundLatePayment refundOrder refundPixPayment registerGatewayWebhook resolveLatePayment resolveUnsettledEntry retryRefund
     upsertPaymentProvider`,
  ),
  ...given(
    ['FINANCE', 'SUPPORT'],
    `apiClient apiClients billingQrCode commissionEntries gatewayWebhooks paymentProvider paymentProviders reconciliation referrer
     referrers`,
  ),
  // Raffles, their prizes, pictures and draws, and what the site says.
  ...given(
    ['MANAGER'],
    `createAwardedBox createAwardedBoxCombo createFakeSoldQuotasPercentage createFaq createNotification createPromotion
     createQuotaPrizes createRaffle createRaffleCategory createWinner deleteAwardedBox deleteAwardedBoxCombo deleteFaq deleteFile
     deleteNotification deletePromotion deleteQuotaPrize deleteRaffle deleteRaffleCategory files lockAwardedBox lockQuotaPrize
     toggleAcumulativeCombo toggleAwardedBoxesVisualization toggleAwardedBoxesWinnersVisualization unlockAwardedBox unlockQuotaPrize
     updateAwardedBoxCombo updateFakeSoldQuotasPercentage updateFaq updateNotification updatePromotion updateRaffle
     updateRaffleCategory updateSettings updateTrackingInfo uploadFile`,
  ),
  // What helps a buyer.
  ...given(
    ['SUPPORT'],
    `blockUser cancelOrder createOrder createOrderWithoutPaymentGateway endUserSessions redeliverWebhook sendTestEvent unblockUser updateUser
     webhookDeliveries webhookEndpoints`,
  ),
  // Who else may come in, what was done, and to whom it is told: the owners' alone.
  ...given(
    [],
    `auditLog blockApiClient createApiClient createUser createWebhookEndpoint deleteUser deleteWebhookEndpoint enableWebhookEndpoint
     exportPersonalData rotateApiClientSecrets rotateWebhookEndpointSecret unblockApiClient updateApiClient updateWebhookEndpoint`,
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
