import type { FastifyInstance, FastifyReply } from 'fastify';
import { escapeHtml } from '../../platform/escape-html.js';
import type { Mailbox, ReceivedLetter } from './mailbox.js';

const POLICY = "default-src 'none'; img-src data:; style-src 'self'; base-uri 'none'; frame-ancestors 'none'";
/** The letter's own styles, no script and no way out. */
const LETTER_POLICY = `sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'`;
const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'America/Sao_Paulo' });

/** Every letter that the service sent in development, for people at `/mailbox` and for programs at `/sandbox/letters`. */
export async function mailboxRoutes(app: FastifyInstance, { mailbox }: { mailbox: Mailbox }): Promise<void> {
  const find = (n: string): ReceivedLetter | undefined => mailbox.letters().find((letter) => letter.n === Number(n));
  const show = (reply: FastifyReply, title: string, body: string, status = 200) =>
    reply
      .code(status)
      .headers({ 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer' })
      .type('text/html; charset=utf-8')
      .send(page(title, body));
  const notFound = (reply: FastifyReply) =>
    show(reply, 'No such letter', '<p>The mailbox was emptied when the bank stopped.</p>', 404);

  app.get('/mailbox', async (_request, reply) => show(reply, 'Mailbox', list(mailbox.letters())));

  app.get<{ Params: { n: string } }>('/mailbox/:n', async ({ params }, reply) => {
    const letter = find(params.n);
    return letter ? show(reply, letter.subject, oneLetter(letter)) : notFound(reply);
  });

  app.get<{ Params: { n: string } }>('/mailbox/:n/html', async ({ params }, reply) => {
    const letter = find(params.n);
    if (!letter) return notFound(reply);
    return reply.header('content-security-policy', LETTER_POLICY).type('text/html; charset=utf-8').send(letter.html);
  });

  app.get('/sandbox/letters', async () => ({ letters: mailbox.letters() }));
}

function list(letters: readonly ReceivedLetter[]): string {
  const lines = letters.map(
    ({ n, at, to, subject }) =>
      `<li><p class="line"><a href="/mailbox/${n}"><strong>${escapeHtml(subject)}</strong></a> <time>${TIME.format(at)}</time></p>
<p class="muted">${escapeHtml(to)}</p></li>`,
  );
  return lines.length === 0
    ? '<p class="muted">None yet: buyers with an e-mail address get letters here.</p>'
    : `<ul class="payments">${lines.join('\n')}</ul>`;
}

function oneLetter({ n, at, to, text, headers }: ReceivedLetter): string {
  const shown = headers.filter(({ key }) => key === 'message-id' || key.startsWith('list-'));
  const terms = [['To', to], ['Received', TIME.format(at)], ...shown.map(({ key, value }) => [key, value])];
  return `<dl>${terms.map(([term = '', of = '']) => `<dt>${escapeHtml(term)}</dt><dd>${escapeHtml(of)}</dd>`).join('')}</dl>
<pre class="card">${escapeHtml(text)}</pre>
<p><a href="/mailbox/${n}/html">As HTML</a> · <a href="/mailbox">All letters</a></p>`;
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/page.css">
<link rel="icon" href="data:,">
</head>
<body>
<header>
<h1>${escapeHtml(title)}</h1>
<p>For development. These letters reach nobody. <a href="/">Bank</a></p>
</header>
<main>
${body}
</main>
</body>
</html>
`;
}
