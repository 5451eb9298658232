import { v7 as uuidv7 } from 'uuid';
import type { OperatorRole } from '../../src/generated/prisma/client.js';
import { validCpf } from './cpf.js';
import type { TestServer } from './start.js';

let serial = 0;

/** An operator's row and access token, an owner's unless it is said, made beside the API: the first operator comes with the service itself. */
export async function anAdmin(
  server: Pick<TestServer, 'app'>,
  operatorRole: OperatorRole = 'OWNER',
): Promise<{ id: string; token: string }> {
  const id = uuidv7();
  const email = `${id}@example.com`;
  await server.app.db.prisma.user.create({ data: { id, role: 'ADMIN', operatorRole, name: 'Operator', email } });
  return { id, token: server.app.tokens.issue('ADMIN', id).accessToken };
}

/** A customer's row and access token. Each has a phone and a valid CPF of their own unless others are given. */
export async function aCustomer(
  server: Pick<TestServer, 'app'>,
  overrides: { name?: string; email?: string; birthDate?: Date; phone?: string; cpf?: string; phoneProvedAt?: Date } = {},
): Promise<{ id: string; token: string; phone: string; cpf: string }> {
  const id = uuidv7();
  serial += 1;
  const { phone = `+55119${String(80_000_000 + serial)}`, cpf = validCpf(100_000_000 + serial), ...others } = overrides;
  await server.app.db.prisma.user.create({ data: { id, role: 'USER', name: 'Maria da Silva', phone, cpf, ...others } });
  return { id, token: server.app.tokens.issue('USER', id).accessToken, phone, cpf };
}
