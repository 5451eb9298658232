import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Connection } from '../graphql/connection.js';
import { IdField } from '../graphql/id.js';

/** The cost of a proof: up to 2,047 leaves are read and hashed. */
export const PROOF = 3_500;

@ObjectType({
  description: 'How the quotas of a raffle were paid, and how many were given back. Anybody can count it from the leaves.',
})
export class BookComposition {
  @Field(() => Int, { description: 'Quotas that are paid by PIX and not given back.' })
  pix: number;

  @Field(() => Int, { description: 'Quotas that an operator marked as paid, and that are not given back.' })
  byHand: number;

  @Field(() => Int, { description: 'Quotas of orders that cost nothing, and that are not given back.' })
  free: number;

  @Field(() => Int, { description: 'Quotas whose money went back, also where they were sold again.' })
  givenBack: number;
}

@ObjectType({
  description:
    "A head of a raffle's public book: the root of the RFC 9162 tree (SHA-256) over its first `size` leaves. Keep heads: by "
    + '`bookConsistency` anybody can check that a later head only continues an earlier one. It never changes.',
})
export class BookHead {
  @IdField('raffle')
  raffleId: string;

  @Field(() => Int, { description: 'How many leaves it holds. 0 for a book without leaves.' })
  size: number;

  @Field(() => String, { description: 'The root of the tree, 32 bytes in hexadecimal.' })
  root: string;

  @Field(() => Date, { nullable: true, description: 'When it was published (ISO 8601 UTC). Null for a book without leaves.' })
  at: Date | null;

  @Field(() => BookComposition, { description: 'What its leaves say in all.' })
  composition: BookComposition;
}

export const BookHeadConnection = Connection(() => BookHead, 'BookHead');

@ObjectType({ description: 'Shows that the tree of `to` leaves continues the tree of `from` leaves: RFC 9162, 2.1.4.' })
export class BookConsistency {
  @Field(() => Int, { description: 'The leaves of the earlier tree.' })
  from: number;

  @Field(() => Int, { description: 'The leaves of the later tree.' })
  to: number;

  @Field(() => [String], {
    description:
      'The hashes of the proof in their order, at most 32, each 32 bytes in hexadecimal. Empty from 0 or to the same size.',
  })
  path: string[];
}

@ObjectType({ description: 'Leaves of a book as they are hashed.' })
export class BookLeaves {
  @Field(() => Int, { description: 'The index of the first one, starting at 0.' })
  from: number;

  @Field(() => Int, { description: 'How many there are. Fewer than were asked for at the end of what is published.' })
  count: number;

  @Field(() => String, {
    description: 'In base64, 36 bytes each, one after the other. src/proof/README.md of the project describes the bytes.',
    // Up to 49 kB.
    complexity: 200,
  })
  bytes: string;
}

@ObjectType({
  description:
    'Shows that a block of quotas stands in the public book, and whose it is: leaf, index and path give the root of the head (RFC '
    + '9162, 2.1.3.2), and bytes 20 to 35 of the leaf are the first half of SHA-256 of the salt and the order id (8 bytes). Keep it.',
})
export class BookReceipt {
  @IdField('raffle')
  raffleId: string;

  @Field(() => ID, { description: "The order's id." })
  orderId: string;

  @Field(() => Int, { description: 'The index of the leaf, starting at 0.' })
  index: number;

  @Field(() => String, { description: 'The leaf, 36 bytes in hexadecimal.' })
  leaf: string;

  @Field(() => String, { description: '16 bytes in hexadecimal. Who does not have it cannot tell whose leaf it is.' })
  salt: string;

  @Field(() => [String], {
    description: 'The hashes of the neighbours from the leaf up, at most 32, in hexadecimal.',
    complexity: 12,
  })
  path: string[];

  @Field(() => BookHead, { description: 'The first head that held the leaf.', complexity: 3 })
  head: BookHead;

  @Field(() => Int, {
    nullable: true,
    description: 'The round of the beacon that decides what the block wins. Null in a raffle without instant prizes.',
  })
  round: number | null;

  @Field(() => Date, {
    nullable: true,
    description:
      'When the round is due (ISO 8601 UTC). The head was published before it. Null in a raffle without instant prizes.',
  })
  roundDueAt: Date | null;

  @Field(() => Boolean, { description: 'Whether the quotas of the block were given back. A later leaf of the book says so.' })
  isVoid: boolean;
}
