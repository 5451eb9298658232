import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { listOf } from '../graphql/cost.js';
import { Roles } from '../graphql/roles.js';
import { IdArg } from '../graphql/id.js';
import { CreateFaqInput, UpdateFaqInput } from './faq.input.js';
import * as faqs from './faq.service.js';
import { Faq } from './faq.type.js';

@Resolver(() => Faq)
export class FaqResolver {
  @Query(() => [Faq], {
    description: 'FAQs in their order, at most 200: to operators all of them, to others those that are active.',
    complexity: listOf(200),
  })
  @Roles('PUBLIC')
  faqs(
    @Ctx() ctx: Context,
    @Arg('activeOnly', () => Boolean, {
      defaultValue: false,
      description: 'True leaves out those that are not active, which only operators see.',
    })
    activeOnly: boolean,
  ) {
    return faqs.listFaqs(ctx, { activeOnly });
  }

  @Query(() => Faq, {
    nullable: true,
    description: 'One FAQ. NOT_FOUND: there is none of that id, or, for anyone but operators, it is not active.',
  })
  @Roles('PUBLIC')
  faq(@Ctx() ctx: Context, @IdArg('FAQ') id: string) {
    return faqs.findFaq(ctx, id);
  }

  @Mutation(() => Faq, {
    description:
      'Creates a FAQ; audited. Not safe to repeat: each call creates another. BAD_USER_INPUT: a field is invalid. CONFLICT: there are 200 already; delete one first.',
  })
  @Roles('ADMIN', ['MANAGER'])
  createFaq(
    @Ctx() ctx: Context,
    @Arg('input', () => CreateFaqInput, { description: 'The FAQ to create.' }) input: CreateFaqInput,
  ) {
    return faqs.createFaq(ctx, input);
  }

  @Mutation(() => Faq, {
    description:
      'Changes what is sent of a FAQ; audited with what it was. With `position` it is moved, and those between move by one. Safe to repeat. '
      + 'BAD_USER_INPUT: a field is invalid. NOT_FOUND: there is none of that id.',
  })
  @Roles('ADMIN', ['MANAGER'])
  updateFaq(
    @Ctx() ctx: Context,
    @IdArg('FAQ') id: string,
    @Arg('input', () => UpdateFaqInput, { description: 'What is to change.' }) input: UpdateFaqInput,
  ) {
    return faqs.updateFaq(ctx, id, input);
  }

  @Mutation(() => Faq, {
    description:
      'Deletes a FAQ and returns it as it was; those after it move up. Audited. NOT_FOUND: there is none of that id, as when it is deleted '
      + 'again.',
  })
  @Roles('ADMIN', ['MANAGER'])
  deleteFaq(@Ctx() ctx: Context, @IdArg('FAQ') id: string) {
    return faqs.deleteFaq(ctx, id);
  }
}
