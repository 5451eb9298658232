import type { LogEvents } from '../feature.js';

const BETWEEN_MARKS = /(?<=<!-- log-events -->\n).*?(?=<!-- \/log-events -->)/s;

/** A Markdown text with the table of the log's events between its two marks. */
export function withLogEvents(markdown: string, events: LogEvents): string {
  const rows = Object.entries(events).map(([event, { level, advice }]) => `| \`${event}\` | ${level} | ${advice} |\n`);
  const table = `\n| event | level | what it means, what to do |\n|---|---|---|\n${rows.join('')}\n`;
  return markdown.replace(BETWEEN_MARKS, () => table);
}
