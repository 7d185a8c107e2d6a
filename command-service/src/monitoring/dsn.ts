/** The address to which Sentry envelopes of a DSN (`https://key@host[:port][/path]/project`) are sent. */
export const buildIngestUrl = (dsn: string): URL => {
  const { protocol, username, host, pathname } = new URL(dsn)
  const at = pathname.lastIndexOf('/')
  const url = new URL(`${protocol}//${host}${pathname.slice(0, at)}/api${pathname.slice(at)}/envelope/`)
  url.search = new URLSearchParams({ sentry_version: '7', sentry_key: username }).toString()
  return url
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** The DSN in an envelope's first line, exactly as written; undefined when there is none. */
export const parseDsn = (headerLine: Uint8Array): string | undefined => {
  try {
    const header: unknown = JSON.parse(decoder.decode(headerLine))
    const dsn: unknown =
      typeof header === 'object' && header !== null && Object.hasOwn(header, 'dsn')
        ? Reflect.get(header, 'dsn')
        : undefined
    return typeof dsn === 'string' ? dsn : undefined
  } catch {
    return undefined
  }
}
