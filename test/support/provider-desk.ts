import type { TestServer } from './start.js';

const FIELDS = 'name adapter active priority pixKey merchantName merchantCity baseUrl credentialsSet problem createdAt updatedAt';

/** What operators send for a provider that needs no other. */
export const STATIC_PROVIDER = {
  adapter: 'static',
  pixKey: '123e4567-e12b-12d1-a456-426655440000',
  merchantName: 'Rifa Legal',
  merchantCity: 'São Paulo',
};

/** The administration of providers as one caller uses it: the provider, or why there is none. */
export function providerDesk(ask: TestServer['graphql'], token: string | undefined) {
  const call = async (query: string, variables: Record<string, unknown>) => {
    const { data, errors } = await ask(query, variables, { token });
    const [error] = errors ?? [];
    return {
      provider: data && Object.values(data as object)[0],
      code: error?.extensions.code,
      fields: error?.extensions.fields,
      message: error?.message,
    };
  };
  return {
    upsert: (input: Record<string, unknown>) =>
      call(`mutation ($input: UpsertPaymentProviderInput!) { upsertPaymentProvider(input: $input) { ${FIELDS} } }`, { input }),
    find: (name: string) => call(`query ($name: String!) { paymentProvider(name: $name) { ${FIELDS} } }`, { name }),
    list: () => call(`{ paymentProviders { ${FIELDS} } }`, {}),
  };
}
