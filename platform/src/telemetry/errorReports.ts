/** Where unexpected errors go besides the log. */
export type ErrorReports = Readonly<{
  report: (error: unknown, tags: Readonly<Record<string, string>>) => void
  /** Resolves when all are sent or after `timeoutMs`. */
  flush: (timeoutMs: number) => Promise<void>
}>

const nowhere: ErrorReports = { report: () => undefined, flush: () => Promise.resolve() }

/** Sentry when there is a DSN, nothing otherwise. What could hold personal data is taken out before sending (reliability.md T19). */
export const openErrorReports = async (options: Readonly<{ dsn: string | undefined; name: string; environment: string }>): Promise<ErrorReports> => {
  if (options.dsn === undefined) return nowhere
  const sentry = await import('@sentry/node')
  sentry.init({
    dsn: options.dsn,
    environment: options.environment,
    serverName: options.name,
    defaultIntegrations: false,
    maxBreadcrumbs: 0,
    beforeSend: ({ request: _request, user: _user, breadcrumbs: _breadcrumbs, extra: _extra, contexts: _contexts, ...event }) => event,
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
