import { useEffect, useRef, useState } from 'preact/hooks';

const two = (value: number): string => String(value).padStart(2, '0');

/** `2d 03:04:05` or `04:05`. */
function wordsOf(seconds: number): string {
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3_600) % 24;
  const clock = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  if (days > 0) return `${days}d ${two(hours)}:${clock}`;
  return hours > 0 ? `${hours}:${clock}` : clock;
}

/** `until`: ms since 1970, by the browser's clock. Empty before the script runs: the HTML has no clock. */
export function Countdown({ until, onEnd }: { until: number; onEnd?: () => void }) {
  const [now, setNow] = useState<number>();
  const left = now === undefined ? undefined : Math.max(0, Math.ceil((until - now) / 1_000));
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [until]);
  const ended = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (left !== 0 || ended.current === until) return;
    ended.current = until;
    onEnd?.();
  }, [left, until, onEnd]);
  // `timer` keeps screen readers from reading every second.
  return <span role="timer">{left === undefined ? '' : wordsOf(left)}</span>;
}
