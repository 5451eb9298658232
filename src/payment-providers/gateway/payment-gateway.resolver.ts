import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import { listOf } from '../../graphql/cost.js';
import { InputArg } from '../../graphql/input-arg.js';
import { Refuses } from '../../graphql/refuses.js';
import { Roles } from '../../graphql/roles.js';
import { StepUp } from '../../graphql/step-up.js';
import { QR_CODE_IMAGE_COST, qrCodeImage } from '../../platform/qr-code-image.js';
import { GenerateBillingQrCodeInput, RegisterGatewayWebhookInput } from './payment-gateway.input.js';
import * as gateway from './payment-gateway.service.js';
import { BillingQrCode, GatewayAccessToken, GatewayWebhook } from './payment-gateway.type.js';

const PROVIDER = {
  nullable: true,
  description: 'The name of the payment provider, active or not. Default: the active provider with the lowest `priority`.',
};
const PROVIDER_OF_CODE = {
  nullable: true,
  description:
    'The name of the payment provider. Default: the provider of the charge if the service knows it, otherwise the '
    + 'active provider with the lowest `priority`.',
};

@Resolver(() => BillingQrCode)
export class PaymentGatewayResolver {
  @Mutation(() => GatewayAccessToken, {
    description: 'Requests a new access token, to prove that the stored credentials work. Safe to repeat. Audited.',
  })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses('CONFLICT', 'PAYMENT_PROVIDER_UNAVAILABLE')
  @StepUp()
  createGatewayAccessToken(@Ctx() ctx: Context, @Arg('providerName', () => String, PROVIDER) providerName?: string | null) {
    return gateway.createGatewayAccessToken(ctx, providerName);
  }

  @Mutation(() => BillingQrCode, {
    description:
      'Creates a real charge that belongs to no order, to test a provider. A payment for it becomes a late payment '
      + '(UNKNOWN_REFERENCE) for an operator to refund. Not safe to repeat. Audited.',
  })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses('CONFLICT', 'PAYMENT_PROVIDER_UNAVAILABLE')
  generateBillingQrCode(@Ctx() ctx: Context, @InputArg(() => GenerateBillingQrCodeInput) input: GenerateBillingQrCodeInput) {
    return gateway.generateBillingQrCode(ctx, input);
  }

  @Query(() => BillingQrCode, {
    nullable: true,
    description:
      'The state of a charge, read from its provider at this moment. Nothing changes here: no order becomes PAID by it.',
  })
  @Roles('ADMIN', ['FINANCE', 'SUPPORT'])
  @Refuses('NOT_FOUND', 'CONFLICT', 'PAYMENT_PROVIDER_UNAVAILABLE')
  billingQrCode(
    @Ctx() ctx: Context,
    @Arg('reference', () => String, {
      description: 'The `reference` that `generateBillingQrCode` returned, or the `qrCodeId` of an order.',
    })
    reference: string,
    @Arg('providerName', () => String, PROVIDER_OF_CODE) providerName?: string | null,
  ) {
    return gateway.findBillingQrCode(ctx, reference, providerName);
  }

  @Query(() => [GatewayWebhook], {
    description: 'The callback addresses that are registered at a provider, at most 100 and usually one.',
    complexity: listOf(100),
  })
  @Roles('ADMIN', ['FINANCE', 'SUPPORT'])
  @Refuses('CONFLICT', 'PAYMENT_PROVIDER_UNAVAILABLE')
  gatewayWebhooks(@Ctx() ctx: Context, @Arg('providerName', () => String, PROVIDER) providerName?: string | null) {
    return gateway.listGatewayWebhooks(ctx, providerName);
  }

  @Mutation(() => GatewayWebhook, {
    description:
      'Registers the address that a provider calls when money arrives. A provider that keeps only one address replaces the '
      + 'previous one. Safe to repeat. Audited.',
  })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses('CONFLICT', 'PAYMENT_PROVIDER_UNAVAILABLE')
  @StepUp()
  registerGatewayWebhook(@Ctx() ctx: Context, @InputArg(() => RegisterGatewayWebhookInput) input: RegisterGatewayWebhookInput) {
    return gateway.registerGatewayWebhook(ctx, input);
  }

  @Mutation(() => GatewayWebhook, {
    description:
      'Deletes a callback address at a provider and returns it. Payments are then found later, when the service asks the '
      + 'provider. Audited.',
  })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses('NOT_FOUND', 'CONFLICT', 'PAYMENT_PROVIDER_UNAVAILABLE')
  @StepUp()
  deleteGatewayWebhook(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { description: 'The id of the address, as in `gatewayWebhooks`.' }) id: string,
    @Arg('providerName', () => String, PROVIDER) providerName?: string | null,
  ) {
    return gateway.deleteGatewayWebhook(ctx, id, providerName);
  }

  @FieldResolver(() => String, {
    description: 'The PIX code as a QR code image: a PNG as a data URL.',
    complexity: QR_CODE_IMAGE_COST,
  })
  image(@Root() { content }: BillingQrCode) {
    return qrCodeImage(content);
  }
}
