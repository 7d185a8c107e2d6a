import type { Reporter } from './reporter.ts'
import { LIMITS } from './limits.ts'
import { isNoise } from './noise.ts'

/**
 * The key of the error service, written into the page by the server; empty or a placeholder when there is
 * none.
 */
const dsn = () => {
  const text = document.querySelector<HTMLMetaElement>('meta[name="monitoring"]')?.content ?? ''
  return /^https?:\/\//.test(text) ? text : null
}

let reporter: Reporter | undefined
let waiting: unknown[] = []
let listening = false

/**
 * Reports an error that a person met. Does nothing in an installation without an error service, and for what
 * is no fault.
 */
export const report = (error: unknown): void => {
  if (!listening || isNoise(error)) return
  if (reporter) reporter.report(error)
  else if (waiting.length < LIMITS.bufferedEvents) waiting.push(error)
}

/**
 * The page that is shown, by its route and not by its address: ids stay here. Undefined for an address that
 * no page has.
 */
export const reportNavigation = (route: string | undefined): void => reporter?.navigate(route)

const onError = ({ error }: ErrorEvent) => report(error)
const onRejection = ({ reason }: PromiseRejectionEvent) => report(reason)
const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window
    ? window.requestIdleCallback(work, { timeout: 5_000 })
    : setTimeout(work, 2_000)

/** Collects errors from the first moment; the library that sends them is fetched once the page is idle. */
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
        // From here on the library listens itself.
        window.removeEventListener('error', onError)
        window.removeEventListener('unhandledrejection', onRejection)
        for (const error of waiting) reporter.report(error)
        waiting = []
      },
      // Without it the page works all the same.
      () => undefined,
    )
  })
}
