import { Field, Int, ObjectType } from 'type-graphql';

/** What a raffle's page shows and where buyers ask: nothing here decides a sale. */
@ObjectType()
export abstract class RafflePresentation {
  @Field(() => String, { description: 'The unique name of the raffle for page addresses, as in `/r/{slug}`.' })
  slug: string;

  @Field(() => String, { description: 'The title: what is raffled, in one line.' })
  title: string;

  @Field(() => String, { nullable: true, description: 'A second line under the title. Null when none is set.' })
  subtitle: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The full description with rules, prizes and delivery. Null when none is set.',
    complexity: 20,
  })
  description: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'A short notice shown beside the status, such as "last quotas". Null when none is set.',
  })
  statusText: string | null;

  @Field(() => String, { nullable: true, description: 'The URL of the main picture. Null when none is set.' })
  photoUrl: string | null;

  @Field(() => Boolean, { description: "Whether the raffle's page should show `endsAt`." })
  showEndsAt: boolean;

  @Field(() => [Int], { description: 'Quantities to offer as buttons, in this sequence, at most 12.' })
  fastSelectionCards: number[];

  @Field(() => Int, {
    nullable: true,
    description: 'The quantity of `fastSelectionCards` to highlight as the most popular one. Null when none is set.',
  })
  popularSelectionCard: number | null;

  @Field(() => Boolean, { description: "Whether the raffle's page should show how much is sold." })
  showProgressBar: boolean;

  @Field(() => Boolean, { description: "Whether the raffle's page should show who bought the most, with masked names." })
  showRank: boolean;

  @Field(() => Boolean, { description: "Whether the raffle's page should show the price of a quota." })
  showPrices: boolean;

  @Field(() => Boolean, { description: 'Whether the raffle should be on the front page.' })
  isHighlighted: boolean;

  @Field(() => Boolean, {
    description:
      'Whether the public is shown the awarded boxes of the raffle: otherwise `awardedBoxesByRaffle` is empty for all but operators.',
  })
  showAwardedBoxes: boolean;

  @Field(() => Boolean, {
    description:
      'Whether the public is shown who won awarded boxes, with masked names: otherwise `awardedBoxWinners` is empty for all but operators.',
  })
  showAwardedBoxesWinners: boolean;

  @Field(() => String, { nullable: true, description: 'The code of the legal authorisation. Null when none is set.' })
  certificateCode: string | null;

  @Field(() => String, { nullable: true, description: 'The WhatsApp number for questions, in E.164. Null when none is set.' })
  whatsapp: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The invitation link of the WhatsApp group, an https URL. Null when none is set.',
  })
  whatsappGroup: string | null;

  @Field(() => String, { nullable: true, description: 'The link to the Telegram channel, an https URL. Null when none is set.' })
  telegram: string | null;

  @Field(() => String, { nullable: true, description: 'The e-mail address for questions. Null when none is set.' })
  email: string | null;
}
