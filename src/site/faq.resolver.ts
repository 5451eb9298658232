import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { listOf } from '../graphql/cost.js';
import { InputArg } from '../graphql/input-arg.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { IdArg } from '../graphql/id.js';
import { CreateFaqInput, Faq, UpdateFaqInput } from './faq.type.js';
import * as faqs from './faq.service.js';

@Resolver(() => Faq)
export class FaqResolver {
  @Query(() => [Faq], {
    description: 'The FAQs in their order, at most 200. Operators get all of them, others the active ones.',
    complexity: listOf(200),
  })
  @Roles('PUBLIC')
  @Refuses()
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

  @Query(() => Faq, { nullable: true, description: 'One FAQ. Only operators see one that is not active.' })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  faq(@Ctx() ctx: Context, @IdArg('FAQ') id: string) {
    return faqs.findFaq(ctx, id);
  }

  @Mutation(() => Faq, { description: 'Creates a FAQ, up to 200. Not safe to repeat: each call creates another. Audited.' })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('CONFLICT')
  createFaq(@Ctx() ctx: Context, @InputArg(() => CreateFaqInput) input: CreateFaqInput) {
    return faqs.createFaq(ctx, input);
  }

  @Mutation(() => Faq, {
    description:
      'Changes the fields of a FAQ that are sent. With `position` it is moved, and those between move by one. Safe to '
      + 'repeat. Audited with the values before.',
  })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('NOT_FOUND')
  updateFaq(@Ctx() ctx: Context, @IdArg('FAQ') id: string, @InputArg(() => UpdateFaqInput) input: UpdateFaqInput) {
    return faqs.updateFaq(ctx, id, input);
  }

  @Mutation(() => Faq, { description: 'Deletes a FAQ and returns it as it was; those after it move up. Audited.' })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('NOT_FOUND')
  deleteFaq(@Ctx() ctx: Context, @IdArg('FAQ') id: string) {
    return faqs.deleteFaq(ctx, id);
  }
}
