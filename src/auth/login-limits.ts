import { refuse } from '../platform/domain-error.js';
import { createFairQueue } from '../platform/fair-queue.js';
import { networkOf } from '../platform/http/addresses.js';
import { type Base, type Counter, limitersOn, MANY_SLOTS, type Take, takeAll, wasTaken } from './login-counters.js';

const LOGIN_WINDOW_SECONDS = 15 * 60;
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/** Mobile carriers put thousands of phones behind one address: a thousand buyers with three tries each must not be refused. */
const OF_AN_ADDRESS = 3_000;
/** Between two codes of one phone. */
export const CODE_GAP_SECONDS = 60;
/**
 * On a device that the user logged in on before. Only its own failures count, so nobody elsewhere can keep the user out. Passwords and
 * codes each have so many: a buyer who forgot the password logs in by a code.
 */
const OF_A_DEVICE = { points: 10, seconds: LOGIN_WINDOW_SECONDS } as const;
/** On any other device. */
const FAILURES = {
  accountFromAddress: { points: 10, seconds: LOGIN_WINDOW_SECONDS },
  address: { points: OF_AN_ADDRESS, seconds: LOGIN_WINDOW_SECONDS },
  /** The bound of all guesses at one password. */
  account: { points: 10_000, seconds: DAY_SECONDS },
  /** The bound of all guesses at one second factor: one in three thousand succeeds in a day. */
  secondFactor: { points: 100, seconds: DAY_SECONDS },
  /** More than the waits allow. */
  attackedAccountFromAddress: { points: 100, seconds: DAY_SECONDS },
  /** Of wrong codes. Each code has its own few tries. */
  codesFromAddress: { points: OF_AN_ADDRESS, seconds: LOGIN_WINDOW_SECONDS },
} as const;
/**
 * In a day. More accounts would only slow the logins of the phone down. Nobody is kept out: a code leads to one of the accounts, and takes
 * away what is not theirs.
 */
const SIGN_UPS_OF_A_PHONE = { points: 20, seconds: DAY_SECONDS, refusal: 'auth.tooManySignUps' } as const;
/** In a day. From more on somebody guesses: each address waits for its own failures, longer each time. */
const CALM_FAILURES = 50;
const FIRST_WAIT_SECONDS = 15;
const DOUBLED_WAITS = 8;
/** In production. Each code costs the operator a message. `free`: how many are given without looking at the address. */
const CODES = {
  between: { points: 1, seconds: CODE_GAP_SECONDS },
  phone: { free: 3, points: 5, seconds: LOGIN_WINDOW_SECONDS },
  phoneInADay: { free: 10, points: 30, seconds: DAY_SECONDS },
  phoneFromAddress: { few: 2, points: 30, seconds: DAY_SECONDS },
  /** Of a phone or e-mail address, for the account that a code of the phone leads to. */
  ownerInADay: { points: 10, seconds: DAY_SECONDS },
  /** Of a phone or e-mail address, for all other accounts. */
  accountsInADay: { free: 4, points: 8, seconds: DAY_SECONDS },
  /** Of an account, for what is not its own. */
  account: { points: 10, seconds: DAY_SECONDS },
  address: { points: OF_AN_ADDRESS, seconds: LOGIN_WINDOW_SECONDS },
} as const;
/** Of the hour's codes. The last tenth is for known devices; after half of them an address with many waits. */
const FOR_STRANGERS = 0.9;
const FOR_EACH_ADDRESS = 0.5;
const MANY_CODES_OF_AN_ADDRESS = 100;
/** Both bounds are blurred by so much: at a sharp one the next answer would show whether the code before was sent. */
const BLUR = 0.05;

/** The others wait. More cannot wait for a password check. */
const ATTEMPTS_AT_ONCE = 50;
const ATTEMPTS_WAITING = 250;
const ATTEMPT_WAIT_MS = 5_000;

export interface LoginAttempt {
  account: string;
  clientAddress: string;
  /** The session of the device's login as this user, if there was one. */
  device?: string | undefined;
  isByCode?: boolean;
  /** After the right password: six digits are guessed sooner than a password. */
  isSecondFactor?: boolean;
}

export interface LoginLimits {
  /**
   * `login` gets the names for `verifyPassword`, and returns undefined for a failure; an error counts as no try. A success that does not
   * show who is the `owner` counts as a failure. RATE_LIMITED; UNAVAILABLE if too many run at once.
   */
  guard<Result>(
    attempt: LoginAttempt,
    login: (whose: string[]) => Promise<Result | undefined>,
    isOwner?: (result: Result) => boolean,
  ): Promise<Result | undefined>;
  /** RATE_LIMITED, alike for every phone. No limits outside production. */
  countRegistration(attempt: { phone: string; clientAddress: string }): Promise<void>;
  /** RATE_LIMITED, also for a phone without an account. No limits outside production. */
  countCode(attempt: CodeAttempt): Promise<CountedCode>;
}

export interface CodeAttempt {
  /** A phone or an e-mail address. */
  contact: string;
  clientAddress: string;
  isKnownDevice?: boolean;
  /** The one that is signed in. */
  account?: Claim;
}

export interface Claim {
  id: string;
  /** Whether the account has this contact, proved or not. */
  claims: boolean;
  /** Whether a code of the phone leads to this one of all that claim it. */
  isOwner: boolean;
}

export interface CountedCode {
  /** False if the phone had its codes: the answer is the same, so that it does not tell who else has the phone. */
  isSent: boolean;
  /** It costs no message, so it must not use up the codes of all. */
  notSent(): Promise<unknown>;
}

export function createLoginLimits(base: Base): LoginLimits {
  const limiter = limitersOn(base);
  const perDevice = limiter('device', OF_A_DEVICE, MANY_SLOTS);
  const codesPerDevice = limiter('codeTries:device', OF_A_DEVICE, MANY_SLOTS);
  const codesPerAddress = limiter('codeTries:address', FAILURES.codesFromAddress);
  const perAccountFromAddress = limiter('accountFromAddress', FAILURES.accountFromAddress, MANY_SLOTS);
  const perAddress = limiter('address', FAILURES.address);
  const perAccount = limiter('account', FAILURES.account, MANY_SLOTS);
  const perSecondFactor = limiter('secondFactor', FAILURES.secondFactor, MANY_SLOTS);
  const perAttackedAccount = limiter('attackedAccountFromAddress', FAILURES.attackedAccountFromAddress, MANY_SLOTS);
  const registrations = limiter('registrations', { points: OF_AN_ADDRESS, seconds: HOUR_SECONDS });
  const registrationsOf = limiter('registrations:phone', SIGN_UPS_OF_A_PHONE, MANY_SLOTS);
  const codesBetween = limiter('codes:between', CODES.between, MANY_SLOTS);
  const codesOf = limiter('codes:phone', CODES.phone, MANY_SLOTS);
  const codesInADay = limiter('codes:phoneInADay', CODES.phoneInADay, MANY_SLOTS);
  const codesOfFrom = limiter('codes:phoneFromAddress', CODES.phoneFromAddress, MANY_SLOTS);
  const codesFrom = limiter('codes:address', CODES.address);
  const codesOfOwner = limiter('codes:ownerInADay', CODES.ownerInADay, MANY_SLOTS);
  const codesOfAccounts = limiter('codes:accountsInADay', CODES.accountsInADay, MANY_SLOTS);
  const codesForOthers = limiter('codes:account', CODES.account, MANY_SLOTS);
  const { perHour } = base.config.loginCodes;
  const allCodes = limiter('codes:all', { points: perHour, seconds: HOUR_SECONDS });
  const admitted = createFairQueue({
    atOnce: ATTEMPTS_AT_ONCE,
    maxWaiting: ATTEMPTS_WAITING,
    maxWaitMs: ATTEMPT_WAIT_MS,
    refusal: () => refuse('platform.tooManyLogins'),
  });

  const ofDevice = (device: string, isByCode: boolean): Counter => (isByCode ? codesPerDevice : perDevice)(device);
  /** Those that the owner's success forgets. */
  const takeFor = async (attempt: LoginAttempt, take: Take): Promise<Counter[]> => {
    const { account, clientAddress, device, isByCode = false, isSecondFactor = false } = attempt;
    if (device !== undefined) {
      const own = ofDevice(device, isByCode);
      await take(own);
      return [own];
    }
    const address = networkOf(clientAddress);
    if (isByCode) {
      await take(codesPerAddress(address));
      return [];
    }
    const pair = perAccountFromAddress(`${address} ${account}`);
    await take(pair);
    await take(perAddress(address));
    const { count } = await take((isSecondFactor ? perSecondFactor : perAccount)(account));
    if (count <= CALM_FAILURES) return [pair];
    const attacked = perAttackedAccount(`${address} ${account}`);
    const ofAddress = await take(attacked);
    const waitMs = 1_000 * secondsUntilTry(ofAddress.count) - ofAddress.sinceFirstMs;
    if (waitMs > 0) throw attacked.refuseFor(waitMs);
    return [pair, attacked];
  };
  const spentBefore = ({ account, clientAddress, device, isByCode = false }: LoginAttempt): void => {
    const address = networkOf(clientAddress);
    const pair = `${address} ${account}`;
    const strangers = () =>
      isByCode
        ? [codesPerAddress(address)]
        : [perAccountFromAddress(pair), perAttackedAccount(pair), perAddress(address), perAccount(account)];
    for (const counter of device === undefined ? strangers() : [ofDevice(device, isByCode)]) counter.refuseIfSpent();
  };

  /** In a day, for an account that claims the contact, among the others that ask for it. */
  const isRoomFor = async (contact: string, { id, isOwner }: Claim): Promise<boolean> =>
    (isOwner && (await wasTaken((take) => take(codesOfOwner(contact)))))
    || wasTaken(async (take) => {
      const daily = codesOfAccounts(contact);
      const ofDay = await take(daily);
      const { count } = await take(codesOfFrom(`${id} ${contact}`));
      if (ofDay.count > CODES.accountsInADay.free && count > CODES.phoneFromAddress.few)
        throw daily.refuseFor(ofDay.leftMs, false);
    });

  return {
    async guard(attempt, login, isOwner = () => true) {
      spentBefore(attempt);
      const whose = turnsOf(attempt);
      return admitted.run(whose, async () => {
        // Counted before the password check: of a hundred tries at once only ten run.
        const { taken, giveBack } = await takeAll((take) => takeFor(attempt, take));
        try {
          const result = await login(whose);
          if (result === undefined || !isOwner(result)) return result;
          await giveBack();
          for (const counter of taken) await counter.forget();
          return result;
        } catch (error) {
          await giveBack();
          throw error;
        }
      });
    },
    async countRegistration({ phone, clientAddress }) {
      if (!base.config.production) return;
      const address = networkOf(clientAddress);
      const [ofPhone, ofAddress] = [registrationsOf(phone), registrations(address)];
      for (const counter of [ofPhone, ofAddress]) counter.refuseIfSpent();
      await admitted.run([`address ${address}`], () =>
        takeAll(async (take) => {
          await take(ofPhone);
          await take(ofAddress);
        }),
      );
    },
    async countCode({ contact, clientAddress, isKnownDevice = false, account }) {
      if (!base.config.production) return { isSent: true, notSent: () => Promise.resolve() };
      const address = networkOf(clientAddress);
      const asker = account?.id ?? address;
      const isShared = !isKnownDevice && !account?.claims;
      const isForOther = account !== undefined && !account.claims;
      // Strangers use up theirs, and not those of the user's devices, nor of the accounts.
      const whose = shareOf({ contact, isKnownDevice, account });
      const ofPhone = [codesBetween(whose), codesOf(whose), isForOther ? codesOfAccounts(contact) : codesInADay(whose)] as const;
      const { free } = isForOther ? CODES.accountsInADay : CODES.phoneInADay;
      const all = allCodes('');
      for (const counter of [...ofPhone, ...(isKnownDevice ? [] : [codesFrom(address)])]) counter.refuseIfSpent();
      await admitted.run([`phone ${whose}`, `address ${address}`], () =>
        takeAll(async (take) => {
          const [between, recent, daily] = ofPhone;
          await take(between);
          const ofRecent = await take(recent);
          const ofDay = await take(daily);
          const fromHere = isShared ? await take(codesOfFrom(`${asker} ${contact}`)) : undefined;
          // Others must not use up all: an address that asked for few gets one.
          const hasFewHere = fromHere !== undefined && fromHere.count <= CODES.phoneFromAddress.few;
          if (ofRecent.count > CODES.phone.free && !hasFewHere) throw recent.refuseFor(ofRecent.leftMs, false);
          if (ofDay.count > free && !hasFewHere) throw daily.refuseFor(ofDay.leftMs, false);
          if (isForOther) await take(codesForOthers(asker));
          const ofAddress = isKnownDevice ? undefined : await take(codesFrom(address));
          const ofAll = await take(all);
          if (!ofAddress) return;
          const blurred = ofAll.count + perHour * BLUR * Math.random();
          const isMany = ofAddress.count > MANY_CODES_OF_AN_ADDRESS && blurred > perHour * FOR_EACH_ADDRESS;
          if (isMany || blurred > perHour * FOR_STRANGERS) throw all.refuseFor(ofAll.leftMs, false);
        }),
      );
      const isSent = !account?.claims || (await isRoomFor(contact, account));
      return { isSent, notSent: () => all.giveBack() };
    },
  };
}

/** Each account, or known device, and each address gets its turns. */
function turnsOf({ account, clientAddress, device }: LoginAttempt): string[] {
  return [device === undefined ? `account ${account}` : `device ${device}`, `address ${networkOf(clientAddress)}`];
}

/**
 * Of an address on an account that is guessed at: when its n-th failure or success may come, in seconds after its first failure.
 * The waits are 15 s, 30 s, 1 min, to half an hour, then an hour each: about thirty tries a day.
 */
function secondsUntilTry(count: number): number {
  const failures = count - 1;
  const doubled = Math.min(failures, DOUBLED_WAITS);
  return FIRST_WAIT_SECONDS * (2 ** doubled - 1) + HOUR_SECONDS * (failures - doubled);
}

/** The counters of this name are for those alone who ask in the same way. */
function shareOf({ contact, isKnownDevice, account }: Pick<CodeAttempt, 'contact' | 'isKnownDevice' | 'account'>): string {
  if (isKnownDevice) return `known ${contact}`;
  if (account) return account.claims ? `own ${account.id} ${contact}` : `accounts ${contact}`;
  return contact;
}
