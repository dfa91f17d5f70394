import { Resolver } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** An IP address of a server. */
export interface HostAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Finds a name's addresses; none for an unknown one. Stops when the signal says so. */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<readonly HostAddress[]>;

const DNS_TIMEOUT_MS = 3000;

/** IPv4 that is not the public Internet (IANA's special-purpose registry), with multicast and what is reserved. */
const SPECIAL_4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

/** Within 2000::/3, all that is public of IPv6: protocols, documentation, and tunnels that carry any IPv4 address. */
const SPECIAL_6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const;

const special = new BlockList();
for (const [net, bits] of SPECIAL_4) special.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of SPECIAL_6) special.addSubnet(net, bits, 'ipv6');
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** Whether an address is on the public Internet (docs/product/security.md#calls-to-outside-addresses). */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  // A zone index ("%eth0") names a network of this machine.
  return (
    family === 6 &&
    !address.includes('%') &&
    global6.check(address, 'ipv6') &&
    !special.check(address, 'ipv6')
  );
}

/** Resolves by DNS alone: names of this machine's hosts file are not known. */
export const resolveByDns: ResolveHost = async (host, signal) => {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 });
  const stop = (): void => resolver.cancel();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 }) as const) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 }) as const) : []),
    ];
  } finally {
    signal.removeEventListener('abort', stop);
  }
};
