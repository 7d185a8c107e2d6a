export type Destination = 'command' | 'query' | 'console' | 'outside' | 'health' | 'nothing' | 'malformed'

const isUnder = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`)

/**
 * The service that answers a request (docs/domain/commands.md#one-origin). Paths are compared as received;
 * other spellings go to the console, which refuses them.
 */
export const findDestination = (method: string, url: string): Destination => {
  if (!url.startsWith('/')) return 'malformed'
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  const reads = method === 'GET' || method === 'HEAD'
  if (path === '/healthz') return 'health'
  if (path === '/monitoring') return 'command'
  // Metrics and health checks are not public.
  if (isUnder(path, '/metrics')) return 'nothing'
  if (isUnder(path, '/dev')) return 'outside'
  if (isUnder(path, '/api')) return reads && !isUnder(path, '/api/webhooks') ? 'query' : 'command'
  if (isUnder(path, '/ical')) return reads ? 'query' : 'command'
  return 'console'
}
