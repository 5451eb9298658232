// `raffle-gateway-client/react`: the client in components of React.
'use client';

import { createContext, createElement, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import type { BarFragment, BookHeadStateFragment, OrderStateFragment } from '../generated/client/operations.js';
import type { GatewayClient } from './create-client.js';
import { createHooks, type Live } from './hooks.js';

export type { Action, Live, QueryOptions, QueryResult } from './hooks.js';

const Context = createContext<GatewayClient | undefined>(undefined);

/** Gives a client to the hooks of all components inside. Make it once, outside of components. */
export function GatewayProvider({ client, children }: { client: GatewayClient; children?: ReactNode }) {
  return createElement(Context.Provider, { value: client }, children);
}

/** The client of the nearest GatewayProvider. Throws without one. */
export function useClient(): GatewayClient {
  const client = useContext(Context);
  if (!client) throw new Error('There is no GatewayProvider around this component.');
  return client;
}

export const { useQuery, useAction, useLive } = createHooks({ useCallback, useEffect, useRef, useState }, useClient);

/** The order, then each change. Nothing while the id is undefined. */
export function useOrder(orderId: string | undefined): Live<OrderStateFragment> {
  const client = useClient();
  return useLive(orderId && `order ${orderId}`, (signal) => client.watchOrder(orderId ?? '', { signal }));
}

/** The sell bar, then each change. */
export function useSellBar(raffleId: string | undefined): Live<BarFragment> {
  const client = useClient();
  return useLive(raffleId && `sell bar ${raffleId}`, (signal) => client.watchSellBar(raffleId ?? '', { signal }));
}

/** The last head of the raffle's public book, then each new one. */
export function useBookHead(raffleId: string | undefined): Live<BookHeadStateFragment> {
  const client = useClient();
  return useLive(raffleId && `book head ${raffleId}`, (signal) => client.watchBookHead(raffleId ?? '', { signal }));
}
