import { schema } from '../../src/schema.js';
import { features } from '../features.js';
import { aCustomer } from './actors.js';
import type { BankedServer } from './banked-server.js';
import { anOpenRaffle } from './sales.js';
import { documentOf, rootFieldsOf } from './whole-call.js';

/** Where operators act: a gateway with a bank, and somebody who buys. */
export interface ActStage extends BankedServer {
  buyer: { id: string; token: string; phone: string; cpf: string };
  aRaffle(overrides?: Parameters<typeof anOpenRaffle>[1]): Promise<string>;
  /** Calls a mutation as the owner, and answers its field; fails when it is refused. */
  done<Data = { id: string }>(name: string, variables: Record<string, unknown>, selection?: string): Promise<Data>;
}

/** Makes what a mutation needs, and answers the variables by which it changes something: new ones each time. The owner sends them, unless the act says who does. */
export type OperatorAct = (stage: ActStage) => Promise<Record<string, unknown> | PreparedAct>;

/** The variables by which a mutation changes something, and who may send them. */
export interface PreparedAct {
  by: { id: string; token: string };
  variables: Record<string, unknown>;
}

const ACTS: Readonly<Record<string, OperatorAct>> = Object.assign({}, ...features.map(({ acts }) => acts));

/** The mutations that operators call and that are audited. */
export const OPERATOR_ACTS: readonly string[] = Object.keys(ACTS);

/** Makes what a mutation needs. */
export async function prepareAct(stage: ActStage, name: string): Promise<PreparedAct> {
  const made = await ACTS[name]?.(stage);
  if (!made) throw new Error(`say under acts in test/features/ how ${name} is done`);
  return 'by' in made ? (made as unknown as PreparedAct) : { by: stage.admin, variables: made };
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
    aRaffle: async (overrides) => (await anOpenRaffle(server, overrides)).id,
    async done(name, variables, selection = '{ id }') {
      const { data, errors } = await server.graphql(mutationOf(name, variables, selection), variables, admin);
      if (errors) throw new Error(`${name}: ${JSON.stringify(errors)}`);
      return data[name];
    },
  };
}
