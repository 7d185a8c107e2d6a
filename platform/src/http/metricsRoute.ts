import type { Metrics } from '../telemetry/metrics.ts'
import { route, type Route } from './route.ts'

/** `/metrics`, open to every client of the service's own port; the front door does not pass it on. */
export const metricsRoute = (metrics: Metrics): Route =>
  route({
    method: 'GET',
    path: '/metrics',
    access: 'public',
    tenant: 'none',
    rate: 'probe',
    handler: async () => {
      const text = await metrics.metrics()
      return {
        status: 200,
        headers: { 'content-type': metrics.contentType, 'content-length': String(Buffer.byteLength(text)) },
        stream: async (response) => void response.write(text),
      }
    },
  })
