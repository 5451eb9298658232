import { Length } from 'class-validator';
import { Field, InputType } from 'type-graphql';

@InputType({ description: 'A new category.' })
export class CreateRaffleCategoryInput {
  @Field(() => String, { description: "The category's name, 1 to 80 characters and unique." })
  @Length(1, 80)
  name: string;
}

@InputType({ description: 'The new name of a category.' })
export class UpdateRaffleCategoryInput {
  @Field(() => String, { description: "The category's new name, 1 to 80 characters and unique." })
  @Length(1, 80)
  name: string;
}
