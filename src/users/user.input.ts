import { IsEmail, IsOptional, Length } from 'class-validator';
import { GraphQLDate } from 'graphql-scalars';
import { Field, InputType } from 'type-graphql';
import { IsCpf, IsPersonName, IsPhone } from './input-rules.js';

@InputType({ description: 'A buyer who registers.' })
export class CreateCustomerInput {
  @Field(() => String, { description: '2 to 120 characters.' })
  @IsPersonName()
  name: string;

  @Field(() => String, {
    description: 'A Brazilian mobile or landline with its area code, punctuated or not, or any number in E.164. Unique.',
  })
  @IsPhone()
  phone: string;

  @Field(() => String, { description: 'Eleven digits, punctuated or not, with right check digits. Unique.' })
  @IsCpf()
  cpf: string;

  @Field(() => String, { nullable: true, description: 'Kept in lower case. Unique.' })
  @IsOptional()
  @IsEmail()
  email?: string | null;

  @Field(() => GraphQLDate, { nullable: true, description: 'In the past, not before 1900. Some raffles ask for it.' })
  birthDate?: Date | null;

  @Field(() => String, { description: '8 to 200 characters.' })
  @Length(8, 200)
  password: string;
}
