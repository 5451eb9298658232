import type { RaffleOfPage } from '../../pages/page-renderer.js';
import { texts, useFormats, useTexts } from '../common/language.js';
import { Card } from '../ui/surface.js';
import css from './what-it-proves.module.css';

/** In the words that hold for this raffle. */
export function WhatItProves({ raffle, isPublicChain }: { raffle: RaffleOfPage; isPublicChain: boolean }) {
  const t = useTexts(TEXTS);
  const { number } = useFormats();
  const { drawMode, commitments, sellBar, quotaQuantity } = raffle;
  const isLottery = drawMode === 'LOTERIA_FEDERAL';
  const hasInstants = commitments.boxesHash !== null || commitments.quotaPrizesHash !== null;
  const { byHand = 0, free = 0 } = sellBar?.composition ?? {};
  const hasUnsold = (sellBar?.paid ?? 0) < quotaQuantity;
  const usesPrivateChain = !isPublicChain && (!isLottery || hasInstants);
  const shown = [
    isLottery ? t.byLottery : isPublicChain ? t.byRound : t.byPrivateRound,
    t.numbers,
    hasInstants ? t.lists : t.secret,
    hasInstants && (isPublicChain ? t.instants : t.privateInstants),
  ];
  const notShown = [
    isLottery && t.digits,
    isLottery && hasUnsold && t.equalChances,
    usesPrivateChain && t.unknownRound,
    isLottery ? t.beforeContest : t.beforeRound,
    hasInstants && t.beforeOwnRound,
    t.ownPurchase,
    t.buyers,
    byHand > 0 && t.byHand(number(byHand)),
    free > 0 && t.free(number(free)),
    t.delivered,
  ];
  const words = isLottery || !isPublicChain ? t.shows : t.proves;
  return (
    <Card title={words.title}>
      <Points title={words.yes} of={shown} mark="✓" />
      <Points title={words.no} of={notShown} mark="✗" />
    </Card>
  );
}

function Points({ title, of, mark }: { title: string; of: readonly (string | false)[]; mark: string }) {
  return (
    <div class={css.part}>
      <h3>{title}</h3>
      <ul class={css.points}>
        {of.map(
          (point) =>
            point && (
              <li key={point}>
                <span aria-hidden="true">{mark}</span>
                {point}
              </li>
            ),
        )}
      </ul>
    </div>
  );
}

const TEXTS = texts({
  'pt-BR': {
    proves: { title: 'O que isto prova, e o que não prova', yes: 'Prova', no: 'Não prova' },
    shows: { title: 'O que isto mostra, e o que não mostra', yes: 'Mostra', no: 'Não mostra' },
    byRound: 'Os ganhadores saem do registro congelado e de uma rodada pública do drand. Qualquer pessoa refaz a conta.',
    byPrivateRound:
      'Os ganhadores saem do registro congelado e de uma rodada de uma fonte de testes. Qualquer pessoa refaz a conta.',
    byLottery: 'Os ganhadores saem do registro congelado e dos cinco resultados digitados. Qualquer pessoa refaz a conta.',
    numbers: 'Cada cota está no registro uma vez só e tem um número só dela.',
    secret: 'O segredo dos números é o da impressão digital desta página.',
    lists: 'O segredo dos números e as listas de prêmios são os das impressões digitais desta página.',
    instants: 'Os prêmios na hora saem da rodada pública de cada compra.',
    privateInstants: 'Os prêmios na hora saem da rodada de cada compra, de uma fonte de testes.',
    digits: 'Que os cinco resultados são os publicados. Compare o concurso, a data e os números com os da Caixa.',
    equalChances:
      'Que todas as cotas têm a mesma chance. Se sobram números, ganha mais vezes o primeiro vendido depois de muitos que não foram, e quem guarda o segredo dos números sabe antes qual é.',
    unknownRound: 'Que ninguém sabia a rodada antes. Quem tem a chave da fonte de testes sabe todas.',
    beforeRound: 'Que o registro foi congelado antes da rodada. Sabe disso quem viu a impressão digital dele antes.',
    beforeContest: 'Que o registro foi congelado antes do concurso. Sabe disso quem viu a impressão digital dele antes.',
    beforeOwnRound: 'Que cada compra já tinha a sua rodada antes de a rodada sair. Sabe disso quem viu o livro da venda antes.',
    ownPurchase: 'Que a sua compra participa. Isso mostra o seu comprovante.',
    buyers: 'Quem comprou. O registro não tem nomes, e o organizador também pode comprar.',
    byHand: (count: string) =>
      count === '1'
        ? 'Que a cota marcada pelo organizador foi mesmo paga.'
        : `Que as ${count} cotas marcadas pelo organizador foram mesmo pagas.`,
    free: (count: string) => (count === '1' ? 'Para quem foi a cota grátis.' : `Para quem foram as ${count} cotas grátis.`),
    delivered: 'Que o prêmio é entregue.',
  },
  en: {
    proves: { title: 'What this proves, and what it does not', yes: 'It proves', no: 'It does not prove' },
    shows: { title: 'What this shows, and what it does not', yes: 'It shows', no: 'It does not show' },
    byRound: 'The winners follow from the frozen record and a public round of drand. Everybody can do the calculation again.',
    byPrivateRound:
      'The winners follow from the frozen record and a round of a test source. Everybody can do the calculation again.',
    byLottery: 'The winners follow from the frozen record and the five results as typed. Everybody can do the calculation again.',
    numbers: 'Each quota is in the record only once and has a number of its own.',
    secret: 'The secret of the numbers is that of the fingerprint on this page.',
    lists: 'The secret of the numbers and the lists of prizes are those of the fingerprints on this page.',
    instants: "The instant prizes follow from each purchase's public round.",
    privateInstants: "The instant prizes follow from each purchase's round, of a test source.",
    digits: "That the five results are the published ones. Compare contest, day and numbers with the Caixa's.",
    equalChances:
      'That all quotas have the same chance. If numbers are left unsold, the first sold one after many unsold ones wins more often, and who has the secret of the numbers knows before which it is.',
    unknownRound: 'That nobody knew the round before. Who has the key of the test source knows all of them.',
    beforeRound: 'That the record was frozen before the round. Who saw its fingerprint before knows it.',
    beforeContest: 'That the record was frozen before the contest. Who saw its fingerprint before knows it.',
    beforeOwnRound: 'That each purchase had its round before the round came. Who saw the book of the sale before knows it.',
    ownPurchase: 'That your purchase takes part. Your receipt shows it.',
    buyers: 'Who bought. The record has no names, and the organiser can buy too.',
    byHand: (count: string) =>
      count === '1'
        ? 'That the quota marked by the organiser was really paid.'
        : `That the ${count} quotas marked by the organiser were really paid.`,
    free: (count: string) => (count === '1' ? 'Who got the free quota.' : `Who got the ${count} free quotas.`),
    delivered: 'That the prize is delivered.',
  },
});
