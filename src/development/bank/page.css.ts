/** The page's style sheet: one column, the system's fonts, dark where the reader's system is. */
export const PAGE_CSS = `
:root { color-scheme: light dark; --ink: #17211d; --soft: #5b6863; --paper: #f5f7f6; --card: #fff; --line: #d3dad7;
  --act: #00695f; --on-act: #fff; --good: #e2f3ea; --good-ink: #0d4a2b; --bad: #fdeaea; --bad-ink: #8a1616; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e7edea; --soft: #a3b0ab; --paper: #121715; --card: #1b2220; --line: #37423e;
    --act: #5fd0c0; --on-act: #06231f; --good: #14352a; --good-ink: #b9ecd2; --bad: #401a1c; --bad-ink: #ffc9c9; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
header, main { max-width: 46rem; margin: 0 auto; padding: 1.25rem 1rem 0; }
main { padding-bottom: 3rem; }
h1 { margin: 0; font-size: 1.5rem; }
h2 { margin: 0 0 .75rem; font-size: 1.125rem; }
header p, .muted { margin: .25rem 0 0; color: var(--soft); }
label { display: block; margin-bottom: .375rem; font-weight: 600; }
textarea, input:not([type=hidden]) { width: 100%; padding: .625rem .75rem; border: 1px solid var(--soft); border-radius: .5rem;
  background: var(--card); color: inherit; font: inherit; }
textarea { resize: vertical; overflow-wrap: anywhere; font: .875rem/1.5 ui-monospace, monospace; }
button { min-height: 2.75rem; margin-top: .75rem; padding: .5rem 1.25rem; border: 1px solid var(--act); border-radius: .5rem;
  background: var(--act); color: var(--on-act); font: inherit; font-weight: 600; cursor: pointer; }
button.quiet { background: transparent; color: var(--act); }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px; }
section { margin-top: 2rem; }
.card { padding: 1.25rem 1rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--card); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .375rem 1.25rem; margin: 0 0 1rem; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
.notice { margin: 0 0 1.25rem; padding: .75rem 1rem; border-radius: .5rem; overflow-wrap: anywhere; }
.notice p { margin: 0; }
.good { background: var(--good); color: var(--good-ink); }
.bad { background: var(--bad); color: var(--bad-ink); }
ul { margin: 0; padding: 0; list-style: none; }
.payments { border: 1px solid var(--line); border-radius: .75rem; background: var(--card); }
.payments > li { padding: .75rem 1rem; }
.payments > li + li { border-top: 1px solid var(--line); }
.line { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; margin: 0; }
time { color: var(--soft); }
.ids { margin: .25rem 0 0; gap: 0 .75rem; font-size: .875rem; }
code, .ids dd { font: .8125rem/1.6 ui-monospace, monospace; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; } button { width: 100%; } }
`;
