import { GatewayError } from './errors.js';

/** Runs work; when the service asks for a proof of identity, asks for it and runs the work once more. */
export type Proving = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Several calls at once ask once. */
export function createProving(proveIdentity: (() => Promise<boolean>) | undefined): Proving {
  let asking: Promise<boolean> | undefined;
  return async (work) => {
    try {
      return await work();
    } catch (error) {
      if (!proveIdentity || !(error instanceof GatewayError) || error.code !== 'STEP_UP_REQUIRED') throw error;
      asking ??= proveIdentity().finally(() => {
        asking = undefined;
      });
      if (!(await asking)) throw error;
      return work();
    }
  };
}
