import { isIP } from 'node:net'

/**
 * The client's address. Each proxy appends the address of its peer to X-Forwarded-For, so of `hops` proxies
 * of our own the outermost wrote the entry `hops` from the end; the client may have forged the entries before
 * it. With fewer entries, or invalid ones, it is the address of our own peer.
 */
export const findClientAddress = (
  forwarded: string | string[] | undefined,
  connected: string,
  hops: number,
): string => {
  if (hops === 0) return connected
  const seen = [forwarded ?? []].flat().join(',').split(',').at(-hops)?.trim() ?? ''
  return isIP(seen) === 0 ? connected : seen
}
