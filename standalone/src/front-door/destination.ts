export type Destination = 'command' | 'query' | 'console' | 'outside' | 'health' | 'nothing' | 'malformed'

const isUnder = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`)

/**
 * Who answers a request (docs/domain/commands.md#one-origin). Paths are compared as they came: what is
 * written differently is the console's to refuse.
 */
export const destinationOf = (method: string, url: string): Destination => {
  if (!url.startsWith('/')) return 'malformed'
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  const reads = method === 'GET' || method === 'HEAD'
  if (path === '/healthz') return 'health'
  if (path === '/monitoring') return 'command'
  // Metrics and health are not for the public.
  if (isUnder(path, '/metrics')) return 'nothing'
  if (isUnder(path, '/dev')) return 'outside'
  if (isUnder(path, '/api')) return reads && !isUnder(path, '/api/webhooks') ? 'query' : 'command'
  if (isUnder(path, '/ical')) return reads ? 'query' : 'command'
  return 'console'
}
