import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'The company that answers for a raffle before the law.' })
export class Promoter {
  @Field(() => String, { nullable: true, description: 'The legal name. Null until it is set.' })
  name: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The CNPJ, fourteen digits or capital letters without punctuation. Null until it is set.',
  })
  cnpj: string | null;
}
