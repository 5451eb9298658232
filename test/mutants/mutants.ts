import { features } from '../features.js';
import { clientFaults } from './faults/client.js';
import { pagesFaults } from './faults/pages.js';
import { platformFaults } from './faults/platform.js';
import { proofFaults } from './faults/proof.js';
import type { Mutant } from './mutant.js';

/** Those of features, and of what belongs to none. */
export const mutants: readonly Mutant[] = [
  ...features.map(({ faults = {} }) => faults),
  platformFaults,
  proofFaults,
  pagesFaults,
  clientFaults,
].flatMap((faults) => Object.entries(faults).flatMap(([file, ofFile]) => ofFile.map((fault) => ({ file, ...fault }))));
