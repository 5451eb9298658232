import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { createHooks, type HooksOf } from '../../client/hooks.js';
import { useClient } from './session.js';

export { problemOf, type Action, type QueryResult } from '../../client/hooks.js';

const hooks: HooksOf = { useCallback, useEffect, useRef, useState };

export const { useQuery, useAction, useLive } = createHooks(hooks, useClient);
