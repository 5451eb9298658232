import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import { Roles } from '../../graphql/roles.js';
import { qrCodeImage } from '../br-code/qr-code-image.js';
import { GenerateBillingQrCodeInput, RegisterGatewayWebhookInput } from './payment-gateway.input.js';
import * as gateway from './payment-gateway.service.js';
import { BillingQrCode, GatewayAccessToken, GatewayWebhook } from './payment-gateway.type.js';

const PROVIDER = {
  nullable: true,
  description: 'Which provider, an inactive one too; by default the one that orders are charged through.',
};
const PROVIDER_OF_CODE = {
  nullable: true,
  description: 'Which provider; by default the one of the order, or the one that orders are charged through.',
};
const FAILURES =
  'CONFLICT where the provider has no such operation or refuses it, BAD_USER_INPUT where it refuses what was sent, '
  + 'PAYMENT_PROVIDER_UNAVAILABLE where it cannot be asked or does not let us in.';

@Resolver(() => BillingQrCode)
export class PaymentGatewayResolver {
  @Mutation(() => GatewayAccessToken, {
    description: `Gets a new access token of a payment provider, which proves that its credentials work. ${FAILURES}`,
  })
  @Roles('ADMIN')
  createGatewayAccessToken(@Ctx() ctx: Context, @Arg('providerName', () => String, PROVIDER) providerName?: string | null) {
    return gateway.createGatewayAccessToken(ctx, providerName);
  }

  @Mutation(() => BillingQrCode, {
    description:
      'Makes a charge outside any order, to try a provider. It is a real one: what is paid with it belongs to no order and is '
      + `kept as a late payment (UNKNOWN_REFERENCE), to be refunded by an operator. Audited. ${FAILURES}`,
  })
  @Roles('ADMIN')
  generateBillingQrCode(
    @Ctx() ctx: Context,
    @Arg('input', () => GenerateBillingQrCodeInput, { description: 'The charge.' }) input: GenerateBillingQrCodeInput,
  ) {
    return gateway.generateBillingQrCode(ctx, input);
  }

  @Query(() => BillingQrCode, {
    nullable: true,
    description: `How a charge stands at its provider, who is asked at this moment; nothing is settled by it. NOT_FOUND. ${FAILURES}`,
  })
  @Roles('ADMIN')
  billingQrCode(
    @Ctx() ctx: Context,
    @Arg('reference', () => String, { description: 'What `generateBillingQrCode` answered, or the `qrCodeId` of an order.' })
    reference: string,
    @Arg('providerName', () => String, PROVIDER_OF_CODE) providerName?: string | null,
  ) {
    return gateway.findBillingQrCode(ctx, reference, providerName);
  }

  @Query(() => [GatewayWebhook], {
    description: `The addresses a provider calls when money arrives, at most 100: usually there is one. ${FAILURES}`,
  })
  @Roles('ADMIN')
  gatewayWebhooks(@Ctx() ctx: Context, @Arg('providerName', () => String, PROVIDER) providerName?: string | null) {
    return gateway.listGatewayWebhooks(ctx, providerName);
  }

  @Mutation(() => GatewayWebhook, {
    description:
      'Makes a provider call us when money arrives, replacing the address it had where it keeps only one. Safe to repeat. '
      + `Audited. ${FAILURES}`,
  })
  @Roles('ADMIN')
  registerGatewayWebhook(
    @Ctx() ctx: Context,
    @Arg('input', () => RegisterGatewayWebhookInput, { description: 'Which provider, and where it calls.' })
    input: RegisterGatewayWebhookInput,
  ) {
    return gateway.registerGatewayWebhook(ctx, input);
  }

  @Mutation(() => GatewayWebhook, {
    description:
      'Makes a provider forget an address and answers what it was. What is paid is still found, later, by asking. NOT_FOUND. '
      + `Audited. ${FAILURES}`,
  })
  @Roles('ADMIN')
  deleteGatewayWebhook(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { description: 'Which address, as in `gatewayWebhooks`.' }) id: string,
    @Arg('providerName', () => String, PROVIDER) providerName?: string | null,
  ) {
    return gateway.deleteGatewayWebhook(ctx, id, providerName);
  }

  @FieldResolver(() => String, { description: 'The PIX code as a QR picture: a PNG data URL.', complexity: 20 })
  image(@Root() { content }: BillingQrCode) {
    return qrCodeImage(content);
  }
}
