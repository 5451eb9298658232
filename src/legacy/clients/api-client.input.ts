import { IsOptional, Length } from 'class-validator';
import { Field, InputType } from 'type-graphql';

@InputType({ description: 'A new legacy integration.' })
export class CreateApiClientInput {
  @Field(() => String, { description: 'What operators call it, 1 to 120 characters.' })
  @Length(1, 120)
  name: string;
}

@InputType({ description: 'What changes of a legacy integration; what is left out stays.' })
export class UpdateApiClientInput {
  @Field(() => String, { nullable: true, description: '1 to 120 characters.' })
  @IsOptional()
  @Length(1, 120)
  name?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether every call must be signed.' })
  requiresSignature?: boolean | null;
}
