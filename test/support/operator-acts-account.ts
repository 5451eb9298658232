import { hashPassword } from '../../src/platform/passwords.js';
import { anAdmin } from './actors.js';
import { aSession } from './listed-rows.js';
import type { ActStage, PreparedAct } from './operator-acts.js';

const PASSWORD = 'uma-senha-boa';

/** Their tokens end by it, so that it is somebody else's account than the one that all else is done by. */
const anOwner = ({ server }: ActStage) => anAdmin(server);

/** What operators do to their own account. */
export const accountActs: Record<string, (stage: ActStage) => Promise<PreparedAct>> = {
  changePassword: async (stage) => {
    const { id } = await anOwner(stage);
    const { tokens, db } = stage.server.app;
    const { tokenVersion } = await db.prisma.user.update({ where: { id }, data: { passwordHash: await hashPassword(PASSWORD) } });
    const by = { id, token: tokens.issue('ADMIN', id, tokenVersion).accessToken };
    return { by, variables: { input: { currentPassword: PASSWORD, newPassword: `${PASSWORD}-2` } } };
  },
  endSession: async (stage) => {
    const by = await anOwner(stage);
    const { id } = await stage.server.app.db.prisma.session.create({ data: aSession(by.id) });
    return { by, variables: { id } };
  },
  endAllSessions: async (stage) => ({ by: await anOwner(stage), variables: {} }),
};
