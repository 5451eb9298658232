import type { Config } from '../config.js';
import type { Log } from '../platform/log.js';
import { QUICKNET, type Chain } from '../proof/chain.js';
import { createBeaconClient, QUICKNET_HOSTS, type BeaconClient } from './beacon-client.js';
import { DEVELOPMENT_CHAIN } from './development-chain.js';

/** The beacon that this process draws by. */
export interface Beacon extends BeaconClient {
  readonly chain: Chain;
  /** How far ahead a round lies at least when its number is written, in seconds: nobody knows it before everybody can. */
  readonly aheadSeconds: number;
  /** Asks these hosts from now on, unless the settings name others: where the development beacon runs is known once it does. */
  askAt(hosts: readonly string[]): void;
}

/** Room for a commit that is held up. On a development machine nobody waits so long to see a draw. */
const AHEAD_SECONDS = { quicknet: 60, development: 9 };

/** Makes it from the settings; a development beacon of which nobody knows where it runs has no host that could answer. */
export function createBeacon({ config, log }: { config: Pick<Config, 'beacon'>; log: Log }): Beacon {
  const { chain: name, hosts: named } = config.beacon;
  const chain = name === 'quicknet' ? QUICKNET : DEVELOPMENT_CHAIN;
  let hosts: readonly string[] = named.length > 0 || name === 'development' ? named : QUICKNET_HOSTS;
  return {
    chain,
    aheadSeconds: AHEAD_SECONDS[name],
    askAt(found) {
      if (named.length === 0) hosts = found;
    },
    roundOf: (round) => createBeaconClient({ log, chain, hosts }).roundOf(round),
  };
}
