import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Pix } from '../src/development/bank/documents.js';
import { api, closeBank, current, newCob, openBank, staticCode } from './support/bank.js';
import { askSandbox } from './support/sandbox.js';

beforeEach(() => openBank());
afterEach(closeBank);

describe('the page of the bank', () => {
  const form = (url: string, fields: Record<string, string>) =>
    fetch(current.bank.url + url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

  it('reads a code, pays it, and shows the payment without paying again on reload', async () => {
    const { txid, pixCopiaECola } = await newCob('1234.50', { solicitacaoPagador: 'Rifa & moto' });
    const read = await form('/', { pixCopiaECola });
    const html = await read.text();
    expect(read.status).toBe(200);
    expect(html).toContain('<dd>Rifa Boa Sorte</dd>');
    expect(html).toContain('<dd>R$\u00a01.234,50</dd>');
    expect(html).toContain(`<dd>${txid}</dd>`);
    expect(html).toContain('<dd>Rifa &#38; moto</dd>');
    expect((await api('GET', `/cob/${txid}`)).body.status).toBe('ATIVA');

    const paid = await form('/pay', { pixCopiaECola });
    expect(paid.status).toBe(303);
    const { payments } = (await askSandbox(current.bank.url, 'GET', '/sandbox/payments')).body as { payments: Pix[] };
    expect(payments).toMatchObject([{ txid, valor: '1234.50' }]);
    expect(paid.headers.get('location')).toBe(`/?paid=${payments[0]?.endToEndId}`);
    expect(await (await fetch(current.bank.url + paid.headers.get('location'))).text()).toContain('Paid R$\u00a01.234,50');
  });

  it('takes an amount as people write it, and says when it is none', async () => {
    const pixCopiaECola = staticCode();
    expect((await form('/pay', { pixCopiaECola, valor: ' 7,00 ' })).status).toBe(303);
    expect((await form('/pay', { pixCopiaECola, valor: '8' })).status).toBe(303);
    const wrong = await form('/pay', { pixCopiaECola, valor: '1.234,50' });
    expect([wrong.status, (await wrong.text()).includes('write it like 12,50')]).toEqual([400, true]);
    const { payments } = (await askSandbox(current.bank.url, 'GET', '/sandbox/payments')).body as { payments: Pix[] };
    expect(payments.map(({ valor }) => valor)).toEqual(['8.00', '7.00']);
  });

  it('shows errors as text, whatever was pasted, and keeps it in the field', async () => {
    const pasted = '</textarea><script>alert(1)</script>';
    for (const answer of [
      await form('/', { pixCopiaECola: pasted }),
      await fetch(`${current.bank.url}/?pixCopiaECola=${encodeURIComponent(pasted)}`),
    ]) {
      const html = await answer.text();
      expect(answer.status).toBe(400);
      expect(html).toMatch(/role="alert">This is not a PIX code/);
      expect(html).toContain('&#60;/textarea&#62;&#60;script&#62;');
      expect(html).not.toContain('<script');
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    expect((await form('/', {})).status).toBe(400);
  });
});
