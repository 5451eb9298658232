import type { DrawProofQuery } from '../../../../generated/client/operations.js';
import { texts, useTexts } from '../../../common/language.js';
import { ButtonLink } from '../../../ui/button.js';
import { Facts, Row } from '../../../ui/layout.js';
import type { Raffle } from '../raffle-tab.js';
import css from './draw.module.css';

export function PublicLinks({ raffle, proof }: { raffle: Raffle; proof: NonNullable<DrawProofQuery['drawProof']> }) {
  const t = useTexts(TEXTS);
  return (
    <>
      <Facts
        of={[
          [t.hash, proof.manifestHash && <span class={css.hash}>{proof.manifestHash}</span>],
          [t.signature, proof.signature && <span class={css.hash}>{proof.signature}</span>],
        ]}
      />
      <Row>
        <ButtonLink href={`/r/${raffle.slug}/draw`} target="_blank">
          {t.page}
        </ButtonLink>
        {proof.proofUrl && (
          <ButtonLink href={proof.proofUrl} target="_blank">
            {t.proof}
          </ButtonLink>
        )}
      </Row>
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    hash: 'Resumo (SHA-256) do registro de quem participa',
    signature: 'Assinatura da rodada',
    page: 'Ver a página do sorteio',
    proof: 'Baixar a prova',
  },
  en: {
    hash: 'SHA-256 of the record of who takes part',
    signature: 'Signature of the round',
    page: 'See the page of the draw',
    proof: 'Download the proof',
  },
});
