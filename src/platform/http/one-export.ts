import { finished } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { refuse } from '../domain-error.js';
import { createKeyLimit } from '../key-limit.js';
import type { Principal } from '../principal.js';

const AGAIN_AFTER_SECONDS = 5;

/** One large file at a time for each account, in a process. */
export interface OneExport {
  /** RATE_LIMITED while another one is sent. It is over when the answer is, however that ends. */
  begin(principal: Principal, reply: FastifyReply): void;
}

export function createOneExport(): OneExport {
  const underWay = createKeyLimit(1);
  return {
    begin(principal, reply) {
      const end = underWay.take('id' in principal ? principal.id : '');
      if (!end) throw refuse('platform.oneExport', {}, { retryAfterSeconds: AGAIN_AFTER_SECONDS });
      finished(reply.raw, end);
    },
  };
}
