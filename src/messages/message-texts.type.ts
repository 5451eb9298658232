import { Length } from 'class-validator';
import { Field, InputType, ObjectType } from 'type-graphql';
import { MessageKind } from '../generated/prisma/enums.js';
import { MessageLanguage } from './message-choices.type.js';

@ObjectType({ description: 'The text of a kind of e-mail in one language.' })
export class MessageText {
  @Field(() => MessageKind, { description: 'What it tells.' })
  kind: MessageKind;

  @Field(() => MessageLanguage, { description: 'Its language.' })
  language: MessageLanguage;

  @Field(() => String, { description: 'The subject, with places between braces.' })
  subject: string;

  @Field(() => String, { description: 'The text, with places between braces. An empty line begins a paragraph.' })
  body: string;

  @Field(() => [String], { description: 'The names that its places may have, at most 8, such as `name` for `{name}`.' })
  places: string[];

  @Field(() => Boolean, { description: "Whether it is the operators' own: otherwise the text that comes with the service." })
  isOwn: boolean;
}

@ObjectType({ description: 'An e-mail as a buyer would get it, with invented data.' })
export class MessagePreview {
  @Field(() => String, { description: 'The subject.' })
  subject: string;

  @Field(() => String, { description: 'The message as text.' })
  text: string;

  @Field(() => String, { description: 'The message as HTML, without scripts.' })
  html: string;
}

@InputType({ description: 'A kind of e-mail in one language.' })
export class ResetMessageTextInput {
  @Field(() => MessageKind, { description: 'What it tells.' })
  kind: MessageKind;

  @Field(() => MessageLanguage, { description: 'Its language.' })
  language: MessageLanguage;
}

@InputType({ description: 'A text of a kind of e-mail.' })
export class MessageTextInput {
  @Field(() => MessageKind, { description: 'What it tells.' })
  kind: MessageKind;

  @Field(() => MessageLanguage, { description: 'Its language.' })
  language: MessageLanguage;

  @Field(() => String, { description: 'The subject, 1 to 150 characters. Only places of the kind may stand between braces.' })
  @Length(1, 150)
  subject: string;

  @Field(() => String, { description: 'The text, 1 to 5,000 characters. Only places of the kind may stand between braces.' })
  @Length(1, 5_000)
  body: string;
}
