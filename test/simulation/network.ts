import { realTimers, type VirtualClock } from './virtual-clock.js';

/** What happens to one message. Each is delivered, lost before or after it took effect, refused, or late. */
export const FAULTS = ['LOSE_REQUEST', 'LOSE_REPLY', 'REFUSE', 'DELAY', 'CRASH_POSTGRES', 'KILL', 'FREEZE'] as const;
export type Fault = (typeof FAULTS)[number];

/** The host that a message comes from. What is sent to one that is gone, or by it, is never delivered. */
export interface Host {
  name: string;
  isGone: boolean;
  frozenToMs: number;
}

export interface Message {
  from: Host;
  to: string;
  name: string;
  /** Answers what is written of it into the trace. */
  deliver(fault: Fault | undefined): Promise<string> | string;
  /** Which faults it can have. */
  faults: readonly Fault[];
  earliestMs?: number;
}

export interface Network {
  post(message: Message): void;
  /** Delivers one of the messages that wait, which one `random` says. False when there is none. */
  turn(random: (below: number) => number): Promise<boolean>;
  /** In the order of the messages, without faults, until `work` is done; of one host only, if it is given. */
  carry<Result>(work: () => Promise<Result>, only?: Host): Promise<Result>;
  /** Of the next messages that can have it, the one at this place has the fault; of those to one host, if it is given. */
  arm(fault: Fault, at: number, to?: string): void;
  disarm(): void;
  /** When the next one that is late or from a frozen host may be delivered. */
  msToNext(): number | undefined;
  readonly waiting: number;
  clear(): void;
}

const DELAY_MS = 400;
const LONGEST_WAIT_MS = 1_000;

export function createNetwork(options: {
  clock: VirtualClock;
  write(line: string): void;
  onFault(fault: Fault, message: Message): Promise<void> | void;
  afterEach(): Promise<void>;
}): Network {
  const { clock, write, onFault, afterEach } = options;
  let waiting: Message[] = [];
  let armed: { fault: Fault; left: number; to: string | undefined } | undefined;
  let isQuiet = false;

  const earliest = ({ from, earliestMs = 0 }: Message): number => Math.max(from.frozenToMs, earliestMs);
  const isDue = (message: Message): boolean => earliest(message) <= clock.nowMs();

  function faultOf(message: Message): Fault | undefined {
    if (!armed || !message.faults.includes(armed.fault) || message.to !== (armed.to ?? message.to)) return undefined;
    if (armed.left > 0) {
      armed.left -= 1;
      return undefined;
    }
    const { fault } = armed;
    armed = undefined;
    return fault;
  }

  async function deliver(message: Message): Promise<void> {
    waiting.splice(waiting.indexOf(message), 1);
    const fault = isQuiet ? undefined : faultOf(message);
    if (fault) await onFault(fault, message);
    if (message.from.isGone) return;
    if (fault === 'DELAY' || fault === 'FREEZE') {
      waiting.push({ ...message, earliestMs: fault === 'DELAY' ? clock.nowMs() + DELAY_MS : 0 });
      write(`${message.from.name} > ${message.to} ${message.name}: ${fault}`);
      return;
    }

    const outcome = await message.deliver(fault);

    write(`${message.from.name} > ${message.to} ${message.name}: ${fault ? `${fault}, ` : ''}${outcome}`);
    await afterEach();
    await clock.settle();
  }

  return {
    post(message) {
      if (!message.from.isGone) waiting.push(message);
    },
    async turn(random) {
      waiting = waiting.filter(({ from }) => !from.isGone);
      const due = waiting.filter(isDue);
      const message = due[random(Math.max(1, due.length))];
      if (!message) return false;
      await deliver(message);
      return true;
    },
    async carry(work, only) {
      const wasQuiet = isQuiet;
      isQuiet = true;
      let isDone = false;
      const result = work().finally(() => (isDone = true));
      result.catch(() => undefined);
      await clock.settle();
      for (let idle = 0; !isDone;) {
        const message = waiting.find(({ from }) => !only || from === only);
        if (message) {
          await deliver(message);
          continue;
        }
        // Prisma loads its engine, which takes real time.
        const ms = clock.msToNextTimer() ?? Infinity;
        if ((idle += 1) > 2_000) throw new Error('the work waits for nothing that comes');
        if (ms <= LONGEST_WAIT_MS) clock.advance(ms);
        else await new Promise((resolve) => realTimers.setTimeout(resolve, 1));
        await clock.settle();
      }
      isQuiet = wasQuiet;
      return result;
    },
    arm(fault, at, to) {
      armed = { fault, left: at, to };
    },
    disarm() {
      armed = undefined;
    },
    msToNext() {
      const next = Math.min(...waiting.filter(({ from }) => !from.isGone).map(earliest));
      return Number.isFinite(next) ? Math.max(0, next - clock.nowMs()) : undefined;
    },
    get waiting() {
      return waiting.length;
    },
    clear() {
      waiting = [];
      armed = undefined;
    },
  };
}
