import { Field, Int, ObjectType } from 'type-graphql';

/** What a raffle's page shows and where buyers ask: nothing here decides a sale. */
@ObjectType()
export abstract class RafflePresentation {
  @Field(() => String, { description: 'Unique name in addresses: `/r/{slug}`.' })
  slug: string;

  @Field(() => String, { description: 'What is raffled, in one line.' })
  title: string;

  @Field(() => String, { nullable: true, description: 'A second line under the title.' })
  subtitle: string | null;

  @Field(() => String, { nullable: true, description: 'The whole story: rules, prizes, delivery.' })
  description: string | null;

  @Field(() => String, { nullable: true, description: 'A short notice beside the status, such as "last quotas".' })
  statusText: string | null;

  @Field(() => String, { nullable: true, description: 'Address of the main picture.' })
  photoUrl: string | null;

  @Field(() => Boolean, { description: 'Whether the page shows endsAt.' })
  showEndsAt: boolean;

  @Field(() => [Int], { description: 'Quantities offered as buttons, in order, at most 12.' })
  fastSelectionCards: number[];

  @Field(() => Int, { nullable: true, description: 'The one of fastSelectionCards that is marked as the favourite.' })
  popularSelectionCard: number | null;

  @Field(() => Boolean, { description: 'Whether the page shows how much is sold.' })
  showProgressBar: boolean;

  @Field(() => Boolean, { description: 'Whether the page shows who bought the most, names masked.' })
  showRank: boolean;

  @Field(() => Boolean, { description: 'Whether the page shows the price of a quota.' })
  showPrices: boolean;

  @Field(() => Boolean, { description: 'Whether it stands on the front page.' })
  isHighlighted: boolean;

  @Field(() => Boolean, { description: 'Whether the page shows the awarded boxes.' })
  showAwardedBoxes: boolean;

  @Field(() => Boolean, { description: 'Whether the page shows who won an awarded box, names masked.' })
  showAwardedBoxesWinners: boolean;

  @Field(() => String, { nullable: true, description: 'The code of the legal authorisation.' })
  certificateCode: string | null;

  @Field(() => String, { nullable: true, description: 'WhatsApp number for questions, E.164.' })
  whatsapp: string | null;

  @Field(() => String, { nullable: true, description: 'Invitation to the WhatsApp group, an https address.' })
  whatsappGroup: string | null;

  @Field(() => String, { nullable: true, description: 'Telegram channel, an https address.' })
  telegram: string | null;

  @Field(() => String, { nullable: true, description: 'E-mail address for questions.' })
  email: string | null;
}
