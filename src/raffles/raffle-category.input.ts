import { Length } from 'class-validator';
import { Field, InputType } from 'type-graphql';

@InputType({ description: 'A new category.' })
export class CreateRaffleCategoryInput {
  @Field(() => String, { description: '1 to 80 characters, unique.' })
  @Length(1, 80)
  name: string;
}

@InputType({ description: "A category's new name." })
export class UpdateRaffleCategoryInput {
  @Field(() => String, { description: '1 to 80 characters, unique.' })
  @Length(1, 80)
  name: string;
}
