import { Arg, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { Order } from '../orders/order.type.js';
import type { OrderRow } from '../orders/order.sql.js';
import { Raffle } from '../raffles/raffle.type.js';
import type { ReadRaffle } from '../raffles/raffle-row.js';
import { regulationFile } from '../addresses/regulation-address.js';
import type { RegulationRow } from './regulation.sql.js';
import { acceptedRegulationOf, findRegulation } from './regulation.service.js';
import { AcceptedRegulation, RaffleRegulation } from './regulation.type.js';

@Resolver(() => RaffleRegulation)
export class RegulationResolver {
  @Query(() => RaffleRegulation, {
    description:
      'The regulation of a raffle, by its id or its slug: send exactly one. It is made when the raffle is published, and a version more '
      + 'with each change of what it says, until the draw. Only operators see that of a DRAFT.',
  })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  raffleRegulation(
    @Ctx() ctx: Context,
    @Arg('raffleId', () => ID, { nullable: true, description: "The raffle's UUID." }) id?: string | null,
    @Arg('slug', () => String, { nullable: true, description: "The raffle's slug." }) slug?: string | null,
    @Arg('version', () => Int, { nullable: true, description: 'The version. Left out: the last one.' }) version?: number | null,
  ) {
    return findRegulation(ctx, { id, slug }, version);
  }

  @FieldResolver()
  url(@Root() { raffleId, version }: RegulationRow) {
    return regulationFile(raffleId, version);
  }
}

@Resolver(() => Raffle)
export class RaffleRegulationResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'The SHA-256 (hexadecimal) of the current regulation: `createOrder` takes it as `acceptedRegulationHash`. Null until the raffle '
      + 'is published.',
  })
  regulationHash(@Root() raffle: ReadRaffle, @Ctx() ctx: Context) {
    return raffle.regulationHash === undefined ? ctx.loaders.regulationHash.load(raffle.id) : raffle.regulationHash;
  }
}

@Resolver(() => Order)
export class OrderRegulationResolver {
  @FieldResolver(() => AcceptedRegulation, {
    nullable: true,
    description:
      'The regulation that the buyer accepted. It stays, whatever becomes of the raffle. Null when the order named none.',
  })
  acceptedRegulation(@Root() order: OrderRow, @Ctx() ctx: Context) {
    return acceptedRegulationOf(ctx, order);
  }
}
