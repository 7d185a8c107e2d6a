import { settings } from '@hearth/platform/config/fields'
import { endOnUncaught } from '@hearth/platform/process/runProcess'
import { openErrorReports } from '@hearth/platform/telemetry/errorReports'
import { safeError } from '@hearth/platform/telemetry/logger'
import { openMetrics } from '@hearth/platform/telemetry/metrics'
import { serveMetrics } from '@hearth/platform/telemetry/serveMetrics'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type AnswerMode, answerModes } from './answers.ts'
import { report } from './diagnostics.ts'
import { type EventStoreOptions, startEventStore } from './server.ts'
import { WrongDatabaseError } from './session.ts'

const exitWrongArgument = 78

class WrongArgumentError extends Error {
  override name = 'WrongArgumentError'
}

const readPem = (name: string, file: string): Buffer => {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new WrongArgumentError(`--${name}: ${String(error)}`)
  }
}

const parsePort = (name: string, text: string): number => {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new WrongArgumentError(`--${name}: ${text} is not a port`)
  return port
}

const parseAnswers = (text: string): AnswerMode => {
  const mode = answerModes.find((known) => known === text)
  if (!mode) throw new WrongArgumentError(`--answers: ${text} is not one of ${answerModes.join(', ')}`)
  return mode
}

const parseDatabaseUrl = (text: string | undefined): string => {
  if (!text) throw new WrongArgumentError('--database-url: is missing (or set DATABASE_URL)')
  const protocol = URL.canParse(text) ? new URL(text).protocol : ''
  if (protocol !== 'postgres:' && protocol !== 'postgresql:')
    throw new WrongArgumentError('--database-url: is not a postgres:// address')
  return text
}

const parseOptions = (): Readonly<{ server: EventStoreOptions; metricsPort: number | undefined }> => {
  let values
  try {
    values = parseArgs({
      options: {
        port: { type: 'string', default: '2113' },
        host: { type: 'string', default: '127.0.0.1' },
        'metrics-port': { type: 'string' },
        'database-url': { type: 'string' },
        'tls-cert': { type: 'string' },
        'tls-key': { type: 'string' },
        user: { type: 'string' },
        password: { type: 'string' },
        answers: { type: 'string' },
      },
    }).values
  } catch (error) {
    throw new WrongArgumentError(error instanceof Error ? error.message : String(error))
  }
  const { host, user } = values
  const password = values.password ?? process.env['EVENT_STORE_PASSWORD']
  const certificateFile = values['tls-cert']
  const keyFile = values['tls-key']
  if (host === '') throw new WrongArgumentError('--host: is empty')
  if ((certificateFile === undefined) !== (keyFile === undefined))
    throw new WrongArgumentError('--tls-cert and --tls-key: go together')
  if (user !== undefined && !user) throw new WrongArgumentError('--user: is empty')
  if (user !== undefined && !password)
    throw new WrongArgumentError('--password: is missing (or set EVENT_STORE_PASSWORD)')
  if (user === undefined && values.password !== undefined) throw new WrongArgumentError('--user: is missing')
  const server = {
    port: parsePort('port', values.port),
    host,
    databaseUrl: parseDatabaseUrl(values['database-url'] ?? process.env['DATABASE_URL']),
    ...(certificateFile !== undefined && keyFile !== undefined
      ? { tls: { certificate: readPem('tls-cert', certificateFile), key: readPem('tls-key', keyFile) } }
      : {}),
    ...(user !== undefined && password ? { user, password } : {}),
    ...(values.answers === undefined ? {} : { answers: parseAnswers(values.answers) }),
  }
  return {
    server,
    metricsPort:
      values['metrics-port'] === undefined ? undefined : parsePort('metrics-port', values['metrics-port']),
  }
}

const parseReportsAddress = (text: string | undefined): string | undefined => {
  const parsed = settings.SENTRY_DSN.safeParse(text || undefined)
  if (!parsed.success)
    throw new WrongArgumentError('SENTRY_DSN: must be an address such as https://key@host/1')
  return parsed.data
}

/**
 * Ends the process on the first signal, whenever it comes. The handler is set once, before anything starts: a
 * signal that arrives while one handler is exchanged for another is lost.
 */
const stopOnSignals = (stop: () => Promise<void>): void => {
  const end = (): void => {
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        report('error', 'stopping failed', { error: String(error) })
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
}

try {
  const { server: options, metricsPort } = parseOptions()
  if (options.user && !options.tls)
    report('warn', 'clients send credentials over TLS only: without --tls-cert they will be refused')
  const reports = await openErrorReports({
    dsn: parseReportsAddress(process.env['SENTRY_DSN']),
    name: 'event-store',
    environment: process.env['NODE_ENV'] ?? 'development',
  })
  endOnUncaught({
    log: (error) => report('error', 'an error was not caught', { error: safeError(error) }),
    reports,
  })
  // A server that is stopped before it serves has nothing to finish.
  let stop = async (): Promise<void> => undefined
  stopOnSignals(() => stop())
  // A standby serves its health and metrics as well.
  const metrics = metricsPort === undefined ? undefined : openMetrics()
  if (metrics && metricsPort !== undefined)
    await serveMetrics({ port: metricsPort, host: options.host ?? '127.0.0.1', metrics })
  const running = await startEventStore({ ...options, ...(metrics ? { metrics } : {}) })
  stop = running.stop
  // Clients add ?tls=false when the server runs without a certificate.
  const host = options.host?.includes(':') ? `[${options.host}]` : (options.host ?? '127.0.0.1')
  process.stdout.write(`ready esdb://${host}:${running.port}\n`)
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  report('error', error instanceof WrongDatabaseError ? `--database-url: ${message}` : message)
  process.exit(
    error instanceof WrongArgumentError || error instanceof WrongDatabaseError ? exitWrongArgument : 1,
  )
}
