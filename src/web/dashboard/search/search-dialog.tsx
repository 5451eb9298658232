import { useLocation } from 'preact-iso';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { SearchDocument } from '../../../generated/client/operations.js';
import { useTexts } from '../../common/language.js';
import { useQuery } from '../../common/query.js';
import { Dialog } from '../../ui/dialog.js';
import { Note } from '../../ui/layout.js';
import { Problem, Skeleton } from '../../ui/surface.js';
import { formatCpf, formatPhone } from '../people/people-texts.js';
import { groupsOf, hrefOf, type Hit } from './hits.js';
import { SEARCH_TEXTS } from './search-texts.js';
import css from './search.module.css';

/** Somebody who types has not said yet what to search for. */
const TYPING_MS = 200;
const LONGEST = 200;

/** A combobox with a list of hits, after the ARIA pattern: the focus stays in the field, and the arrow keys move through the list. */
export function SearchDialog({ asked, onClose }: { asked: string; onClose(): void }) {
  const t = useTexts(SEARCH_TEXTS);
  const id = useId();
  const { route } = useLocation();
  const [typed, setTyped] = useState(asked);
  const text = useSettled(typed.trim());
  const { data, error, isLoading, reload } = useQuery(SearchDocument, { text, raffleId: null }, { skip: text === '' });
  const groups = groupsOf(data?.search ?? []);
  const hits = groups.flatMap((group) => group.hits);
  const isCurrent = text === typed.trim() && data !== undefined;
  const [at, setAt] = useState(0);
  const isAsked = useRef(false);
  const go = (hit: Hit): void => {
    onClose();
    route(hrefOf(hit));
  };
  useEffect(() => {
    setAt(0);
    const [first] = hits;
    if (isAsked.current && first) go(first);
    isAsked.current = false;
    // The list is made anew with each answer.
  }, [data]);
  const optionId = (n: number): string => `${id}-${n}`;
  useEffect(() => {
    document.getElementById(optionId(at))?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: hits.length - 1, PageUp: 0 };
    const next = moves[event.key];
    if (next !== undefined && hits.length > 0) {
      event.preventDefault();
      setAt((next + hits.length) % hits.length);
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const hit = hits[at];
    // What is typed last counts, also before its answer is there.
    if (isCurrent && hit) go(hit);
    else isAsked.current = text !== '' || typed.trim() !== '';
  };
  const isFound = hits.length > 0;
  return (
    <Dialog title={t.title} onClose={onClose}>
      <div class={css.search}>
        <input
          class={css.input}
          type="text"
          enterkeyhint="search"
          role="combobox"
          aria-label={t.label}
          aria-describedby={`${id}-hint`}
          aria-autocomplete="list"
          aria-expanded={isFound}
          aria-controls={`${id}-list`}
          aria-activedescendant={isFound ? optionId(at) : undefined}
          autocomplete="off"
          autofocus
          spellcheck={false}
          maxLength={LONGEST}
          placeholder={t.placeholder}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <div id={`${id}-hint`}>
          <Note>{t.hint}</Note>
        </div>
        <p class="visually-hidden" role="status">
          {isCurrent && t.found(hits.length)}
        </p>
        <Problem problem={text === '' ? undefined : error} onRetry={reload} />
        {text !== '' && !data && !error && isLoading && <Skeleton lines={4} />}
        {isCurrent && !isFound && <p>{t.none(text)}</p>}
        <div class={css.list} id={`${id}-list`} role="listbox" aria-label={t.list} hidden={!isFound}>
          {groups.map(({ kind, hits: ofKind }) => (
            <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
              <div class={css.kind} id={`${id}-${kind}`} role="presentation">
                {t.kinds[kind]}
              </div>
              {ofKind.map((hit) => (
                <HitOption
                  key={`${hit.id} ${hit.title} ${hit.match}`}
                  hit={hit}
                  id={optionId(hits.indexOf(hit))}
                  isSelected={hits.indexOf(hit) === at}
                  onClick={() => go(hit)}
                />
              ))}
            </div>
          ))}
        </div>
      </div>
    </Dialog>
  );
}

function HitOption({ hit, id, isSelected, onClick }: { hit: Hit; id: string; isSelected: boolean; onClick(): void }) {
  const t = useTexts(SEARCH_TEXTS);
  const { kind, title, subtitle, match } = hit;
  const shown = match === 'CPF' ? formatCpf(subtitle) : subtitle?.startsWith('+') ? formatPhone(subtitle) : subtitle;
  return (
    // The field has the keys.
    <div id={id} class={css.option} role="option" aria-selected={isSelected} onClick={onClick}>
      <span class={css.title}>{kind === 'ORDER' ? `#${title}` : title}</span>
      <span class={css.subtitle}>{[shown, match !== 'NAME' && t.matches[match]].filter(Boolean).join(' · ')}</span>
    </div>
  );
}

/** The text once nobody has changed it for a moment; an empty one at once. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : settled;
}
