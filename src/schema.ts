import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';
import { buildSchemaSync, type NonEmptyArray } from 'type-graphql';
import { ApiClientResolver } from './legacy/clients/api-client.resolver.js';
import { AwardedBoxResolver } from './awarded-boxes/awarded-box.resolver.js';
import { AwardedBoxComboResolver } from './awarded-boxes/combo.resolver.js';
import { HeldBoxResolver, OrderBoxesResolver } from './awarded-boxes/held-box.resolver.js';
import { AuditLogResolver } from './audit/audit-log.resolver.js';
import { AuthResolver } from './auth/auth.resolver.js';
import { SessionResolver } from './auth/session.resolver.js';
import { answerAtOnce } from './graphql/answer-at-once.js';
import { specifyScalars } from './graphql/specified-scalars.js';
import { DrawResolver } from './draws/draw.resolver.js';
import { FileResolver } from './files/file.resolver.js';
import { WinnerResolver } from './draws/winner.resolver.js';
import { authorizeSchema } from './graphql/authorize-schema.js';
import { keepEnumValues } from './graphql/enum-values.js';
import { readPropertiesDirectly } from './graphql/type-metadata.js';
import { validateArgument } from './graphql/validate-argument.js';
import { LuckyNumberResolver, OrderLuckyNumbersResolver } from './lucky-numbers/lucky-number.resolver.js';
import { listNumbersOfOrder } from './lucky-numbers/lucky-number.service.js';
import { SalesResolver } from './metrics/sales.resolver.js';
import { RaffleSellBarResolver, SellBarResolver } from './metrics/sell-bar.resolver.js';
import { OPERATOR_RIGHTS } from './operator-rights.js';
import type { ReadOrder } from './orders/order-page.js';
import { OrderPriceResolver } from './orders/order-price.resolver.js';
import { OrderResolver } from './orders/order.resolver.js';
import { LatePaymentResolver, PixPaymentResolver } from './payments/pix-payment.resolver.js';
import { PaymentGatewayResolver } from './payment-providers/gateway/payment-gateway.resolver.js';
import { PaymentProviderResolver } from './payment-providers/settings/payment-provider.resolver.js';
import { PersonalDataResolver } from './personal-data/personal-data.resolver.js';
import { RaffleCommitmentsResolver } from './prizes/commitment.resolver.js';
import { PrizeLogResolver } from './prizes/prize-log.resolver.js';
import { PromotionResolver, RafflePromotionsResolver } from './promotions/promotion.resolver.js';
import { OrderQuotaPrizesResolver, QuotaPrizeResolver, RaffleQuotaPrizesResolver } from './quota-prizes/quota-prize.resolver.js';
import { ReferrerResolver } from './referrals/referrer.resolver.js';
import { ReconciliationResolver } from './reconciliation/reconciliation.resolver.js';
import { OrderMoneyResolver } from './refunds/order-money.resolver.js';
import { PixPaymentRefundsResolver, RefundFieldsResolver, RefundResolver } from './refunds/refund.resolver.js';
import { RaffleCategoryResolver } from './raffles/raffle-category.resolver.js';
import { RaffleResolver } from './raffles/raffle.resolver.js';
import { FaqResolver } from './site/faq.resolver.js';
import { NotificationResolver } from './site/notification.resolver.js';
import { SettingsResolver } from './site/settings.resolver.js';
import { UserResolver } from './users/user.resolver.js';
import { WebhookDeliveryResolver } from './webhooks/api/webhook-delivery.resolver.js';
import { WebhookEndpointResolver } from './webhooks/api/webhook-endpoint.resolver.js';

/** Every resolver of the service; a new feature adds its own here. */
const resolvers: NonEmptyArray<Function> = [
  ApiClientResolver,
  AuditLogResolver,
  AuthResolver,
  DrawResolver,
  FaqResolver,
  FileResolver,
  AwardedBoxComboResolver,
  AwardedBoxResolver,
  HeldBoxResolver,
  LuckyNumberResolver,
  OrderBoxesResolver,
  OrderLuckyNumbersResolver,
  OrderPriceResolver,
  OrderQuotaPrizesResolver,
  OrderResolver,
  NotificationResolver,
  PaymentGatewayResolver,
  PaymentProviderResolver,
  LatePaymentResolver,
  PixPaymentRefundsResolver,
  RefundFieldsResolver,
  OrderMoneyResolver,
  PersonalDataResolver,
  PixPaymentResolver,
  PrizeLogResolver,
  PromotionResolver,
  QuotaPrizeResolver,
  RaffleCommitmentsResolver,
  RaffleCategoryResolver,
  RafflePromotionsResolver,
  RaffleQuotaPrizesResolver,
  RaffleResolver,
  ReconciliationResolver,
  ReferrerResolver,
  RefundResolver,
  RaffleSellBarResolver,
  SalesResolver,
  SellBarResolver,
  SessionResolver,
  SettingsResolver,
  UserResolver,
  WebhookDeliveryResolver,
  WebhookEndpointResolver,
  WinnerResolver,
];

readPropertiesDirectly();

/** The executable schema, each operation behind its roles. Made once. */
export const schema: GraphQLSchema = authorizeSchema(
  buildSchemaSync({
    resolvers,
    scalarsMap: [{ type: Date, scalar: GraphQLDateTime }],
    validateFn: validateArgument,
    // Asks the whole schema for itself at every start. A test does, and graphql checks it before the first operation.
    skipCheck: true,
    // Every subscription brings its own stream; type-graphql asks for an engine all the same.
    pubSub: {
      publish: () => undefined,
      subscribe: (topic) => {
        throw new Error(`no stream for ${topic}`);
      },
    },
  }),
  OPERATOR_RIGHTS,
);
keepEnumValues(schema);
specifyScalars(schema);
answerAtOnce(schema, 'Order', 'luckyNumbers', (order: ReadOrder, page, ctx) => listNumbersOfOrder(ctx, order, page));
