import type { GatewayError } from '../../../client/errors.js';
import { texts, useTexts } from '../../common/language.js';
import { mayBeDone } from '../../common/once.js';

/** Below the refusal of something that is made once more by each try: whether to try again is told by what is there by now. */
export function MayBeDone({ problem }: { problem: GatewayError | undefined }) {
  const t = useTexts(TEXTS);
  return mayBeDone(problem) ? <p>{t.look}</p> : null;
}

const TEXTS = texts({
  'pt-BR': {
    look: 'Não se sabe se isto foi feito. Volte e veja a lista antes de tentar de novo: cada tentativa pode criar mais um.',
  },
  en: {
    look: 'It is not known whether this was done. Go back and look at the list before you try again: each try may make one more.',
  },
});
