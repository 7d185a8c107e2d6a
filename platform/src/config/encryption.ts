type Environment = Readonly<Record<string, string | undefined>>

const LOOPBACK = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[?::1\]?|0\.0\.0\.0)$/i

/** Whether the address is one of this machine. */
export const isLoopback = ({ hostname }: Pick<URL, 'hostname'>): boolean => LOOPBACK.test(hostname)

/** An option of an address, whatever the case of its name, in lower case. */
export const readOption = (url: URL, name: string): string | undefined =>
  [...url.searchParams].find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1].toLowerCase()

/** Whether what is sent there needs no TLS: it stays on this machine, or the operator says so by name. */
const isTrusted = (hostname: string, env: Environment): boolean =>
  isLoopback({ hostname }) ||
  (env['UNENCRYPTED_HOSTS'] ?? '').split(',').some((host) => host.trim().toLowerCase() === hostname)

/** What `pg` verifies a certificate for. Without `uselibpqcompat` it reads `require` as `verify-full`. */
const VERIFIED = /^(require|verify-ca|verify-full)$/
const VERIFIED_AS_LIBPQ = /^verify-full$/

/**
 * Whether a connection to this database is encrypted with a verified certificate, or needs none. A path as its
 * host is a socket on this machine.
 */
export const isDatabaseEncrypted = (url: URL, env: Environment): boolean => {
  const host = readOption(url, 'host') ?? url.hostname.toLowerCase()
  if (host === '' || host.startsWith('/') || isTrusted(host, env)) return true
  const mode = readOption(url, 'sslmode') ?? env['PGSSLMODE']?.toLowerCase() ?? ''
  return (readOption(url, 'uselibpqcompat') === 'true' ? VERIFIED_AS_LIBPQ : VERIFIED).test(mode)
}

/** Whether a connection to this Redis is encrypted, or needs not be. */
export const isRedisEncrypted = (url: URL, env: Environment): boolean =>
  url.protocol === 'rediss:' || isTrusted(url.hostname.toLowerCase(), env)
