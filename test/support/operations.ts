/**
 * Who may call what, written by hand from what was decided and not from the code: a role that the code gives by mistake is seen.
 * P is the public, U a buyer, C a legacy client, A an operator: every one, or those in brackets, O the owner, F finance, M manager, S support.
 * Then its REST routes. What is public in GraphQL takes a token of a buyer or an operator under `/v1`, and none at the same path
 * under `/public/v1`.
 */
const TABLE = `
  adminLogin                             P        POST /auth/v1/admin/login
  userLogin                              P        POST /auth/v1/user/login
  createCustomer                         P        POST /v1/users/customers
  requestLoginCode                       P        POST /auth/v1/user/code
  resetPassword                          P        POST /auth/v1/user/password
  refreshSession                         P        POST /auth/v1/refresh
  logOut                                 P        POST /auth/v1/logout
  changePassword                         U A      PATCH /v1/users/password
  mySessions                             U A      GET /v1/users/sessions
  endSession                             U A      DELETE /v1/users/sessions/{id}
  endAllSessions                         U A      DELETE /v1/users/sessions
  me                                     U A      GET /v1/users/profile
  updateCustomer                         U        PATCH /v1/users/customers/{id}
  deleteMyAccount                        U        POST /v1/users/profile/delete
  exportMyData                           U        GET /v1/users/profile/data
  users                                  A        GET /v1/users
  user                                   A        GET /v1/users/{id}
  userByPhone                            A        GET /v1/users/phone/{phone}
  createUser                             A(O)     POST /v1/users
  updateUser                             A(OS)    PATCH /v1/users/{id}
  blockUser                              A(OS)    PATCH /v1/users/{id}/block
  unblockUser                            A(OS)    PATCH /v1/users/{id}/unblock
  endUserSessions                        A(OS)    DELETE /v1/users/{id}/sessions
  deleteUser                             A(O)     DELETE /v1/users/{id}
  exportUserData                         A(O)     GET /v1/users/{id}/data
  auditLog                               A(O)     GET /v1/audit-log

  createOrder                            U A(OS)  POST /v1/orders
  createOrderWithoutPaymentGateway       U A(OS)  POST /v1/orders/without-payment-gateway
  orders                                 A        GET /v1/orders
  ordersByRaffle                         A        GET /v1/orders/raffle/{raffleId}
  exportOrders                           A(OF)    GET /v1/raffles/{raffleId}/orders.csv
  myOrders                               U        GET /v1/orders/my-orders
  order                                  U A      GET /v1/orders/{orderId}
  orderStatus                            U A      -
  orderPrice                             P        GET /v1/raffles/{raffleId}/price
  payOrder                               A(OF)    PATCH /v1/orders/{orderId}/pay
  cancelOrder                            U A(OS)  PATCH /v1/orders/{orderId}/cancel
  refundOrder                            U A(OF)  PATCH /v1/orders/{orderId}/refund
  luckyNumbersByRaffle                   U A      GET /v1/lucky-numbers/raffle/{raffleId}
  luckyNumbersByOrder                    U A      GET /v1/lucky-numbers/order/{orderId}
  luckyNumberOwner                       A        -

  pixPayments                            A        GET /v1/payments/pix
  myPixPayments                          U        GET /v1/payments/pix/my
  pixPayment                             U A      GET /v1/payments/pix/{id}
  refundPixPayment                       A(OF)    -
  latePayments                           A        GET /v1/payments/late
  refundLatePayment                      A(OF)    PATCH /v1/payments/late/{id}/refund
  resolveLatePayment                     A(OF)    PATCH /v1/payments/late/{id}/resolve
  confirmRefund                          A(OF)    -
  retryRefund                            A(OF)    -
  reconciliation                         A(OFS)    GET /v1/payments/reconciliation
  resolveUnsettledEntry                  A(OF)    PATCH /v1/payments/reconciliation/entries/{id}/resolve
  paymentProviders                       A(OFS)    GET /v1/payments/providers
  paymentProvider                        A(OFS)    GET /v1/payments/providers/{name}
  upsertPaymentProvider                  A(OF)     PUT /v1/payments/providers
  createGatewayAccessToken               A(OF)     POST /v1/payment-gateway/token
  generateBillingQrCode                  A(OF)    POST /v1/payment-gateway/qrcode
  billingQrCode                          A(OFS)    GET /v1/payment-gateway/qrcode/{reference}
  gatewayWebhooks                        A(OFS)    GET /v1/payment-gateway/webhooks
  registerGatewayWebhook                 A(OF)     POST /v1/payment-gateway/webhooks
  deleteGatewayWebhook                   A(OF)     DELETE /v1/payment-gateway/webhooks/{id}

  myReferrals                            U        GET /v1/referrals/mine
  myCommissionEntries                    U        GET /v1/referrals/mine/entries
  referrers                              A(OFS)    GET /v1/referrals
  referrer                               A(OFS)    GET /v1/referrals/{userId}
  commissionEntries                      A(OFS)    GET /v1/referrals/{userId}/entries
  payOutCommission                       A(OF)    POST /v1/referrals/payouts

  raffles                                P        GET /v1/raffles
  raffle                                 P        GET /v1/raffles/{raffleId}  GET /v1/raffles/slug/{slug}  GET /v1/raffles/{raffleId}/promotions
  createRaffle                           A(OM)     POST /v1/raffles
  updateRaffle                           A(OM)     PATCH /v1/raffles/{raffleId}
  deleteRaffle                           A(OM)     DELETE /v1/raffles/{raffleId}
  files                                  A(OM)     -
  uploadFile                             A(OM)     POST /v1/raffles/upload
  deleteFile                             A(OM)     -
  raffleCategories                       P        GET /v1/raffle-categories
  createRaffleCategory                   A(OM)     POST /v1/raffle-categories
  updateRaffleCategory                   A(OM)     PATCH /v1/raffle-categories/{id}
  deleteRaffleCategory                   A(OM)     DELETE /v1/raffle-categories/{id}
  createPromotion                        A(OM)     POST /v1/raffles/{raffleId}/promotions
  updatePromotion                        A(OM)     PUT /v1/promotions/{id}
  deletePromotion                        A(OM)     DELETE /v1/promotions/{id}
  toggleAwardedBoxesVisualization        A(OM)     PATCH /v1/raffles/{raffleId}/toggle-awarded-boxes
  toggleAwardedBoxesWinnersVisualization A(OM)     PATCH /v1/raffles/{raffleId}/toggle-awarded-boxes-winners
  toggleAcumulativeCombo                 A(OM)     PATCH /v1/raffles/{raffleId}/toggle-acumulative-combo

  awardedBoxes                           A        GET /v1/awarded-boxes
  awardedBoxesByRaffle                   P        GET /v1/awarded-boxes/raffle/{raffleId}
  awardedBoxWinners                      P        GET /v1/awarded-boxes/raffle/{raffleId}/winners
  myAwardedBoxes                         U        GET /v1/awarded-boxes/mine
  openAwardedBox                         U        PATCH /v1/awarded-boxes/{id}/open
  createAwardedBox                       A(OM)     POST /v1/awarded-boxes
  deleteAwardedBox                       A(OM)     DELETE /v1/awarded-boxes/{id}
  lockAwardedBox                         A(OM)     PATCH /v1/awarded-boxes/{id}/lock
  unlockAwardedBox                       A(OM)     PATCH /v1/awarded-boxes/{id}/unlock
  awardedBoxCombos                       P        GET /v1/awarded-boxes-combo/raffle/{raffleId}
  createAwardedBoxCombo                  A(OM)     POST /v1/awarded-boxes-combo
  updateAwardedBoxCombo                  A(OM)     PATCH /v1/awarded-boxes-combo/{id}
  deleteAwardedBoxCombo                  A(OM)     DELETE /v1/awarded-boxes-combo/{id}
  quotaPrizes                            P        GET /v1/raffles/{raffleId}/quota-prizes
  quotaPrizeWinners                      P        GET /v1/winners/quota-prizes
  createQuotaPrizes                      A(OM)     POST /v1/raffles/{raffleId}/quota-prizes
  deleteQuotaPrize                       A(OM)     DELETE /v1/quota-prizes/{id}
  lockQuotaPrize                         A(OM)     PATCH /v1/quota-prizes/{id}/lock
  unlockQuotaPrize                       A(OM)     PATCH /v1/quota-prizes/{id}/unlock
  prizeLog                               P        GET /v1/raffles/{raffleId}/prize-log

  winners                                P        GET /v1/raffles/winners
  winner                                 P        GET /v1/raffles/winners/{id}
  drawProof                              P        GET /v1/raffles/{raffleId}/winners-info
  drawInclusion                          U A      GET /v1/orders/{orderId}/draw-inclusion
  createWinner                           A(OM)     POST /v1/raffles/{raffleId}/winners

  generalMetrics                         A        GET /v1/metrics/general
  lastOrders                             A        GET /v1/metrics/last-orders
  ordersSummary                          A        GET /v1/metrics/orders-summary
  badges                                 A        GET /v1/metrics/badges
  markWinnersSeen                        A        PATCH /v1/metrics/badges/winners-seen
  rafflePercentageOfSales                A        GET /v1/metrics/raffles/percentage-of-sales
  salesMetrics                           A        GET /v1/metrics/raffles/{raffleId}/sales
  salesByDay                             A        GET /v1/metrics/raffles/{raffleId}/sales-by-day
  topBuyers                              P        GET /v1/metrics/raffles/{raffleId}/top-buyers
  sellBar                                P        GET /v1/metrics/raffles/{raffleId}/sell-bar
  fakeSoldQuotasPercentage               A        GET /v1/metrics/raffles/{raffleId}/fake-sold-quotas-percentage
  createFakeSoldQuotasPercentage         A(OM)     POST /v1/metrics/raffles/{raffleId}/fake-sold-quotas-percentage
  updateFakeSoldQuotasPercentage         A(OM)     PATCH /v1/metrics/raffles/{raffleId}/fake-sold-quotas-percentage

  settings                               P        GET /v1/settings
  updateSettings                         A(OM)     PATCH /v1/settings
  trackingInfo                           P        GET /v1/tracking
  updateTrackingInfo                     A(OM)     PATCH /v1/tracking
  notifications                          P        GET /v1/notifications
  notification                           P        GET /v1/notifications/{id}
  createNotification                     A(OM)     POST /v1/notifications
  updateNotification                     A(OM)     PATCH /v1/notifications/{id}
  deleteNotification                     A(OM)     DELETE /v1/notifications/{id}
  faqs                                   P        GET /v1/faqs
  faq                                    P        GET /v1/faqs/{id}
  createFaq                              A(OM)     POST /v1/faqs
  updateFaq                              A(OM)     PATCH /v1/faqs/{id}
  deleteFaq                              A(OM)     DELETE /v1/faqs/{id}

  apiClients                             A(OFS)    -
  apiClient                              A(OFS)    -
  createApiClient                        A(O)     -
  updateApiClient                        A(O)     -
  blockApiClient                         A(O)     -
  unblockApiClient                       A(O)     -
  rotateApiClientSecrets                 A(O)     -
  webhookEndpoints                       A(OS)    GET /v1/webhooks
  webhookDeliveries                      A(OS)    GET /v1/webhooks/deliveries
  createWebhookEndpoint                  A(O)     POST /v1/webhooks
  updateWebhookEndpoint                  A(O)     PATCH /v1/webhooks/{id}
  deleteWebhookEndpoint                  A(O)     DELETE /v1/webhooks/{id}
  enableWebhookEndpoint                  A(O)     POST /v1/webhooks/{id}/enable
  rotateWebhookEndpointSecret            A(O)     POST /v1/webhooks/{id}/rotate-secret
  redeliverWebhook                       A(OS)    POST /v1/webhooks/deliveries/{id}/redeliver
  sendTestEvent                          A(OS)    POST /v1/webhooks/{endpointId}/test-event

  clientLogin                            P        POST /auth/v1/token
  createBillingOrder                     C        POST /cashin/api/billing_order
  billingOrder                           C        GET /cashin/api/billing_order/{hash}
  clientWebhooks                         C        GET /client/api/webhooks
  createClientWebhook                    C        POST /client/api/webhooks
  clientWebhook                          C        GET /client/api/webhooks/{webhook_id}
  updateClientWebhook                    C        PUT /client/api/webhooks/{webhook_id}
  deleteClientWebhook                    C        DELETE /client/api/webhooks/{webhook_id}
  restoreClientWebhook                   C        PATCH /client/api/webhooks/{webhook_id}
  clientDeliveries                       C        GET /client/api/webhooks/deliveries
  redeliverToClient                      C        POST /client/api/webhooks/deliveries/{delivery_id}/redeliver
  clientBalance                          C        GET /client/api/balance
  clientExtract                          C        GET /client/api/extracts`;

/** Who somebody is who calls; of operators the role among them. */
export type Caller = 'PUBLIC' | 'USER' | 'CLIENT' | 'OWNER' | 'FINANCE' | 'MANAGER' | 'SUPPORT';

/** One operation: its field in GraphQL, unless it is a file or of the legacy group, who may call it, and its routes. */
export interface Operation {
  name: string;
  callers: ReadonlySet<Caller>;
  routes: string[];
}

const OPERATORS = { O: 'OWNER', F: 'FINANCE', M: 'MANAGER', S: 'SUPPORT' } as const satisfies Record<string, Caller>;

export const OPERATIONS: ReadonlyMap<string, Operation> = new Map(
  TABLE.split('\n').flatMap((line) => {
    const [, name, who, routes] = /^ *(\w+) +((?:[PUC]|A(?:\([OFMS]+\))?)(?: [UCA](?:\([OFMS]+\))?)*) +(.+)$/.exec(line) ?? [];
    if (!name || !who || !routes) {
      if (line.trim() !== '') throw new Error(`not a line of the table: ${line}`);
      return [];
    }
    const withToken = routes.match(/[A-Z]+ \/\S+/g) ?? [];
    const withoutToken = who === 'P' ? withToken.filter((route) => route.includes(' /v1/')) : [];
    const publicRoutes = withoutToken.map((route) => route.replace(' /v1/', ' /public/v1/'));
    return [[name, { name, callers: callersOf(who), routes: [...withToken, ...publicRoutes] }]];
  }),
);

function callersOf(who: string): ReadonlySet<Caller> {
  const callers = who.split(' ').flatMap((role): Caller[] => {
    if (role === 'P') return ['PUBLIC', 'USER', 'OWNER', 'FINANCE', 'MANAGER', 'SUPPORT'];
    if (role === 'U') return ['USER'];
    if (role === 'C') return ['CLIENT'];
    const letters = role === 'A' ? 'OFMS' : role.slice(2, -1);
    return [...letters].map((letter) => OPERATORS[letter as keyof typeof OPERATORS]);
  });
  return new Set(callers);
}
