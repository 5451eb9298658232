import type { Chain } from '../proof/chain.js';

/** The chain of the development beacon, whose key everybody can read: its rounds prove nothing. */
export const DEVELOPMENT_CHAIN: Chain = {
  hash: '33e4a68c953b5447bf6d0eb19ab6144b8deb693e26aaf21ea4cfd6af14f523db',
  publicKey:
    'acc4afc9645215d26f20ed8160122999ed7011d0eb06dff8a2380d908e9066bbe5dfd37931900eedbe6a57174888aaab0fe31919af5de1119419d92d17261fbcaa49497b0bd76e06af453dad6d6632afefce2e249c595bad6994f3e35ead67a1',
  periodSeconds: 3,
  // The first second of 2025.
  genesisSeconds: 1_735_689_600,
  groupHash: '72d86c6186c196cbf8d4b98a67dea6688f40d02c6087a400d6f8c1f5325938bf',
  name: 'development',
};
