import type { Reporter } from './reporter.ts'
import { LIMITS } from './limits.ts'
import { isNoise } from './noise.ts'

/**
 * The key of the error service, which the server writes into the page; empty or a placeholder without one.
 */
const dsn = () => {
  const text = document.querySelector<HTMLMetaElement>('meta[name="monitoring"]')?.content ?? ''
  return /^https?:\/\//.test(text) ? text : null
}

let reporter: Reporter | undefined
let waiting: unknown[] = []
let listening = false

/**
 * Reports an error. Does nothing in an installation without an error service, or for an error that is not a
 * fault.
 */
export const report = (error: unknown): void => {
  if (!listening || isNoise(error)) return
  if (reporter) reporter.report(error)
  else if (waiting.length < LIMITS.bufferedEvents) waiting.push(error)
}

/** The route of the current page, without the ids of its address. Undefined for an unknown address. */
export const reportNavigation = (route: string | undefined): void => reporter?.navigate(route)

const onError = ({ error }: ErrorEvent) => report(error)
const onRejection = ({ reason }: PromiseRejectionEvent) => report(reason)
const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window
    ? window.requestIdleCallback(work, { timeout: 5_000 })
    : setTimeout(work, 2_000)

/** Collects errors from the start; the library that sends them is loaded once the page is idle. */
export const startMonitoring = (route: string | undefined): void => {
  const key = dsn()
  if (key === null || listening) return
  listening = true
  window.addEventListener('error', onError)
  window.addEventListener('unhandledrejection', onRejection)
  whenIdle(() => {
    import('./reporter.ts').then(
      ({ openReporter }) => {
        reporter = openReporter(key, route)
        // The library listens itself now.
        window.removeEventListener('error', onError)
        window.removeEventListener('unhandledrejection', onRejection)
        for (const error of waiting) reporter.report(error)
        waiting = []
      },
      // The page works without the library.
      () => undefined,
    )
  })
}
