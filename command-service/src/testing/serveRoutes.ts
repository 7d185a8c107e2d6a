import { serve, type Running } from '@hearth/platform/http/serve'
import { silentLog } from '@hearth/platform/testing/log'

type Served = Parameters<typeof serve>[0]
const AS_IN_TESTS = {
  port: 0,
  host: '127.0.0.1',
  log: silentLog,
  readiness: {},
  onShutdown: [],
  reports: { report: () => undefined, flush: () => Promise.resolve() },
} as const satisfies Partial<Served>

/** Routes over HTTP on a free local port, without error reports. */
export const serveRoutes = (
  served: Omit<Served, keyof typeof AS_IN_TESTS> & Partial<Served>,
): Promise<Running> => serve({ ...AS_IN_TESTS, ...served })
