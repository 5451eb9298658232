import { schema } from '../../src/schema.js';
import { aCustomer } from './actors.js';
import type { BankedServer } from './banked-server.js';
import { accountActs } from './operator-acts-account.js';
import { moneyActs } from './operator-acts-money.js';
import { peopleActs } from './operator-acts-people.js';
import { raffleActs } from './operator-acts-raffles.js';
import { siteActs } from './operator-acts-site.js';
import { documentOf, rootFieldsOf } from './whole-call.js';

/** Where operators act: a gateway with a bank, and somebody who buys. */
export interface ActStage extends BankedServer {
  buyer: { id: string; token: string; phone: string; cpf: string };
  /** Calls a mutation as the owner, and answers its field; fails when it is refused. */
  done<Data = { id: string }>(name: string, variables: Record<string, unknown>, selection?: string): Promise<Data>;
}

/** Makes what a mutation needs, and answers the variables by which it changes something; each time anew. */
export type OperatorAct = (stage: ActStage) => Promise<Record<string, unknown>>;

/** The variables by which a mutation changes something, and who may send them. */
export interface PreparedAct {
  by: { id: string; token: string };
  variables: Record<string, unknown>;
}

const ACTS: Readonly<Record<string, OperatorAct>> = { ...raffleActs, ...moneyActs, ...peopleActs, ...siteActs };

/** The mutations that operators call and that are audited. */
export const OPERATOR_ACTS: readonly string[] = [...Object.keys(ACTS), ...Object.keys(accountActs)];

/** Makes what a mutation needs; by the owner, unless it is about the caller's own account. */
export async function prepareAct(stage: ActStage, name: string): Promise<PreparedAct> {
  const ofAccount = accountActs[name];
  if (ofAccount) return ofAccount(stage);
  const act = ACTS[name];
  if (!act) throw new Error(`say in test/support/operator-acts-*.ts how ${name} is done`);
  return { by: stage.admin, variables: await act(stage) };
}

const MUTATIONS = new Map(
  rootFieldsOf(schema).flatMap((root) => (root.kind === 'mutation' ? [[root.field.name, root] as const] : [])),
);

/** The document that calls a mutation of the schema with these variables. */
export function mutationOf(name: string, variables: Record<string, unknown>, selection?: string): string {
  const root = MUTATIONS.get(name);
  if (!root) throw new Error(`there is no mutation ${name}`);
  return documentOf(root, variables, selection);
}

export async function actStageOf(banked: BankedServer): Promise<ActStage> {
  const { server, admin } = banked;
  return {
    ...banked,
    buyer: await aCustomer(server),
    async done(name, variables, selection = '{ id }') {
      const { data, errors } = await server.graphql(mutationOf(name, variables, selection), variables, admin);
      if (errors) throw new Error(`${name}: ${JSON.stringify(errors)}`);
      return data[name];
    },
  };
}
