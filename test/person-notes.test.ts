import { describe, expect, it } from 'vitest';
import { mergeAccounts } from '../src/users/merge-accounts.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(startTestServer);
const owner = forTests(() => anAdmin(server));

const WRITE = `mutation ($userId: ID!, $input: CreatePersonNoteInput!) {
  createPersonNote(userId: $userId, input: $input) { id text author { id } } }`;
const READ = 'query ($userId: ID!) { personNotes(userId: $userId) { nodes { id text author { id } } totalCount } }';

async function write(userId: string, text: string, token = owner.token) {
  const { data, errors } = await server.graphql(WRITE, { userId, input: { text } }, { token });
  return { note: data?.createPersonNote, ...errors?.[0]?.extensions };
}

async function read(userId: string, token = owner.token): Promise<string[]> {
  const { data } = await server.graphql(READ, { userId }, { token });
  return data.personNotes.nodes.map(({ text }: { text: string }) => text);
}

const notesLeft = (userId: string) => server.app.db.prisma.personNote.count({ where: { userId } });

describe('notes about a person', () => {
  it('are written and read by operators of every role, the newest first', async () => {
    const { id } = await aCustomer(server);
    for (const role of ['OWNER', 'FINANCE', 'MANAGER', 'SUPPORT'] as const) {
      const { id: author, token } = await anAdmin(server, role);
      expect(await write(id, `  ligou, ${role}  `, token)).toMatchObject({
        note: { text: `ligou, ${role}`, author: { id: author } },
      });
    }
    expect(await read(id)).toEqual(['ligou, SUPPORT', 'ligou, MANAGER', 'ligou, FINANCE', 'ligou, OWNER']);
  });

  it('have 1 to 2,000 characters, and are of an account that there is', async () => {
    const { id } = await aCustomer(server);
    for (const text of ['', '   ', 'a'.repeat(2_001)])
      expect(await write(id, text)).toMatchObject({ code: 'BAD_USER_INPUT', fields: { text: expect.anything() } });
    expect(await write(id, 'a'.repeat(2_000))).toMatchObject({ note: expect.anything() });
    expect(await write('00000000-0000-7000-8000-000000000000', 'a')).toMatchObject({ code: 'NOT_FOUND' });
    await server.app.db.prisma.user.update({ where: { id }, data: { deletedAt: new Date() } });
    expect(await write(id, 'a')).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are in the audit log without what they say', async () => {
    const { id } = await aCustomer(server);
    const { note } = await write(id, 'segredo');
    const entries = await server.app.db.prisma.auditEntry.findMany({ where: { subjectId: id } });
    expect(entries).toMatchObject([{ action: 'createPersonNote', actorId: owner.id, details: { noteId: note.id } }]);
    expect(JSON.stringify(entries, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain('segredo');
  });

  it('are in the copy of the own data, without who wrote them, and go when the account does', async () => {
    const { id, token } = await aCustomer(server);
    await write(id, 'gosta de moto');
    const answer = await fetch(`${server.url}/v1/users/profile/data`, { headers: { authorization: `Bearer ${token}` } });
    expect(((await answer.json()) as { notes: unknown }).notes).toEqual([
      { text: 'gosta de moto', createdAt: expect.any(String) },
    ]);
    const { errors } = await server.graphql(`mutation { deleteUser(id: "${id}") { id } }`, {}, { token: owner.token });
    expect([errors, await notesLeft(id)]).toEqual([undefined, 0]);
  });

  it('go to the account into which another is merged', async () => {
    const [from, to] = [await aCustomer(server), await aCustomer(server)];
    await write(from.id, 'a mesma pessoa');
    await server.app.db.transaction((tx) => mergeAccounts(server.app, tx, [from.id], to.id));
    expect([await read(to.id), await notesLeft(from.id)]).toEqual([['a mesma pessoa'], 0]);
  });

  it('are not for buyers', async () => {
    const { id, token } = await aCustomer(server);
    expect(await write(id, 'a', token)).toMatchObject({ code: 'FORBIDDEN' });
    const { errors } = await server.graphql(READ, { userId: id }, { token });
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });
});
