import type { Ask, GraphqlAnswer } from './graphql-client.js';

export interface BoxTerms {
  title?: string;
  quantity: number;
  prize?: string | number;
  mode: 'PORCENTAGEM' | 'ALEATORIO';
  percentage?: number;
  isLocked?: boolean;
  releaseAtPercentage?: number;
}

export interface HeldBoxAnswer {
  id: string;
  orderId: string;
  raffleId: string;
  number: number;
  status: 'UNOPENED' | 'OPENED_PRIZE' | 'OPENED_EMPTY' | 'VOID';
  prize: { id: string; title: string; prize: string } | null;
}

const BOX = 'id raffleId title quantity prize mode percentage releaseAtPercentage isLocked beganLocked';
export const HELD = 'id orderId raffleId number status prize { id title prize }';
const COMBO = 'id raffleId quantityTitles quantityBoxes visible highlighted';

export interface Answered<Data> {
  data: Data;
  code: string | undefined;
  message: string | undefined;
  fields: Record<string, string[]> | undefined;
}

export function raffleBoxes(ask: Ask) {
  const run = async <Data>(document: string, variables: Record<string, unknown>, token?: string): Promise<Answered<Data>> => {
    const { data, errors }: GraphqlAnswer<Record<string, Data> | null> = await ask(document, variables, { token });
    const [error] = errors ?? [];
    const { code, fields } = error?.extensions ?? {};
    return { data: Object.values(data ?? {})[0] as Data, code, message: error?.message, fields };
  };
  type Id = { id: string } & Record<string, unknown>;
  return {
    run,
    create: (token: string | undefined, raffleId: string, terms: BoxTerms) =>
      run<Id>(
        `mutation ($input: CreateAwardedBoxInput!) { createAwardedBox(input: $input) { ${BOX} } }`,
        { input: { raffleId, title: 'Moto', prize: '10.00', ...terms } },
        token,
      ),
    delete: (token: string, id: string) => run<Id>(`mutation ($id: ID!) { deleteAwardedBox(id: $id) { ${BOX} } }`, { id }, token),
    lock: (token: string, id: string) => run<Id>(`mutation ($id: ID!) { lockAwardedBox(id: $id) { ${BOX} } }`, { id }, token),
    unlock: (token: string, id: string) => run<Id>(`mutation ($id: ID!) { unlockAwardedBox(id: $id) { ${BOX} } }`, { id }, token),
    combo: (token: string, raffleId: string, quantityTitles: number, quantityBoxes: number, more: object = {}) =>
      run<Id>(
        `mutation ($input: CreateAwardedBoxComboInput!) { createAwardedBoxCombo(input: $input) { ${COMBO} } }`,
        { input: { raffleId, quantityTitles, quantityBoxes, ...more } },
        token,
      ),
    changeCombo: (token: string, id: string, input: object) =>
      run<Id>(
        `mutation ($id: ID!, $input: UpdateAwardedBoxComboInput!) { updateAwardedBoxCombo(id: $id, input: $input) { ${COMBO} } }`,
        { id, input },
        token,
      ),
    deleteCombo: (token: string, id: string) =>
      run<Id>(`mutation ($id: ID!) { deleteAwardedBoxCombo(id: $id) { ${COMBO} } }`, { id }, token),
    combos: (raffleId: string, token?: string) =>
      run<Id[]>(`query ($raffleId: ID!) { awardedBoxCombos(raffleId: $raffleId) { ${COMBO} } }`, { raffleId }, token),
    ofRaffle: (raffleId: string, token?: string) =>
      run<{ nodes: Id[]; totalCount: number }>(
        `query ($raffleId: ID!) { awardedBoxesByRaffle(raffleId: $raffleId, first: 100) { totalCount nodes { ${BOX} } } }`,
        { raffleId },
        token,
      ),
    winners: (raffleId: string, token?: string) =>
      run<{ nodes: Record<string, unknown>[]; totalCount: number }>(
        `query ($raffleId: ID!) { awardedBoxWinners(raffleId: $raffleId, first: 100) { totalCount nodes { name title prize openedAt } } }`,
        { raffleId },
        token,
      ),
    mine: (token: string, args = '') =>
      run<{ nodes: HeldBoxAnswer[]; totalCount: number; pageInfo: { endCursor: string | null; hasNextPage: boolean } }>(
        `{ myAwardedBoxes${args && `(${args})`} { totalCount pageInfo { endCursor hasNextPage } nodes { ${HELD} } } }`,
        {},
        token,
      ),
    open: (token: string, id: string) =>
      run<HeldBoxAnswer>(`mutation ($id: ID!) { openAwardedBox(id: $id) { ${HELD} } }`, { id }, token),
    toggle: (token: string, name: string, raffleId: string, enabled?: boolean) =>
      run<Record<string, unknown>>(
        `mutation ($raffleId: ID!, $enabled: Boolean) { ${name}(raffleId: $raffleId, enabled: $enabled) { version showAwardedBoxes showAwardedBoxesWinners acumulativeCombo } }`,
        { raffleId, enabled },
        token,
      ),
    refund: (token: string, id: string) =>
      run<{ status: string }>(`mutation ($id: ID!) { refundOrder(id: $id) { status } }`, { id }, token),
  };
}
