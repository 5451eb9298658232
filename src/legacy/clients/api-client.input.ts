import { IsOptional, Length } from 'class-validator';
import { Field, InputType } from 'type-graphql';

@InputType({ description: 'A new legacy client.' })
export class CreateApiClientInput {
  @Field(() => String, { description: 'The name that operators give the client, 1 to 120 characters.' })
  @Length(1, 120)
  name: string;
}

@InputType({ description: 'The changes of a legacy client. Fields that are left out or null stay as they are.' })
export class UpdateApiClientInput {
  @Field(() => String, { nullable: true, description: 'The new name, 1 to 120 characters.' })
  @IsOptional()
  @Length(1, 120)
  name?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether every call must be signed. See `ApiClient.requiresSignature`.' })
  requiresSignature?: boolean | null;
}
