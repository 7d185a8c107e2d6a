import { route, type Route } from './route.ts'

/** Throws, or rejects, when the part is not ready. */
export type ReadinessCheck = () => Promise<void>

const CACHE_MS = 1_000
const TIMEOUT_MS = 500

const within = async (check: ReadinessCheck): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too slow')), TIMEOUT_MS)
  })
  try {
    await Promise.race([check(), late])
    return true
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

/**
 * `/healthz`: the process lives, no I/O. `/readyz`: every check answers within 500 ms; looked at once a second at most.
 */
export const healthRoutes = (
  checks: Readonly<Record<string, ReadinessCheck>>,
  draining: () => boolean,
): readonly Route[] => {
  let at = 0
  let last: Promise<Readonly<Record<string, boolean>>> | undefined
  const look = () => {
    if (last === undefined || Date.now() - at >= CACHE_MS) {
      at = Date.now()
      last = Promise.all(
        Object.entries(checks).map(async ([name, check]) => [name, await within(check)] as const),
      ).then((results) => Object.fromEntries(results))
    }
    return last
  }
  const open = { method: 'GET', access: 'public', tenant: 'none', rate: 'probe' } as const
  return [
    route({ ...open, path: '/healthz', handler: () => ({ status: 200, body: { status: 'ok' } }) }),
    route({
      ...open,
      path: '/readyz',
      handler: async () => {
        const results = await look()
        const ready = !draining() && Object.values(results).every(Boolean)
        return {
          status: ready ? 200 : 503,
          body: { status: draining() ? 'draining' : ready ? 'ready' : 'not ready', checks: results },
        }
      },
    }),
  ]
}
