import { IsEmail, IsOptional, Length } from 'class-validator';
import { GraphQLDate } from 'graphql-scalars';
import { Field, InputType } from 'type-graphql';
import type { CustomerChanges } from './customer.service.js';
import { IsCpf, IsPersonName, IsPhone } from './input-rules.js';

@InputType({
  description:
    'What buyers change of their own data. What is left out stays. Null takes the e-mail address away; name and phone must not be null.',
})
export class UpdateCustomerInput implements CustomerChanges {
  @Field(() => String, { nullable: true, description: 'The full name, 2 to 120 characters.' })
  name?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The phone, in any form that `CreateCustomerInput.phone` takes. Changing it takes `currentPassword`.',
  })
  phone?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The e-mail address, at most 254 characters, which no other account may have. Changing it takes `currentPassword`.',
  })
  email?: string | null;

  @Field(() => GraphQLDate, {
    nullable: true,
    description: 'The date of birth (YYYY-MM-DD), in the past and not before 1900. Once it is set only an owner changes it.',
  })
  birthDate?: Date | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The password. Required where the phone or the e-mail address changes; a buyer who has none sets one with `resetPassword` first.',
  })
  currentPassword?: string | null;
}

@InputType({ description: 'A buyer who registers.' })
export class CreateCustomerInput {
  @Field(() => String, { description: "The buyer's full name, 2 to 120 characters." })
  @IsPersonName()
  name: string;

  @Field(() => String, {
    description:
      "The buyer's phone: a Brazilian mobile or landline number with its area code, with or without punctuation, or any "
      + 'number in E.164. No other account may have it.',
  })
  @IsPhone()
  phone: string;

  @Field(() => String, {
    description:
      "The buyer's CPF: eleven digits, with or without punctuation, with valid check digits. No other account may have it.",
  })
  @IsCpf()
  cpf: string;

  @Field(() => String, {
    nullable: true,
    description:
      "The buyer's e-mail address, at most 254 characters. It is stored in lower case. No other account may have it. Some raffles require it. Default: none.",
  })
  @IsOptional()
  @IsEmail()
  email?: string | null;

  @Field(() => GraphQLDate, {
    nullable: true,
    description:
      "The buyer's date of birth (YYYY-MM-DD), in the past and not before 1900. Some raffles require it. Default: none.",
  })
  birthDate?: Date | null;

  @Field(() => String, { description: 'The password to log in with, 8 to 200 characters.' })
  @Length(8, 200)
  password: string;
}
