import { Field, ID, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'What stands for an order in the tree of a draw.' })
export class DrawLeaf {
  @Field(() => Int, {
    description:
      'The place of its first quota among all quotas that were paid, in the order of payment: how many quotas were paid before it.',
  })
  firstOrdinal: number;

  @Field(() => Int, { description: 'How many quotas it has, which take as many places from the first on.' })
  count: number;

  @Field(() => ID, { description: "The order's id." })
  orderId: string;

  @Field(() => String, { description: 'Sixteen bytes in hexadecimal that keep others from guessing whose the leaf is.' })
  salt: string;
}

@ObjectType({
  description:
    "Shows that an order takes part in its raffle's draw: hashing the leaf with the path gives the Merkle root that the manifest names "
    + '(RFC 9162, section 2.1.3.2, with SHA-256).',
})
export class DrawInclusion {
  @Field(() => DrawLeaf, { description: "The order's leaf." })
  leaf: DrawLeaf;

  @Field(() => Int, { description: 'Where it stands among the leaves, from 0.' })
  index: number;

  @Field(() => [String], { description: 'The hashes of the neighbours from below to above, at most 24, in hexadecimal.' })
  path: string[];

  @Field(() => String, { description: 'The SHA-256 of the manifest whose root this leads to, in hexadecimal.' })
  manifestHash: string;

  @Field(() => Boolean, { description: 'Whether the order was refunded before the freeze: it is in the tree, and cannot win.' })
  isVoid: boolean;
}
