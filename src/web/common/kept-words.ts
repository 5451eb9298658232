import type { Language } from '../../pages/page-renderer.js';
import type { KeptKind, KeptOfKind, KeptVerification } from '../../proof/verify-kept.js';

export interface KeptLine {
  kind: KeptKind | 'time';
  tone: 'good' | 'bad' | 'warn' | 'calm';
  text: string;
}

/** What a comparison found, in sentences for a lay reader. `dateTime` of an ISO 8601 time. */
export function keptLines(kept: KeptVerification, language: Language, dateTime: (value: string) => string): KeptLine[] {
  const t = TEXTS[language];
  const { drawn, announced, blocks } = kept;
  const lineOf = (kind: KeptKind): KeptLine => {
    const { result, since, count, steps } = kept[kind];
    const words = t[kind];
    const when = since === null ? t.sometime : dateTime(since);
    if (result === 'NOTHING_KEPT') return { kind, tone: 'calm', text: words.nothing };
    if (result === 'DIFFERENT') return { kind, tone: 'bad', text: words.different(when) };
    if (result === 'NOT_COMPARED')
      return { kind, tone: 'warn', text: kind === 'promises' && steps.length > 0 ? t.changed(when) : words.notCompared };
    if (isLate(kept[kind], drawn)) return { kind, tone: 'calm', text: `${words.same(when, count)} ${t.late}` };
    return { kind, tone: 'good', text: words.same(when, count) };
  };
  const lines: KeptLine[] = [lineOf('promises'), lineOf('heads'), lineOf('receipts'), lineOf('manifest')];
  if (blocks) {
    const isWhole = blocks.confirmed === blocks.bound;
    const text = isWhole ? t.allConfirmed : t.confirmed(blocks.confirmed, blocks.bound);
    lines.splice(3, 0, { kind: 'receipts', tone: isWhole ? 'good' : 'warn', text });
  }
  if (announced && drawn) lines.push({ kind: 'time', tone: 'warn', text: t.moved(dateTime(announced), dateTime(drawn)) });
  return lines;
}

/** What was first seen when the result could be known shows less. */
function isLate({ since }: KeptOfKind, drawn: string | null): boolean {
  return since !== null && drawn !== null && Date.parse(since) >= Date.parse(drawn);
}

interface Words {
  nothing: string;
  notCompared: string;
  same(when: string, count: number): string;
  different(when: string): string;
}

const TEXTS: Record<
  Language,
  Record<KeptKind, Words> & {
    sometime: string;
    late: string;
    allConfirmed: string;
    changed(when: string): string;
    confirmed(confirmed: number, bound: number): string;
    moved(announced: string, drawn: string): string;
  }
> = {
  'pt-BR': {
    promises: {
      nothing: 'Promessas: nada foi guardado durante a venda. A prova não mostra sozinha que elas não mudaram desde então.',
      notCompared: 'Promessas: guardadas, mas sem uma prova certa não há com que comparar.',
      same: (when) => `Promessas: são as que foram vistas em ${when}.`,
      different: (when) => `Promessas: NÃO são as que foram vistas em ${when}, quando já não podiam mudar.`,
    },
    heads: {
      nothing: 'Livro da venda: nada foi guardado durante a venda.',
      notCompared: 'Livro da venda: guardado, mas sem uma prova certa não há com que comparar.',
      same: (when, count) =>
        count === 1
          ? `Livro da venda: continua o que foi visto em ${when}. Nada foi trocado nem tirado.`
          : `Livro da venda: continua o que foi visto ${count} vezes desde ${when}. Nada foi trocado nem tirado.`,
      different: (when) => `Livro da venda: foi REESCRITO. Ele não continua o que foi visto desde ${when}.`,
    },
    receipts: {
      nothing: 'Comprovantes: nenhum foi guardado.',
      notCompared: 'Comprovantes: guardados, mas sem uma prova certa não há livro em que procurar.',
      same: (_when, count) =>
        count === 1
          ? 'Comprovantes: a compra guardada está no livro da venda.'
          : `Comprovantes: os ${count} guardados estão no livro da venda.`,
      different: () => 'Comprovantes: o livro da venda NÃO tem a compra como foi guardada.',
    },
    manifest: {
      nothing: 'Registro congelado: nada foi guardado antes do sorteio. Compare a impressão digital dele com quem a viu antes.',
      notCompared: 'Registro congelado: guardado, mas sem uma prova certa não há com que comparar.',
      same: (when) => `Registro congelado: é o que foi visto em ${when}.`,
      different: (when) => `Registro congelado: NÃO é o que foi visto em ${when}.`,
    },
    sometime: 'data que não foi guardada',
    late: 'Mas isso foi depois de o resultado poder ser conhecido, e mostra pouco.',
    changed: (when) => `Promessas: foram vistas em ${when}, antes da primeira venda, quando ainda podiam mudar. Depois mudaram.`,
    allConfirmed: 'Todas as compras guardadas já estavam no livro antes da hora do sorteio que as decidiu.',
    confirmed: (confirmed, bound) =>
      `Só ${confirmed} de ${bound} compras foram vistas no livro antes da hora do sorteio que as decidiu. Das outras isso não foi confirmado.`,
    moved: (announced, drawn) => `Data: o sorteio foi anunciado para ${announced}, e o que o decidiu saiu em ${drawn}.`,
  },
  en: {
    promises: {
      nothing: 'Promises: nothing was kept during the sale. The proof alone does not show that they have not changed since.',
      notCompared: 'Promises: kept, but without a proof that holds there is nothing to compare with.',
      same: (when) => `Promises: they are those that were seen on ${when}.`,
      different: (when) => `Promises: they are NOT those that were seen on ${when}, when they could not change any more.`,
    },
    heads: {
      nothing: 'Book of the sale: nothing was kept during the sale.',
      notCompared: 'Book of the sale: kept, but without a proof that holds there is nothing to compare with.',
      same: (when, count) =>
        count === 1
          ? `Book of the sale: it continues what was seen on ${when}. Nothing was changed or taken out.`
          : `Book of the sale: it continues what was seen ${count} times since ${when}. Nothing was changed or taken out.`,
      different: (when) => `Book of the sale: it was REWRITTEN. It does not continue what was seen since ${when}.`,
    },
    receipts: {
      nothing: 'Receipts: none was kept.',
      notCompared: 'Receipts: kept, but without a proof that holds there is no book to look in.',
      same: (_when, count) =>
        count === 1
          ? 'Receipts: the purchase that was kept is in the book of the sale.'
          : `Receipts: the ${count} that were kept are in the book of the sale.`,
      different: () => 'Receipts: the book of the sale does NOT have the purchase as it was kept.',
    },
    manifest: {
      nothing: 'Frozen record: nothing was kept before the draw. Compare its fingerprint with somebody who saw it before.',
      notCompared: 'Frozen record: kept, but without a proof that holds there is nothing to compare with.',
      same: (when) => `Frozen record: it is the one that was seen on ${when}.`,
      different: (when) => `Frozen record: it is NOT the one that was seen on ${when}.`,
    },
    sometime: 'a day that was not kept',
    late: 'But that was after the result could be known, and shows little.',
    changed: (when) =>
      `Promises: they were seen on ${when}, before the first sale, when they could still change. They changed afterwards.`,
    allConfirmed: 'All purchases that were kept were in the book before the time of the draw that decided them.',
    confirmed: (confirmed, bound) =>
      `Only ${confirmed} of ${bound} purchases were seen in the book before the time of the draw that decided them. Of the others it is not confirmed.`,
    moved: (announced, drawn) => `Date: the draw was announced for ${announced}, and what decided it came on ${drawn}.`,
  },
};
