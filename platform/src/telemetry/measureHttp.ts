import { Gauge, Histogram } from 'prom-client'
import { REQUEST_BUCKETS, type Metrics } from './metrics.ts'

export type HttpMeter = Readonly<{
  /** A request has come. */
  begin: () => void
  /**
   * It is over. `route` is a pattern, never a path, so that the series stay few; `seconds` from its arrival
   * to the head of the answer, so that streams do not count with their whole life.
   */
  end: (method: string | undefined, route: string, status: number, seconds: number) => void
}>

/** The status of a request whose sender left before the answer, as nginx writes it. */
export const CLIENT_LEFT = 499
/** The route of a request that fits none. */
export const UNROUTED = 'none'

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'])

/** Requests by route, method and status with their time to the answer, and those at work right now. */
export const measureHttp = (metrics: Metrics): HttpMeter => {
  const registers = [metrics]
  const seconds = new Histogram({
    name: 'hearth_http_request_seconds',
    help: 'Time from a request to the head of its answer; 499 is a sender that left before',
    labelNames: ['method', 'route', 'status'],
    buckets: [...REQUEST_BUCKETS],
    registers,
  })
  const inFlight = new Gauge({
    name: 'hearth_http_requests_in_flight',
    help: 'Requests at work, live updates included',
    registers,
  })
  return {
    begin: () => inFlight.inc(),
    end: (method = '', route, status, took) => {
      inFlight.dec()
      seconds.observe({ method: METHODS.has(method) ? method : 'other', route, status }, took)
    },
  }
}
