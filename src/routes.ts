import { auditLogRoutes } from './audit/audit-log.routes.js';
import { authRoutes } from './auth/auth.routes.js';
import { drawRoutes } from './draws/draw.routes.js';
import { awardedBoxRoutes } from './awarded-boxes/awarded-box.routes.js';
import { luckyNumberRoutes } from './lucky-numbers/lucky-number.routes.js';
import { metricsRoutes } from './metrics/metrics.routes.js';
import { orderRoutes } from './orders/order.routes.js';
import { paymentGatewayRoutes } from './payment-providers/gateway/payment-gateway.routes.js';
import { paymentProviderRoutes } from './payment-providers/settings/payment-provider.routes.js';
import { pixPaymentRoutes } from './payments/pix-payment.routes.js';
import { personalDataRoutes } from './personal-data/personal-data.routes.js';
import { prizeRoutes } from './prizes/prize.routes.js';
import { promotionRoutes } from './promotions/promotion.routes.js';
import { quotaPrizeRoutes } from './quota-prizes/quota-prize.routes.js';
import { raffleCategoryRoutes, raffleRoutes } from './raffles/raffle.routes.js';
import { reconciliationRoutes } from './reconciliation/reconciliation.routes.js';
import { referrerRoutes } from './referrals/referrer.routes.js';
import { refundRoutes } from './refunds/refund.routes.js';
import { siteRoutes } from './site/site.routes.js';
import { userRoutes } from './users/user.routes.js';
import { webhookRoutes } from './webhooks/api/webhook.routes.js';
import type { Route } from './rest/route.js';
import { serveRoutes, type ServedRoute } from './rest/served-route.js';
import { schema } from './schema.js';

export { operatorWebhooks } from './webhooks/webhooks-openapi.js';

/** The routes of every feature; a new one adds its own here. */
const ofFeatures: readonly Route[] = [
  ...authRoutes,
  ...userRoutes,
  ...personalDataRoutes,
  ...orderRoutes,
  ...refundRoutes,
  ...referrerRoutes,
  ...paymentProviderRoutes,
  ...pixPaymentRoutes,
  ...reconciliationRoutes,
  ...paymentGatewayRoutes,
  ...luckyNumberRoutes,
  ...drawRoutes,
  ...raffleRoutes,
  ...promotionRoutes,
  ...prizeRoutes,
  ...awardedBoxRoutes,
  ...quotaPrizeRoutes,
  ...raffleCategoryRoutes,
  ...webhookRoutes,
  ...metricsRoutes,
  ...auditLogRoutes,
  ...siteRoutes,
];

/**
 * Every REST route of the service. Roles, rules, limits and error codes are those of the document that a route runs; a route has
 * none of its own.
 */
export const routes: readonly ServedRoute[] = serveRoutes(schema, ofFeatures);
