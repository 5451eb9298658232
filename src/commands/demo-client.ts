import type { Client } from 'graphql-ws';

export async function graphql(url: string, query: string, variables: Record<string, unknown>, token?: string): Promise<any> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: unknown; errors?: { message: string }[] };
  if (errors?.[0]) throw new Error(errors[0].message);
  return data;
}

export function follow(
  socket: Client,
  query: string,
  variables: Record<string, unknown>,
  onData: (data: any) => void,
  until = (_data: any) => false,
) {
  const stream = socket.iterate<any>({ query, variables });
  const answers = async (satisfied: (data: any) => boolean): Promise<void> => {
    for (;;) {
      const { value, done } = await stream.next();
      if (done) throw new Error('the service ended the subscription');
      if (value.errors?.[0]) throw new Error(value.errors[0].message);
      onData(value.data);
      if (satisfied(value.data)) return;
    }
  };
  const first = answers(() => true);
  const done = first.then(() => answers(until));
  // A caller that awaits it sees the failure; a stopped stream is no failure.
  done.catch(() => undefined);
  return { first, done, stop: () => void stream.return?.() };
}

export function print(line: string): void {
  console.log(line);
}
