import type { OperatorRole, Role } from '../generated/prisma/client.js';
import type { FieldProblems } from '../platform/refusal.js';
import { personProblems, type TypedPerson } from './person.js';

/** A user as an operator makes one. */
export interface NewUser extends TypedPerson {
  role: Role;
  operatorRole?: OperatorRole | null | undefined;
  name: string;
  password?: string | null | undefined;
}

/** All that can be told of a new user from the input alone, by field. */
export function newUserProblems(input: Partial<NewUser>, timeZone: string): FieldProblems {
  return { ...personProblems(input, timeZone), ...missingOrUnfit(input) };
}

function missingOrUnfit({ role, operatorRole, email, phone, cpf, birthDate, password }: Partial<NewUser>): FieldProblems {
  if (!role) return {};
  if (role === 'USER')
    return {
      ...(phone == null && { phone: ['is required for a buyer'] }),
      ...(cpf == null && { cpf: ['is required for a buyer'] }),
      ...(operatorRole != null && { operatorRole: ['is for operators'] }),
    };
  return {
    ...(operatorRole == null && { operatorRole: ['is required for an operator'] }),
    ...(email == null && { email: ['is required for an operator, who logs in by it'] }),
    ...(password == null && { password: ['is required for an operator'] }),
    ...forBuyers({ phone, cpf, birthDate }),
  };
}

/** What only buyers have, where somebody else is given it. */
export function forBuyers(values: Record<string, unknown>): FieldProblems {
  return present(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value != null && ['is for buyers']])));
}

/** The problems that there are. */
export function present(problems: Record<string, string[] | false>): FieldProblems {
  return Object.fromEntries(Object.entries(problems).filter((entry): entry is [string, string[]] => entry[1] !== false));
}
