import type { Context } from '../context.js';
import type { FieldProblems } from '../platform/refusal.js';
import { textOf } from '../platform/domain-error.js';

/** What no two users share, as it is kept. */
export interface UniquePerson {
  phone?: string | null | undefined;
  cpf?: string | null | undefined;
  email?: string | null | undefined;
}

/** Names each that another user has; `ofId` is whose own they may be. */
export async function problemsOfTaken({ db }: Context, person: UniquePerson, ofId?: string): Promise<FieldProblems> {
  const { phone, cpf, email } = person;
  const given = [...(phone ? [{ phone }] : []), ...(cpf ? [{ cpf }] : []), ...(email ? [{ email }] : [])];
  if (given.length === 0) return {};
  const holders = await db.prisma.user.findMany({
    where: { OR: given },
    select: { id: true, phone: true, cpf: true, email: true },
  });
  const fields: FieldProblems = {};
  for (const field of ['phone', 'cpf', 'email'] as const) {
    const value = person[field];
    if (value && holders.some((holder) => holder.id !== ofId && holder[field] === value))
      fields[field] = [textOf('users.takenField')];
  }
  return fields;
}
