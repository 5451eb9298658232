import type { FastifyInstance, FastifyReply } from 'fastify';
import { escapeHtml } from '../../platform/escape-html.js';
import { formatMoney } from '../../platform/money.js';
import type { Bank } from './bank.js';
import type { Devolucao, Pix } from './documents.js';
import { payCode, PaymentRefusal, readCode, type ReadCode } from './pay.js';

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

/** The page for people. Paying redirects, so that a reload does not pay again. */
export async function pageRoutes(app: FastifyInstance, { bank, hasMailbox }: { bank: Bank; hasMailbox: boolean }): Promise<void> {
  const show = (reply: FastifyReply, view: Omit<PageView, 'payments' | 'hasMailbox'>, status = 200) =>
    reply
      .code(status)
      .headers(HEADERS)
      .type('text/html; charset=utf-8')
      .send(page({ ...view, payments: bank.ledger.lastPix(PAYMENTS_SHOWN), hasMailbox }));

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

function typedAmount(text: string | undefined): string | undefined {
  const typed = text?.trim().replace(',', '.');
  if (!typed) return undefined;
  if (/^\d{1,10}(?:\.\d{2})?$/.test(typed)) return typed;
  throw new PaymentRefusal(400, 'The amount is not one: write it like 12,50.');
}

interface PageView {
  pasted: string;
  read?: ReadCode;
  paid?: Pix;
  error?: string;
  payments: Pix[];
  hasMailbox: boolean;
}

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'America/Sao_Paulo' });

function page({ pasted, read, paid, error, payments, hasMailbox }: PageView): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${error ? 'Error - ' : ''}Sandbox bank</title>
<link rel="stylesheet" href="/page.css">
<link rel="icon" href="data:,">
</head>
<body>
<header>
<h1>Sandbox bank</h1>
<p>For development. The payments made here are not real and move no money.${hasMailbox ? ' <a href="/mailbox">Mailbox</a>' : ''}</p>
</header>
<main>
${error ? `<p class="notice bad" role="alert">${escapeHtml(error)}</p>` : ''}
${paid ? receipt(paid) : ''}
<form method="post" action="/">
<label for="code">PIX Copia e Cola</label>
<textarea id="code" name="pixCopiaECola" rows="5" required spellcheck="false" autocomplete="off" autocapitalize="off"
 placeholder="00020126..."${read ? '' : ' autofocus'}>${escapeHtml(pasted)}</textarea>
<button${read ? ' class="quiet"' : ''}>Read the code</button>
</form>
${read ? details(read, pasted) : ''}
<section aria-labelledby="last">
<h2 id="last">Last payments</h2>
${payments.length === 0 ? '<p class="muted">None yet.</p>' : list(payments)}
</section>
</main>
</body>
</html>
`;
}

function receipt({ valor, endToEndId, txid }: Pix): string {
  return `<div class="notice good" role="status"><p><strong>Paid ${reais(valor)}</strong></p>
<p>End-to-end id <code>${escapeHtml(endToEndId)}</code>${txid ? `<br>txid <code>${escapeHtml(txid)}</code>` : ''}</p></div>`;
}

function details({ code, cob, merchantName, merchantCity, amountCentavos, txid }: ReadCode, pasted: string): string {
  const isOpen = amountCentavos === undefined || cob?.valor.modalidadeAlteracao === 1;
  const rows: [string, string | undefined][] = [
    ['Receiver', merchantName],
    ['City', merchantCity],
    ['Amount', amountCentavos === undefined ? 'chosen by the payer' : reais(formatMoney(amountCentavos))],
    ['PIX key', cob?.chave ?? code.key],
    ['txid', txid ?? 'none'],
    ['Message', cob?.solicitacaoPagador ?? code.description],
    ['Kind', cob ? 'dynamic: a charge at this bank' : 'static: a key, payable any number of times'],
  ];
  const terms = rows.flatMap(([term, text]) => (text === undefined ? [] : [`<dt>${term}</dt><dd>${escapeHtml(text)}</dd>`]));
  const amount = amountCentavos === undefined ? '' : formatMoney(amountCentavos);
  const typed = amount.replace('.', ',');
  const field = `<label for="valor">Amount to pay, in reais</label>
<input id="valor" name="valor" value="${typed}" inputmode="decimal" pattern="[0-9]{1,10}([.,][0-9]{2})?" required
 aria-describedby="valor-hint">
<p class="muted" id="valor-hint">${isOpen ? 'The code leaves it to you.' : 'Change it to see what a wrong amount does.'}</p>`;
  return `<section aria-labelledby="says" class="card">
<h2 id="says">The code says</h2>
<dl>${terms.join('')}</dl>
<form method="post" action="/pay">
<input type="hidden" name="pixCopiaECola" value="${escapeHtml(pasted)}">
${cob && !isOpen ? '' : field}
<button autofocus>${amount && cob ? `Pay ${reais(amount)}` : 'Pay'}</button>
</form>
</section>`;
}

function list(payments: Pix[]): string {
  const items = payments.map(({ horario, valor, txid, endToEndId, devolucoes = [] }) => {
    const refunds = devolucoes.map((refund) => `<li>${refundText(refund)}</li>`).join('');
    return `<li><p class="line"><strong>${reais(valor)}</strong>
<time datetime="${escapeHtml(horario)}">${TIME.format(new Date(horario))}</time></p>
${refunds && `<ul class="muted">${refunds}</ul>`}
<dl class="ids"><dt>txid</dt><dd>${escapeHtml(txid ?? 'none')}</dd><dt>End-to-end id</dt><dd>${escapeHtml(endToEndId)}</dd></dl></li>`;
  });
  return `<ul class="payments">${items.join('\n')}</ul>`;
}

function refundText({ status, natureza, valor }: Devolucao): string {
  if (natureza !== 'ORIGINAL') return `${reais(valor)} taken back by the banks`;
  return `Refund of ${reais(valor)} ${{ EM_PROCESSAMENTO: 'under way', DEVOLVIDO: 'done', NAO_REALIZADO: 'not done' }[status]}`;
}

/** "1234.50" as R$ 1.234,50, with a no-break space. */
function reais(valor: string): string {
  const [whole = '', cents = ''] = valor.split('.');
  return `R$\u00a0${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${cents}`;
}

const PAGE_CSS = `
:root { color-scheme: light dark; --ink: #17211d; --soft: #5b6863; --paper: #f5f7f6; --card: #fff; --line: #d3dad7;
  --act: #00695f; --on-act: #fff; --good: #e2f3ea; --good-ink: #0d4a2b; --bad: #fdeaea; --bad-ink: #8a1616; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e7edea; --soft: #a3b0ab; --paper: #121715; --card: #1b2220; --line: #37423e;
    --act: #5fd0c0; --on-act: #06231f; --good: #14352a; --good-ink: #b9ecd2; --bad: #401a1c; --bad-ink: #ffc9c9; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
header, main { max-width: 46rem; margin: 0 auto; padding: 1.25rem 1rem 0; }
main { padding-bottom: 3rem; }
h1 { margin: 0; font-size: 1.5rem; }
h2 { margin: 0 0 .75rem; font-size: 1.125rem; }
header p, .muted { margin: .25rem 0 0; color: var(--soft); }
label { display: block; margin-bottom: .375rem; font-weight: 600; }
textarea, input:not([type=hidden]) { width: 100%; padding: .625rem .75rem; border: 1px solid var(--soft); border-radius: .5rem;
  background: var(--card); color: inherit; font: inherit; }
textarea { resize: vertical; overflow-wrap: anywhere; font: .875rem/1.5 ui-monospace, monospace; }
button { min-height: 2.75rem; margin-top: .75rem; padding: .5rem 1.25rem; border: 1px solid var(--act); border-radius: .5rem;
  background: var(--act); color: var(--on-act); font: inherit; font-weight: 600; cursor: pointer; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
button.quiet { background: transparent; color: var(--act); }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px; }
section { margin-top: 2rem; }
.card { padding: 1.25rem 1rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--card); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .375rem 1.25rem; margin: 0 0 1rem; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
.notice { margin: 0 0 1.25rem; padding: .75rem 1rem; border-radius: .5rem; overflow-wrap: anywhere; }
.notice p { margin: 0; }
.good { background: var(--good); color: var(--good-ink); }
.bad { background: var(--bad); color: var(--bad-ink); }
ul { margin: 0; padding: 0; list-style: none; }
.payments { border: 1px solid var(--line); border-radius: .75rem; background: var(--card); }
.payments > li { padding: .75rem 1rem; }
.payments > li + li { border-top: 1px solid var(--line); }
.line { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; margin: 0; }
time { color: var(--soft); }
.ids { margin: .25rem 0 0; gap: 0 .75rem; font-size: .875rem; }
code, .ids dd { font: .8125rem/1.6 ui-monospace, monospace; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; } button { width: 100%; } }
`;
