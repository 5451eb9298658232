import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import type { PersonNote } from '../generated/prisma/client.js';
import { writeAudit } from '../platform/audit.js';
import { modelPage } from '../platform/database/model-page.js';
import { refuse, refuseField } from '../platform/domain-error.js';
import { INSTANT, UUID, type Page, type PageRequest } from '../platform/page.js';
import { lockedUser, userAudit } from '../users/user-admin.service.js';
import { findUser } from '../users/user.service.js';

/** Newest first. NOT_FOUND. */
export async function listNotes(ctx: Context, userId: string, page: PageRequest): Promise<Page<PersonNote>> {
  const { id } = await findUser(ctx, userId);
  return modelPage<PersonNote>(ctx.db.prisma.personNote, page, {
    key: [
      ['createdAt', INSTANT],
      ['id', UUID],
    ],
    where: { userId: id },
  });
}

/** The audit log says that there is a note, not what it says: it keeps its entries for ever. NOT_FOUND, also of a deleted account. */
export async function createNote(ctx: Context, userId: string, typed: string): Promise<PersonNote> {
  const { principal } = ctx;
  if (principal.role !== 'ADMIN') throw refuse('users.notFound');
  const text = typed.trim();
  if (text === '') throw refuseField('text', 'platform.length', { min: 1, max: 2_000 });
  return ctx.db.transaction(async (tx) => {
    const user = await lockedUser(tx, userId);
    const note = await tx.prisma.personNote.create({ data: { id: uuidv7(), userId: user.id, authorId: principal.id, text } });
    await writeAudit(tx, userAudit(ctx, 'createPersonNote', user.id, { noteId: note.id }));
    return note;
  });
}
