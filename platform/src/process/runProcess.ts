import type { Log } from '../telemetry/log.ts'
import type { ErrorReports } from '../telemetry/errorReports.ts'

/** Exit code after an uncaught error (EX_SOFTWARE). */
export const EXIT_SOFTWARE = 70
const GIVE_UP_MS = 20_000

/** An uncaught error is passed to `log` and reported, and ends the process with 70. */
export const endOnUncaught = ({
  log,
  reports,
}: Readonly<{ log: (error: unknown) => void; reports: ErrorReports }>): void => {
  const fail = (error: unknown) => {
    log(error)
    reports.report(error, {})
    void reports.flush(2_000).finally(() => process.exit(EXIT_SOFTWARE))
    setTimeout(() => process.exit(EXIT_SOFTWARE), 3_000).unref()
  }
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
}

/**
 * Ties a running service to its process: a first SIGTERM or SIGINT stops it and exits 0, a second one or 20 s
 * exits 1; an uncaught error is reported and exits 70. With `--stop-with-parent` it also stops when standard
 * input closes.
 */
export const runProcess = (
  options: Readonly<{ close: () => Promise<void>; log: Log; reports: ErrorReports }>,
): void => {
  const { close, log, reports } = options
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), GIVE_UP_MS).unref()
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  endOnUncaught({ log: (error) => log.error({ err: error }, 'an error was not caught'), reports })
  if (process.argv.includes('--stop-with-parent')) {
    process.stdin.on('end', () => stop('parent gone'))
    process.stdin.on('error', () => stop('parent gone'))
    process.stdin.resume()
  }
}
