import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { MOST_HITS, search } from './search.service.js';
import { SearchHit } from './search.type.js';

/** Up to some forty statements: of all of the text, of three numbers beside titles, and of three keys apart. */
const SEARCH = 400;

@Resolver()
export class SearchResolver {
  @Query(() => [SearchHit], {
    description:
      `What has a text, at most ${MOST_HITS}. Buyers and operators are found by words of the name, the phone, the CPF or the e-mail address; `
      + 'orders by id, txid or end-to-end id; payments by end-to-end id; raffles by words of the title or slug; and the owners of a lucky '
      + 'number, which may stand beside words of the title of its raffle, such as "moto 526". What the text can only be comes before what '
      + 'merely begins like it. Where all of it finds nothing, its numbers, phones and other keys are looked up without the words beside '
      + 'them. Deleted accounts are left out.',
    complexity: ({ childComplexity }) => SEARCH + MOST_HITS * childComplexity,
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  search(
    @Ctx() ctx: Context,
    @Arg('text', () => String, { description: 'What to search for, 1 to 200 characters.' }) text: string,
    @Arg('raffleId', () => ID, {
      nullable: true,
      description: 'The raffle of a lucky number, by UUID. Left out: the twenty newest raffles that may have sold.',
    })
    raffleId: string | null | undefined,
  ) {
    return search(ctx, text, raffleId ?? null);
  }
}
