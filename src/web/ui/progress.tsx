import css from './progress.module.css';

/** How far it has come, 0 to 100, in words for those who hear it. */
export function Progress({ percentage, label }: { percentage: number; label: string }) {
  return <progress class={css.bar} value={percentage} max={100} aria-label={label} />;
}
