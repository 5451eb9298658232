import type { ComponentChildren } from 'preact';
import { texts, useTexts } from '../../common/language.js';
import { Button } from '../../ui/button.js';
import { Row } from '../../ui/layout.js';
import css from './bulk.module.css';
import type { Chosen } from './use-chosen.js';

interface Props<One> {
  chosen: Chosen<One>;
  label: string;
  /** How many, and what they are worth. */
  sum: string;
  /** Buttons of what can be done to them. */
  children: ComponentChildren;
}

/** What is chosen of a list, and what can be done to it. */
export function ChosenBar<One>({ chosen: { rows, chooseAll, clear }, label, sum, children }: Props<One>) {
  const t = useTexts(TEXTS);
  if (rows.length === 0) return null;
  return (
    <section class={css.bar} aria-label={label} data-foot-bar>
      <p role="status">{sum}</p>
      <Row>
        {children}
        <Button small onClick={chooseAll}>
          {t.all}
        </Button>
        <Button small variant="plain" onClick={clear}>
          {t.none}
        </Button>
      </Row>
    </section>
  );
}

const TEXTS = texts({
  'pt-BR': { all: 'Todos da lista', none: 'Nenhum' },
  en: { all: 'All on the list', none: 'None' },
});
