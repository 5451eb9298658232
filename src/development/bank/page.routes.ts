import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Bank } from './bank.js';
import { PAGE_CSS } from './page.css.js';
import { page, type PageView } from './page.html.js';
import { payCode, PaymentRefusal, readCode } from './pay.js';

interface PageForm {
  pixCopiaECola?: string;
  valor?: string;
}

const PAYMENTS_SHOWN = 20;
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

/**
 * The page for people: `GET /` (a code may come in the query, as a link from a checkout does), `POST /` reads the pasted
 * code, `POST /pay` pays it and sends the browser back, so that reloading does not pay again.
 */
export async function pageRoutes(app: FastifyInstance, { bank }: { bank: Bank }): Promise<void> {
  const show = (reply: FastifyReply, view: Omit<PageView, 'payments'>, status = 200) =>
    reply
      .code(status)
      .headers(HEADERS)
      .type('text/html; charset=utf-8')
      .send(page({ ...view, payments: bank.ledger.lastPix(PAYMENTS_SHOWN) }));

  const showRead = (reply: FastifyReply, pasted: string) => {
    try {
      return show(reply, { pasted, read: readCode(bank, pasted) });
    } catch (error) {
      if (!(error instanceof PaymentRefusal)) throw error;
      return show(reply, { pasted, error: error.message }, error.statusCode);
    }
  };

  app.get<{ Querystring: { pixCopiaECola?: string; paid?: string } }>('/', async (request, reply) => {
    const { pixCopiaECola, paid } = request.query;
    if (typeof pixCopiaECola === 'string' && pixCopiaECola.trim() !== '') return showRead(reply, pixCopiaECola.trim());
    return show(reply, { pasted: '', paid: typeof paid === 'string' ? bank.ledger.pix(paid) : undefined });
  });

  app.post<{ Body: PageForm | undefined }>('/', async (request, reply) =>
    showRead(reply, request.body?.pixCopiaECola?.trim() ?? ''),
  );

  app.post<{ Body: PageForm | undefined }>('/pay', async (request, reply) => {
    const pasted = request.body?.pixCopiaECola?.trim() ?? '';
    try {
      const { endToEndId } = payCode(bank, { pixCopiaECola: pasted, valor: typedAmount(request.body?.valor) });
      return reply.redirect(`/?paid=${endToEndId}`, 303);
    } catch (error) {
      if (!(error instanceof PaymentRefusal)) throw error;
      return show(reply, { pasted, error: error.message }, error.statusCode);
    }
  });

  app.get('/page.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(PAGE_CSS),
  );
}

/** An amount as people type it, with a comma or a point, with or without centavos. */
function typedAmount(text: string | undefined): string | undefined {
  const typed = text?.trim().replace(',', '.');
  if (!typed) return undefined;
  if (/^\d{1,10}(?:\.\d{2})?$/.test(typed)) return typed;
  throw new PaymentRefusal(400, 'The amount is not one: write it like 12,50.');
}
