import { StoreUnavailableError } from '../event-store/port.ts'
import { route, type Route } from './route.ts'

/** Throws, or rejects, when the part is not ready. */
export type ReadinessCheck = () => Promise<void>

const CACHE_MS = 1_000
const TIMEOUT_MS = 500

/** Undefined when the part is ready, otherwise the reason. */
const findReason = async (check: ReadinessCheck): Promise<string | undefined> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too slow')), TIMEOUT_MS)
  })
  try {
    await Promise.race([check(), late])
    return undefined
  } catch (error) {
    // Others may hold addresses or names of internals.
    return error instanceof StoreUnavailableError ? error.message : 'No answer'
  } finally {
    clearTimeout(timer)
  }
}

/**
 * `/healthz`: the process lives, no I/O. `/readyz`: every check answers within 500 ms, otherwise 503 with the
 * reasons; checked once a second at most.
 */
export const healthRoutes = (
  checks: Readonly<Record<string, ReadinessCheck>>,
  draining: () => boolean,
): readonly Route[] => {
  let at = 0
  let last: Promise<readonly (readonly [name: string, reason: string | undefined])[]> | undefined
  const look = () => {
    if (last === undefined || Date.now() - at >= CACHE_MS) {
      at = Date.now()
      last = Promise.all(
        Object.entries(checks).map(async ([name, check]) => [name, await findReason(check)] as const),
      )
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
        const failed = results.filter(([, reason]) => reason !== undefined)
        const ready = !draining() && failed.length === 0
        return {
          status: ready ? 200 : 503,
          body: {
            status: draining() ? 'draining' : ready ? 'ready' : 'not ready',
            checks: Object.fromEntries(results.map(([name, reason]) => [name, reason === undefined])),
            ...(failed.length > 0 && { reasons: Object.fromEntries(failed) }),
          },
        }
      },
    }),
  ]
}
