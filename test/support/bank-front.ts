import { answerJson, startRemoteService } from './sandbox.js';
import { deferred } from './deferred.js';

export interface HeldRequest {
  /** `change` changes the document that the bank answers. */
  pass(change?: (document: any) => void): void;
  refuse(status: number): void;
}

export interface BankFront {
  url: string;
  /** The paths that were asked for, with their queries. */
  asked: string[];
  /** Holds the next request of a method whose path ends so; answers when it is there. All others pass. */
  hold(method: string, path: RegExp): Promise<HeldRequest>;
  stop(): Promise<void>;
}

/** Starts a way to the bank at `bankUrl` on which single requests can be held, and refused. */
export async function startBankFront(bankUrl: string): Promise<BankFront> {
  const asked: string[] = [];
  const holds: { method: string; path: RegExp; arrived(request: HeldRequest): void }[] = [];
  const front = await startRemoteService(async ({ method, url, headers, body }, response) => {
    asked.push(url);
    const at = holds.findIndex((hold) => hold.method === method && hold.path.test(url));
    const [held] = at < 0 ? [] : holds.splice(at, 1);
    let change: Parameters<HeldRequest['pass']>[0];
    if (held) {
      const decision = deferred<{ status?: number; change?: typeof change }>();
      held.arrived({
        pass: (changes) => decision.resolve({ change: changes }),
        refuse: (status) => decision.resolve({ status }),
      });
      const decided = await decision.promise;
      ({ change } = decided);
      const { status } = decided;
      if (status !== undefined) return answerJson(response, status, { title: 'Recusado', status });
    }
    const { authorization = '', 'content-type': type = '' } = headers;
    const passed = { authorization, ...(type && { 'content-type': type }) };
    const answer = await fetch(bankUrl + url, { method, headers: passed, ...(body && { body }) });
    const document: unknown = await answer.json();
    change?.(document);
    answerJson(response, answer.status, document);
  });
  return {
    url: front.url,
    asked,
    stop: front.stop,
    hold: (method, path) => new Promise((arrived) => holds.push({ method, path, arrived })),
  };
}
