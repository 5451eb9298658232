import { createContext, type ComponentChildren } from 'preact';
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { GatewayError } from '../../client/errors.js';
import { isOutcomeUnknown } from '../common/idempotency.js';
import { texts, useTexts } from '../common/language.js';
import { problemOf } from '../common/query.js';
import { Button } from './button.js';
import { useProblemText } from './surface.js';
import css from './toasts.module.css';

export interface Toast {
  text: string;
  undo?: Undo;
}

export interface Undo {
  /** Asked first: whether all is still as the act left it. What somebody else did since is not undone. */
  isAsLeft?(): Promise<boolean>;
  run(): Promise<unknown>;
  /** Said once it is undone. */
  done: string;
}

/** What an act says when it went well: null where something else shows it, false where it is not done. */
export type Outcome = string | Toast | boolean | null;

interface Shown extends Toast {
  key: number;
  /** Why it was not undone. */
  failure?: Failure;
}

/** An error, or somebody else changed it since. */
type Failure = GatewayError | 'CHANGED';

interface Board {
  show(toast: Toast & { failure?: Failure }): void;
  /** Of what is on the screen now, which may not be what was there when it was done. */
  reloads: Set<() => void>;
}

const SHOWN_MS = 6_000;
const SHOWN_WITH_UNDO_MS = 10_000;
const HELD_MS = 2_000;
const AFTER_DIALOG_MS = 100;
const MOST = 3;
const KEY = 'F8';

const Context = createContext<Board>({ show: () => undefined, reloads: new Set() });

/** Shows what was done for some seconds. It stays when the operator goes to another screen. */
export function useToasts(): (outcome: Outcome) => void {
  const { show } = useContext(Context);
  return useMemo(
    () => (outcome) => {
      if (typeof outcome === 'string') show({ text: outcome });
      else if (typeof outcome === 'object' && outcome) show(outcome);
    },
    [show],
  );
}

/** For what shows the effect of an act that can be undone. */
export function useReloadAfterUndo(reload: () => void): void {
  const { reloads } = useContext(Context);
  useEffect(() => {
    reloads.add(reload);
    return () => void reloads.delete(reload);
  }, [reloads, reload]);
}

const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null;

/** A failure is among them until somebody closes it: the oldest of the others goes. */
function newest(toasts: readonly Shown[]): readonly Shown[] {
  const room = MOST - toasts.filter(({ failure }) => failure).length;
  const others = toasts.filter(({ failure }) => !failure).slice(0, Math.max(1, room));
  return toasts.filter((one) => one.failure ?? others.includes(one));
}

/** The page's toasts, the newest first. */
export function Toasts({ children }: { children: ComponentChildren }) {
  const t = useTexts(TEXTS);
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const region = useRef<HTMLElement>(null);
  const focusBefore = useRef<EventTarget | null>(null);
  const hadFocus = useRef(false);
  const board = useMemo<Board>(() => {
    let last = 0;
    const show: Board['show'] = (toast) => {
      last += 1;
      const key = last;
      // What a dialog covers is neither seen nor heard.
      if (isDialogOpen()) setTimeout(() => show(toast), AFTER_DIALOG_MS);
      else setShown((old) => newest([{ ...toast, key }, ...old.filter(({ text }) => text !== toast.text)]));
    };
    return { show, reloads: new Set() };
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const button = event.key === KEY && !isDialogOpen() && region.current?.querySelector('button');
      if (!button) return;
      event.preventDefault();
      button.focus();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  const close = (key: number): void => {
    hadFocus.current = region.current?.contains(document.activeElement) ?? false;
    setShown((old) => old.filter((one) => one.key !== key));
  };
  useEffect(() => {
    if (!hadFocus.current || document.activeElement !== document.body) return;
    hadFocus.current = false;
    // Not to the next toast: with the focus in it, it would never go away.
    const before = focusBefore.current;
    const isThere = before instanceof HTMLElement && before.isConnected;
    (isThere ? before : document.querySelector<HTMLElement>('#main h1'))?.focus({ preventScroll: true });
  }, [shown]);
  const line = (of: Shown) => <Line key={of.key} of={of} region={region} onClose={() => close(of.key)} />;
  return (
    <Context.Provider value={board}>
      {children}
      <section
        ref={region}
        class={css.toasts}
        aria-label={t.title}
        onFocusIn={({ relatedTarget }) => {
          if (!(relatedTarget instanceof Node && region.current?.contains(relatedTarget))) focusBefore.current = relatedTarget;
        }}
      >
        {shown.filter(({ failure }) => failure).map(line)}
        <div class={css.list} role="status" aria-atomic="false">
          {shown.filter(({ failure }) => !failure).map(line)}
        </div>
      </section>
    </Context.Provider>
  );
}

function Line({ of, region, onClose }: { of: Shown; region: { current: HTMLElement | null }; onClose(): void }) {
  const t = useTexts(TEXTS);
  const { show, reloads } = useContext(Context);
  const { text, undo, failure } = of;
  const [isBusy, setBusy] = useState(false);
  const error = failure === 'CHANGED' ? undefined : failure;
  const problem = useProblemText(error);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    // A failure stays until somebody closes it.
    if (isBusy || failure) return undefined;
    const end = (): void => {
      const isHeld = document.hidden || isDialogOpen() || region.current?.matches(':hover, :focus-within');
      if (isHeld) timer = setTimeout(end, HELD_MS);
      else close.current();
    };
    let timer = setTimeout(end, undo ? SHOWN_WITH_UNDO_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isBusy, failure, undo, region]);
  const takeBack = async ({ isAsLeft, run, done }: Undo): Promise<void> => {
    setBusy(true);
    try {
      if (isAsLeft && !(await isAsLeft())) show({ text, failure: 'CHANGED' });
      else {
        await run();
        show({ text: done });
      }
    } catch (error) {
      show({ text, failure: problemOf(error) });
    }
    for (const reload of reloads) reload();
    onClose();
  };
  return (
    <div
      class={`${css.toast} ${failure ? css.bad : css.good}`}
      role={failure && 'alert'}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose();
      }}
    >
      <p>
        {error ? `${t.notUndone(text)} ${problem}` : failure ? t.changed : text}
        {isOutcomeUnknown(error) && ` ${t.lookFirst}`}
      </p>
      <div class={css.buttons}>
        {undo && (
          <Button small isBusy={isBusy} aria-keyshortcuts={KEY} onClick={() => void takeBack(undo)}>
            {t.undo}
            <kbd class={css.key} aria-hidden="true">
              {KEY}
            </kbd>
          </Button>
        )}
        <Button small variant="plain" aria-label={t.closeThis} onClick={onClose}>
          {t.close}
        </Button>
      </div>
    </div>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: `Avisos (${KEY})`,
    undo: 'Desfazer',
    close: 'Fechar',
    closeThis: 'Fechar o aviso',
    changed: 'Outra pessoa mudou isto depois: nada foi desfeito.',
    notUndone: (text: string) => `Não foi desfeito: “${text}”`,
    lookFirst: 'Talvez tenha sido desfeito: veja antes de tentar de novo.',
  },
  en: {
    title: `Notices (${KEY})`,
    undo: 'Undo',
    close: 'Close',
    closeThis: 'Close the notice',
    changed: 'Somebody else changed this since: nothing was undone.',
    notUndone: (text: string) => `Not undone: “${text}”`,
    lookFirst: 'It may have been undone: look before you try again.',
  },
});
