import { isAddressBlock } from './setting-texts.js';

/** Reads settings from the environment. A wrong one is reported to `problem` in a sentence; its value must not be used. */
export interface SettingReader {
  /** Trimmed; undefined when not set or empty. */
  text(name: string): string | undefined;
  /** `why` ends the sentence of the problem. */
  required(name: string, why: string): string;
  integer(name: string, fallback: number, min: number, max: number): number;
  flag(name: string, fallback: boolean): boolean;
  list(name: string): string[];
  urls(name: string, protocols: readonly string[]): string[];
  url(name: string, protocols: readonly string[]): string | undefined;
  oneOf<Value extends string>(name: string, values: readonly Value[], fallback: Value): Value;
  addresses(name: string): string[];
}

export function createSettingReader(env: NodeJS.ProcessEnv, problem: (sentence: string) => void): SettingReader {
  const text: SettingReader['text'] = (name) => env[name]?.trim() || undefined;
  const list: SettingReader['list'] = (name) => {
    const texts = (env[name] ?? '').split(',').map((part) => part.trim());
    return texts.filter(Boolean);
  };
  const allUrls = (name: string, protocols: readonly string[], given: string[]): string[] => {
    const listed = given.map((part) => part.replace(/\/$/, ''));
    if (listed.every((part) => URL.canParse(part) && protocols.includes(new URL(part).protocol))) return listed;
    problem(`${name} must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`);
    return [];
  };

  return {
    text,
    list,
    urls: (name, protocols) => allUrls(name, protocols, list(name)),
    required(name, why) {
      const value = text(name);
      if (!value) problem(`${name} is required in production: ${why}.`);
      return value ?? '';
    },
    integer(name, fallback, min, max) {
      const given = text(name);
      if (!given) return fallback;
      const value = Number(given);
      if (Number.isInteger(value) && value >= min && value <= max) return value;
      problem(`${name} must be a whole number from ${min} to ${max}, not "${given}".`);
      return fallback;
    },
    flag(name, fallback) {
      const given = text(name)?.toLowerCase();
      if (!given) return fallback;
      if (['1', 'true', 'yes', 'on'].includes(given)) return true;
      if (['0', 'false', 'no', 'off'].includes(given)) return false;
      problem(`${name} must be true or false, not "${text(name)}".`);
      return fallback;
    },
    url(name, protocols) {
      const given = text(name);
      // Not a list: a password may have commas.
      return given === undefined ? undefined : allUrls(name, protocols, [given])[0];
    },
    oneOf(name, values, fallback) {
      const given = text(name) ?? fallback;
      const value = values.find((one) => one === given);
      if (!value) problem(`${name} must be one of ${values.join(', ')}, not "${given}".`);
      return value ?? fallback;
    },
    addresses(name) {
      const blocks = list(name);
      for (const block of blocks.filter((one) => !isAddressBlock(one))) {
        problem(`${name} must list IP addresses or CIDR blocks, not "${block}".`);
      }
      return blocks;
    },
  };
}
