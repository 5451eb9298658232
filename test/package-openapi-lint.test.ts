import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(startTestServer);

/** Beside its strict ruleset, rules that it leaves to choice. */
const MORE = {
  'info-contact': 'error',
  'operation-description': 'error',
  'operation-tag-defined': 'error',
  'parameter-description': 'error',
  'tags-alphabetical': 'error',
  'component-name-unique': 'error',
  'array-parameter-serialization': 'error',
  'operation-singular-tag': 'error',
  // The addresses are given. Where one has a fixed word and another a parameter, that parameter is an id, which is never the word.
  'no-ambiguous-paths': 'off',
} as const;

it('/openapi.json has nothing that a strict linter finds wrong', async () => {
  const { body } = await server.rest('GET', '/openapi.json');
  const config = await createConfig({ extends: ['recommended-strict'], rules: MORE });
  const problems = await lintFromString({ source: JSON.stringify(body), absoluteRef: 'openapi.json', config });
  const said = problems.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`);
  expect(said).toEqual([]);
});
