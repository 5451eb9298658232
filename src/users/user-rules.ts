import type { OperatorRole, Role } from '../generated/prisma/client.js';
import type { FieldProblems } from '../platform/refusal.js';
import { personProblems, type TypedPerson } from './person.js';
import { textOf } from '../platform/domain-error.js';
import type { KeyedText } from '../platform/texts.js';

export interface NewUser extends TypedPerson {
  role: Role;
  operatorRole?: OperatorRole | null | undefined;
  name: string;
  password?: string | null | undefined;
}

/** All problems of the input alone, by field. */
export function newUserProblems(input: Partial<NewUser>, timeZone: string): FieldProblems {
  return { ...personProblems(input, timeZone), ...missingOrUnfit(input) };
}

function missingOrUnfit({ role, operatorRole, email, phone, cpf, birthDate, password }: Partial<NewUser>): FieldProblems {
  if (!role) return {};
  if (role === 'USER')
    return {
      ...(phone == null && { phone: [textOf('users.requiredForBuyer')] }),
      ...(cpf == null && { cpf: [textOf('users.requiredForBuyer')] }),
      ...(operatorRole != null && { operatorRole: [textOf('users.operatorsOnly')] }),
    };
  return {
    ...(operatorRole == null && { operatorRole: [textOf('users.requiredForOperator')] }),
    ...(email == null && { email: [textOf('users.requiredToLogIn')] }),
    ...(password == null && { password: [textOf('users.requiredForOperator')] }),
    ...forBuyers({ phone, cpf, birthDate }),
  };
}

/** Problems of fields that only buyers have. */
export function forBuyers(values: Record<string, unknown>): FieldProblems {
  return present(
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value != null && [textOf('users.buyersOnly')]])),
  );
}

export function present(problems: Record<string, KeyedText[] | false>): FieldProblems {
  return Object.fromEntries(Object.entries(problems).filter((entry): entry is [string, KeyedText[]] => entry[1] !== false));
}
