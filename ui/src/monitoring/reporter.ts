import {
  browserTracingIntegration,
  captureException,
  init,
  startBrowserTracingNavigationSpan,
  startBrowserTracingPageLoadSpan,
  withStaticSpan,
  type BrowserOptions,
} from '@sentry/react'
import { LIMITS, TUNNEL } from './limits.ts'
import { isNoise } from './noise.ts'
import { scrub, withoutQuery } from './scrub.ts'

export type Reporter = Readonly<{
  report: (error: unknown) => void
  navigate: (route: string | undefined) => void
}>

const TRACED_SHARE = 0.1

/** The options of the library; separate from `init` so that a test can pin them. */
export const reporterOptions = (dsn: string): BrowserOptions => ({
  dsn,
  tunnel: TUNNEL,
  transportOptions: { bufferSize: LIMITS.bufferedEvents },
  dataCollection: {
    userInfo: false,
    cookies: false,
    httpHeaders: false,
    httpBodies: [],
    urlQueryParams: false,
  },
  // Transactions have at most a thousand spans, as the limits say.
  traceLifecycle: 'static',
  tracesSampleRate: TRACED_SHARE,
  // No tracing headers on our own requests; they would reach the API.
  tracePropagationTargets: [],
  integrations: [
    browserTracingIntegration({
      idleTimeout: LIMITS.idleTimeoutMs,
      finalTimeout: LIMITS.finalTimeoutMs,
      childSpanTimeout: LIMITS.childSpanTimeoutMs,
      instrumentPageLoad: false,
      instrumentNavigation: false,
    }),
  ],
  beforeSend: (event, { originalException }) => (isNoise(originalException) ? null : scrub(event)),
  beforeSendTransaction: (event) => scrub(event),
  beforeSendSpan: withStaticSpan((span) => ({
    ...span,
    ...(span.description === undefined ? {} : { description: withoutQuery(span.description) }),
    data: {},
  })),
})

/** Loaded when the page is idle. `route` is the route of the current page. */
export const openReporter = (dsn: string, route: string | undefined): Reporter => {
  const client = init(reporterOptions(dsn))
  // An unknown address creates no transaction, so that 404s are not reported.
  if (client && route !== undefined)
    startBrowserTracingPageLoadSpan(client, { name: route, attributes: { 'sentry.source': 'route' } })
  return {
    report: (error) => void captureException(error),
    navigate: (to) => {
      if (client && to !== undefined)
        startBrowserTracingNavigationSpan(client, { name: to, attributes: { 'sentry.source': 'route' } })
    },
  }
}
