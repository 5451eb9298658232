import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../src/platform/http/addresses.js';

/** IANA's special-purpose registry of IPv4 (RFC 6890 and after), its globally reachable blocks too, and multicast. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '255.255.255.255/32',
  '168.63.129.16/32',
].map((block) => {
  const [address = '', length] = block.split('/');
  const first = address.split('.').reduce((value, octet) => value * 256 + Number(octet), 0);
  return { block, first, size: 2 ** (32 - Number(length)) };
});

const ipv4 = (value: number): string => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
const isSpecial = (value: number): boolean => SPECIAL_IPV4.some(({ first, size }) => value >= first && value < first + size);
const anyIpv4 = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const specialIpv4 = fc
  .constantFrom(...SPECIAL_IPV4)
  .chain(({ first, size }) => fc.integer({ min: first, max: first + size - 1 }));
const anyGroups = (count: number) => fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: count, maxLength: count });
const ipv6 = (groups: number[]): string => groups.map((group) => group.toString(16)).join(':');

describe('an IPv4 address', () => {
  it('of a special block is never public, however it is written in IPv6', () => {
    fc.assert(
      fc.property(specialIpv4, (value) => {
        const [high, low] = [(value >>> 16).toString(16), (value & 0xffff).toString(16)];
        const spellings = [
          ipv4(value),
          `::ffff:${ipv4(value)}`,
          `::ffff:${high}:${low}`,
          `0:0:0:0:0:ffff:${high}:${low}`,
          `::${ipv4(value)}`,
          `::ffff:0:${ipv4(value)}`,
          `64:ff9b::${ipv4(value)}`,
          `64:ff9b:1::${ipv4(value)}`,
          `2002:${high}:${low}::1`,
          `2001:0:${high}:${low}::1`,
        ];
        expect(spellings.filter(isPublicAddress)).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is public outside the special blocks, and mapped into IPv6 too', () => {
    fc.assert(
      fc.property(anyIpv4, (value) => {
        expect(isPublicAddress(ipv4(value))).toBe(!isSpecial(value));
        expect(isPublicAddress(`::ffff:${ipv4(value)}`)).toBe(!isSpecial(value));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(SPECIAL_IPV4)('is not public at either end of $block, and is public beside it', ({ first, size }) => {
    expect(isPublicAddress(ipv4(first))).toBe(false);
    expect(isPublicAddress(ipv4(first + size - 1))).toBe(false);
    for (const beside of [first - 1, first + size].filter((value) => value >= 0 && value < 2 ** 32)) {
      expect(isPublicAddress(ipv4(beside))).toBe(!isSpecial(beside));
    }
  });
});

describe('an IPv6 address', () => {
  it('is never public outside 2000::/3, but for a mapped public IPv4 address', () => {
    fc.assert(
      fc.property(anyGroups(8), (groups) => {
        fc.pre((groups[0] ?? 0) >> 13 !== 1);
        expect(isPublicAddress(ipv6(groups))).toBe(false);
      }),
    );
  });

  it.each([
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::127.0.0.1', 'compatible with IPv4'],
    ['::8.8.8.8', 'compatible with IPv4'],
    ['64:ff9b::808:808', 'NAT64'],
    ['64:ff9b:1::808:808', 'local NAT64'],
    ['100::1', 'discard'],
    ['100:0:0:1::1', 'dummy prefix'],
    ['2001::1', 'Teredo'],
    ['2001:1::1', 'IETF protocols'],
    ['2001:2::1', 'benchmarking'],
    ['2001:3::1', 'AMT'],
    ['2001:4:112::1', 'AS112'],
    ['2001:10::1', 'ORCHID'],
    ['2001:20::1', 'ORCHIDv2'],
    ['2001:30::1', 'drone ids'],
    ['2001:db8::1', 'documentation'],
    ['2002:808:808::1', '6to4'],
    ['2620:4f:8000::1', 'AS112'],
    ['3fff::1', 'documentation'],
    ['5f00::1', 'segment routing'],
    ['fc00::1', 'unique local'],
    ['fd00:ec2::254', "a cloud's metadata"],
    ['fe80::1', 'link local'],
    ['fec0::1', 'site local'],
    ['ff02::1', 'multicast'],
  ])('%s is not public: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['2606:4700:4700::1111', '2800:3f0::1', '2a00:1450::1', '2001:4860:4860::8888', '2804:14c::1', '::ffff:808:808'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

it.each([
  '',
  'localhost',
  'example.com',
  '8.8.8',
  '8.8.8.8.',
  ' 8.8.8.8',
  '134744072',
  '0x8.8.8.8',
  '010.8.8.8',
  '8.8.8.8/32',
  '2606:4700::1%eth0',
  '[2606:4700::1]',
  '2606:4700::1/64',
])('what is not an address in its plain form is not public: %j', (text) => {
  expect(isPublicAddress(text)).toBe(false);
});
