import type { ComponentChildren } from 'preact';
import { MySecondFactorDocument } from '../../generated/client/operations.js';
import { texts, useTexts } from '../common/language.js';
import { onDemand } from '../common/on-demand.js';
import { useQuery } from '../common/query.js';
import { Card } from '../ui/surface.js';
import css from './dashboard.module.css';

const SecondFactor = onDemand(() => import('./account/second-factor.js').then((part) => part.SecondFactor));

/** The screens, unless the operator's role demands a second factor that is missing: the service then refuses all else. */
export function EnrolFirst({ children }: { children: ComponentChildren }) {
  const t = useTexts(TEXTS);
  const { data, reload } = useQuery(MySecondFactorDocument, {});
  if (!data?.mySecondFactor.isDemanded || data.mySecondFactor.methods.length > 0) return <>{children}</>;
  return (
    <main id="main" class={css.main}>
      <h1>{t.title}</h1>
      <p>{t.about}</p>
      <Card title={t.secondFactor}>
        <SecondFactor onSetUp={reload} />
      </Card>
    </main>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Falta o seu segundo fator',
    about: 'A sua função exige um segundo fator para entrar. Configure um para continuar.',
    secondFactor: 'Segundo fator',
  },
  en: {
    title: 'Your second factor is missing',
    about: 'Your role needs a second factor to log in. Set one up to go on.',
    secondFactor: 'Second factor',
  },
});
