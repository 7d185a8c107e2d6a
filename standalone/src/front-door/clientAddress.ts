import { isIP } from 'node:net'

/**
 * Where a request comes from. Each proxy appends whom it saw to X-Forwarded-For, so of `hops` proxies of our
 * own the outermost wrote the entry `hops` from the end; what stands before it anybody may have written. With
 * fewer entries, or nonsense there, it is whoever is connected to us.
 */
export const clientAddressOf = (
  forwarded: string | string[] | undefined,
  connected: string,
  hops: number,
): string => {
  if (hops === 0) return connected
  const seen = [forwarded ?? []].flat().join(',').split(',').at(-hops)?.trim() ?? ''
  return isIP(seen) === 0 ? connected : seen
}
