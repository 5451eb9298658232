import type { FastifyInstance } from 'fastify';
import { messagesAddress, MESSAGES } from '../addresses/message-address.js';
import type { App } from '../context.js';
import { CHOSEN_KINDS } from './message-kinds.js';
import { chooseMessages, unsubscribe } from './message-choices.service.js';

const ONE_CLICK = 'List-Unsubscribe';

/** The POST of mail programs (RFC 8058), and of the page of choices, which works without scripts. */
export async function mountUnsubscribe(fastify: FastifyInstance, app: App): Promise<void> {
  await fastify.register(async (forms) => {
    forms.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      done(null, new URLSearchParams(String(body)));
    });
    forms.post<{ Params: { token: string }; Body?: unknown }>(
      `${MESSAGES}/:token`,
      { bodyLimit: 4_096 },
      async (request, reply) => {
        const { token } = request.params;
        const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
        void reply.header('cache-control', 'no-store');
        if (form.get(ONE_CLICK) === 'One-Click') {
          await unsubscribe(app, token);
          return reply.code(200).send('');
        }
        const wanted = form.getAll('kind');
        await chooseMessages(
          app,
          token,
          CHOSEN_KINDS.filter((kind) => wanted.includes(kind)),
        );
        // Another address: the page of before is kept for a moment.
        return reply.redirect(`${messagesAddress(token)}?salvo=${Date.now().toString(36)}`, 303);
      },
    );
  });
}
