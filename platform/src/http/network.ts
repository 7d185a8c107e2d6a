import { isIPv4, isIPv6 } from 'node:net'

/** Groups of an IPv6 address that name the network. */
const NETWORK_GROUPS = 4
const GROUPS = 8

/** The eight groups of an IPv6 address in lower case, without leading zeros. */
const parseGroups = (address: string): readonly string[] => {
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [before, after] = [head, tail].map((part) => part.split(':').filter((group) => group !== ''))
  const given = [...(before ?? []), ...(after ?? [])]
  return [...(before ?? []), ...Array<string>(GROUPS - given.length).fill('0'), ...(after ?? [])]
}

/** The IPv4 address inside an IPv6 one (`::ffff:192.0.2.7`). */
const parseMapped = (groups: readonly string[]): string | undefined => {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined
  return groups
    .slice(6)
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff])
    .join('.')
}

/**
 * The network that limits by address count: of IPv6 always the /64, because a subscriber gets at least that
 * (RFC 6177); of IPv4 the /24 that a person's addresses are likely to be in, or with 32 the address itself.
 * A text that isn't an address stands for itself.
 */
export const findNetwork = (address: string, ipv4Bits: 24 | 32 = 24): string => {
  if (isIPv4(address)) return ipv4Bits === 32 ? address : address.split('.').slice(0, 3).join('.')
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return address
  const groups = parseGroups(bare)
  const mapped = parseMapped(groups)
  return mapped === undefined ? groups.slice(0, NETWORK_GROUPS).join(':') : findNetwork(mapped, ipv4Bits)
}
