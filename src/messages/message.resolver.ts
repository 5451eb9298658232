import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { listOf, WRITE } from '../graphql/cost.js';
import { InputArg } from '../graphql/input-arg.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import * as choices from './message-choices.service.js';
import { ChooseMessagesInput, MessageChoices, MessageLanguage } from './message-choices.type.js';
import { MESSAGE_KINDS } from './message-kinds.js';
import * as texts from './message-texts.service.js';
import { MessagePreview, MessageText, MessageTextInput, ResetMessageTextInput } from './message-texts.type.js';

const TEXTS = Object.keys(MESSAGE_KINDS).length * Object.keys(MessageLanguage).length;

@Resolver()
export class MessageChoicesResolver {
  @Query(() => MessageChoices, {
    description:
      'Which messages come to the e-mail address and the phone of the calling buyer. A kind that comes to one of them counts as coming.',
  })
  @Roles('USER')
  @Refuses('UNAUTHENTICATED')
  myMessageChoices(@Ctx() ctx: Context) {
    return choices.findMyChoices(ctx);
  }

  @Query(() => MessageChoices, {
    description:
      'Which messages come to the address that a link of a message is of. It says nothing of the person. The link is a form too: it takes '
      + 'a POST with each wanted `kind`, or the one POST of a mail program (RFC 8058).',
  })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  messageChoices(@Ctx() ctx: Context, @Arg('token', () => String, { description: 'The last part of the link.' }) token: string) {
    return choices.findChoices(ctx, token);
  }

  @Mutation(() => MessageChoices, {
    description:
      'Chooses which messages come to the e-mail address and the phone of the calling buyer, for every account that has them. '
      + 'Safe to repeat.',
    complexity: WRITE,
  })
  @Roles('USER')
  @Refuses('UNAUTHENTICATED')
  chooseMyMessages(@Ctx() ctx: Context, @InputArg(() => ChooseMessagesInput) input: ChooseMessagesInput) {
    return choices.chooseMyMessages(ctx, input);
  }
}

@Resolver()
export class MessageTextResolver {
  @Query(() => [MessageText], {
    description:
      "The texts of all kinds of e-mails in both languages, at most 14: the operators' own, or those that come with the service. Where WHATSAPP_MESSAGES "
      + 'is on, messages also go as the webhook event MESSAGE_DUE, without these texts.',
    complexity: listOf(TEXTS),
  })
  @Roles('ADMIN', ['MANAGER', 'SUPPORT'])
  @Refuses()
  messageTexts(@Ctx() ctx: Context) {
    return texts.listTexts(ctx);
  }

  @Mutation(() => MessageText, {
    description: 'Replaces the text of a kind of e-mail in one language, for messages from now on. Safe to repeat. Audited.',
    complexity: WRITE,
  })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses()
  updateMessageText(@Ctx() ctx: Context, @InputArg(() => MessageTextInput) input: MessageTextInput) {
    return texts.setText(ctx, input);
  }

  @Mutation(() => MessageText, {
    description: 'Returns to the text that comes with the service. Safe to repeat. Audited.',
    complexity: WRITE,
  })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses()
  resetMessageText(@Ctx() ctx: Context, @InputArg(() => ResetMessageTextInput) input: ResetMessageTextInput) {
    return texts.resetText(ctx, input);
  }

  @Mutation(() => MessagePreview, {
    description: 'An e-mail with this text, as a buyer would get it, with invented data. Nothing is kept or sent.',
  })
  @Roles('ADMIN', ['MANAGER', 'SUPPORT'])
  @Refuses()
  previewMessage(@Ctx() ctx: Context, @InputArg(() => MessageTextInput) input: MessageTextInput) {
    return texts.previewText(ctx, input);
  }
}
