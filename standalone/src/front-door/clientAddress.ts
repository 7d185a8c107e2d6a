import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const BRACKETED = /^\[([^\]]+)\](?::\d{1,5})?$/
const WITH_PORT = /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/

/** An entry of X-Forwarded-For as an address: some proxies add the port, brackets or quotes. */
const parseEntry = (text: string): string | undefined => {
  const entry = text.trim().replace(/^"(.*)"$/, '$1')
  if (isIP(entry) !== 0) return entry
  const [, ipv6 = ''] = BRACKETED.exec(entry) ?? []
  if (isIPv6(ipv6)) return ipv6
  const [, ipv4 = ''] = WITH_PORT.exec(entry) ?? []
  return isIPv4(ipv4) ? ipv4 : undefined
}

/**
 * The addresses of proxies: `10.0.0.5` or `10.0.0.0/8`, IPv6 likewise, separated by commas. Undefined where one
 * of them is something else.
 */
export const parseProxies = (text: string): BlockList | undefined => {
  const list = new BlockList()
  for (const part of text.split(',')) {
    const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(part.trim()) ?? []
    const family = isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : undefined
    const width = family === 'ipv4' ? 32 : 128
    if (family === undefined || Number(bits ?? width) > width) return undefined
    list.addSubnet(address, Number(bits ?? width), family)
  }
  return list
}

const isIn = (list: BlockList, address: string): boolean => {
  const plain = MAPPED.exec(address)?.[1] ?? address
  return isIP(plain) !== 0 && list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')
}

/**
 * The client's address. Each proxy appends the address of its peer to X-Forwarded-For, so of `hops` proxies
 * of our own the outermost wrote the entry `hops` from the end; the client may have forged the entries before
 * it. With fewer entries, or invalid ones, it is the address of our own peer; also where our peer is none of
 * the trusted proxies, if these are given.
 */
export const findClientAddress = (
  forwarded: string | string[] | undefined,
  connected: string,
  hops: number,
  trusted?: BlockList | undefined,
): string => {
  if (hops === 0 || (trusted && !isIn(trusted, connected))) return connected
  return parseEntry([forwarded ?? []].flat().join(',').split(',').at(-hops) ?? '') ?? connected
}
