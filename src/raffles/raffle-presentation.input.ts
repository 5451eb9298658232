import { ArrayMaxSize, ArrayUnique, IsEmail, IsUrl, Length, Matches, MaxLength, Min } from 'class-validator';
import { Field, InputType, Int } from 'type-graphql';

type UrlRules = NonNullable<Parameters<typeof IsUrl>[0]>;

/** A picture may come from the service itself, which in development is http and has no domain. */
const PICTURE: UrlRules = { protocols: ['https', 'http'], require_protocol: true, require_tld: false };
const LINK: UrlRules = { protocols: ['https'], require_protocol: true };

/** What a raffle's page shows. A field left out keeps its value, or takes its default in a new raffle; null takes the default. */
@InputType()
export abstract class RafflePresentationInput {
  @Field(() => String, {
    nullable: true,
    description: 'Lower-case words joined by hyphens, up to 80 characters, unique. Default: made from the title.',
  })
  @MaxLength(80)
  @Matches(/^[a-z0-9]+(-[a-z0-9]+)*$/, { message: 'must be lower-case letters and digits joined by single hyphens' })
  slug?: string | null;

  @Field(() => String, { nullable: true, description: 'A second line under the title, 1 to 160 characters.' })
  @Length(1, 160)
  subtitle?: string | null;

  @Field(() => String, { nullable: true, description: 'The whole story, 1 to 10,000 characters.' })
  @Length(1, 10_000)
  description?: string | null;

  @Field(() => String, { nullable: true, description: 'A short notice beside the status, 1 to 80 characters.' })
  @Length(1, 80)
  statusText?: string | null;

  @Field(() => String, { nullable: true, description: 'Address of the main picture, http or https, up to 500 characters.' })
  @MaxLength(500)
  @IsUrl(PICTURE, { message: 'must be an http or https address' })
  photoUrl?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the page shows endsAt. Default true.' })
  showEndsAt?: boolean | null;

  @Field(() => [Int], {
    nullable: true,
    description: 'At most 12 different quantities, each from minReservationQuantity to maxReservationQuantity. Default none.',
  })
  @ArrayMaxSize(12)
  @ArrayUnique()
  @Min(1, { each: true, message: 'must all be at least 1' })
  fastSelectionCards?: number[] | null;

  @Field(() => Int, { nullable: true, description: 'The one of fastSelectionCards to mark as the favourite.' })
  popularSelectionCard?: number | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the page shows how much is sold. Default true.' })
  showProgressBar?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the page shows who bought the most, names masked. Default false.',
  })
  showRank?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the page shows the price of a quota. Default true.' })
  showPrices?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it stands on the front page. Default false.' })
  isHighlighted?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the page shows the awarded boxes. Default false.' })
  showAwardedBoxes?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the page shows who won an awarded box, names masked. Default false.',
  })
  showAwardedBoxesWinners?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: 'Legal authorisation, at most 80 characters. In production no paid PUBLIC raffle leaves DRAFT without.',
  })
  @Length(1, 80)
  certificateCode?: string | null;

  @Field(() => String, { nullable: true, description: 'Phone number for questions, E.164: "+5511987654321".' })
  @Matches(/^\+[1-9]\d{7,14}$/, { message: 'must be a phone number in E.164, like "+5511987654321"' })
  whatsapp?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Invitation to the WhatsApp group, an https address of up to 500 characters.',
  })
  @MaxLength(500)
  @IsUrl(LINK, { message: 'must be an https address' })
  whatsappGroup?: string | null;

  @Field(() => String, { nullable: true, description: 'Telegram channel, an https address of up to 500 characters.' })
  @MaxLength(500)
  @IsUrl(LINK, { message: 'must be an https address' })
  telegram?: string | null;

  @Field(() => String, { nullable: true, description: 'E-mail address for questions, up to 254 characters.' })
  @MaxLength(254)
  @IsEmail()
  email?: string | null;
}
