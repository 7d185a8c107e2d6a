import type { ErrorEvent } from '@sentry/node'
import { withoutPersons } from './withoutPersons.ts'

/** Where unexpected errors go besides the log. */
export type ErrorReports = Readonly<{
  report: (error: unknown, tags: Readonly<Record<string, string>>) => void
  /** Resolves when all are sent or after `timeoutMs`. */
  flush: (timeoutMs: number) => Promise<void>
}>

const nowhere: ErrorReports = { report: () => undefined, flush: () => Promise.resolve() }

/**
 * What failed and where in the code, without requests, names, texts or machines of anyone
 * (docs/domain/security.md#reports-hold-no-person).
 */
const scrub = ({
  request: _request,
  user: _user,
  breadcrumbs: _breadcrumbs,
  extra: _extra,
  contexts: _contexts,
  message,
  exception,
  ...event
}: ErrorEvent): ErrorEvent => ({
  ...event,
  ...(message === undefined ? {} : { message: withoutPersons(message) }),
  ...(exception?.values === undefined
    ? {}
    : {
        exception: {
          values: exception.values.map(({ value, ...one }) => ({
            ...one,
            ...(value === undefined ? {} : { value: withoutPersons(value) }),
          })),
        },
      }),
})

/** Sentry when there is a DSN, nothing otherwise. */
export const openErrorReports = async (
  options: Readonly<{ dsn: string | undefined; name: string; environment: string }>,
): Promise<ErrorReports> => {
  if (options.dsn === undefined) return nowhere
  const sentry = await import('@sentry/node')
  sentry.init({
    dsn: options.dsn,
    environment: options.environment,
    serverName: options.name,
    defaultIntegrations: false,
    maxBreadcrumbs: 0,
    sendClientReports: false,
    beforeSend: scrub,
  })
  return {
    report: (error, tags) => {
      sentry.captureException(error, { tags: { ...tags } })
    },
    flush: async (timeoutMs) => {
      await sentry.flush(timeoutMs)
    },
  }
}
