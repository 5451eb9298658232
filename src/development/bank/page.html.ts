import { formatMoney } from '../../platform/money.js';
import type { Devolucao, Pix } from './documents.js';
import type { ReadCode } from './pay.js';

/** What the page shows, besides the form that is always there. */
export interface PageView {
  /** The text in the field. */
  pasted: string;
  read?: ReadCode;
  paid?: Pix;
  error?: string;
  payments: Pix[];
}

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'America/Sao_Paulo' });

/** The bank's page. Plain HTML and forms: it works without a script, on a phone, and by keyboard and screen reader. */
export function page({ pasted, read, paid, error, payments }: PageView): string {
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
<p>For development. The payments made here are not real and move no money.</p>
</header>
<main>
${error ? `<p class="notice bad" role="alert">${escaped(error)}</p>` : ''}
${paid ? receipt(paid) : ''}
<form method="post" action="/">
<label for="code">PIX Copia e Cola</label>
<textarea id="code" name="pixCopiaECola" rows="5" required spellcheck="false" autocomplete="off" autocapitalize="off"
 placeholder="00020126..."${read ? '' : ' autofocus'}>${escaped(pasted)}</textarea>
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
<p>End-to-end id <code>${escaped(endToEndId)}</code>${txid ? `<br>txid <code>${escaped(txid)}</code>` : ''}</p></div>`;
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
  const terms = rows.flatMap(([term, text]) => (text === undefined ? [] : [`<dt>${term}</dt><dd>${escaped(text)}</dd>`]));
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
<input type="hidden" name="pixCopiaECola" value="${escaped(pasted)}">
${cob && !isOpen ? '' : field}
<button autofocus>${amount && cob ? `Pay ${reais(amount)}` : 'Pay'}</button>
</form>
</section>`;
}

function list(payments: Pix[]): string {
  const items = payments.map(({ horario, valor, txid, endToEndId, devolucoes = [] }) => {
    const refunds = devolucoes.map((refund) => `<li>${refundText(refund)}</li>`).join('');
    return `<li><p class="line"><strong>${reais(valor)}</strong>
<time datetime="${escaped(horario)}">${TIME.format(new Date(horario))}</time></p>
${refunds && `<ul class="muted">${refunds}</ul>`}
<dl class="ids"><dt>txid</dt><dd>${escaped(txid ?? 'none')}</dd><dt>End-to-end id</dt><dd>${escaped(endToEndId)}</dd></dl></li>`;
  });
  return `<ul class="payments">${items.join('\n')}</ul>`;
}

function refundText({ status, natureza, valor }: Devolucao): string {
  if (natureza !== 'ORIGINAL') return `${reais(valor)} taken back by the banks`;
  return `Refund of ${reais(valor)} ${{ EM_PROCESSAMENTO: 'under way', DEVOLVIDO: 'done', NAO_REALIZADO: 'not done' }[status]}`;
}

/** "1234.50" as R$ 1.234,50, with a space that does not break. */
function reais(valor: string): string {
  const [whole = '', cents = ''] = valor.split('.');
  return `R$\u00a0${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${cents}`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
