import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DEMO_CLIENT_ID, PROVIDER_PATH } from './outside/identityProvider.ts'
import { startPostgres } from './postgres/embeddedPostgres.ts'
import { prepareServicesRole } from './postgres/servicesRole.ts'
import type { Ports } from './ports.ts'
import { tokenOf, type Secrets } from './secrets.ts'
import type { Settings } from './settings.ts'
import type { Child, Log } from './supervisor/child.ts'
import { processChild } from './supervisor/processChild.ts'

export type Installation = Readonly<{
  root: string
  settings: Settings
  secrets: Secrets
  ports: Ports
  log: Log
  outside?: boolean
}>

const OUTSIDE = 'outside'

// Where there is much memory, V8 lets a heap grow to four times of what lives before it collects; below 2 GB
// it is less than twice. Half the usual room for what is new, twice in each process, is nothing that requests
// feel.
const NODE_FLAGS = ['--enable-source-maps', '--max-old-space-size=1536', '--max-semi-space-size=8']

type Environment = Readonly<Record<string, string>>

/**
 * What of our own environment a child inherits: all but what only some of them may know or what is decided
 * here.
 */
const inherited = (environment: NodeJS.ProcessEnv): Environment => {
  const own = new Set([
    'SEALING_KEY',
    'COMMAND_HASH_KEY',
    'QUOTE_SECRET',
    'SERVICE_TOKENS',
    'DATABASE_URL',
    'EVENTSTORE_URL',
    'PORT',
    'METRICS_PORT',
    'HOST',
    'PUBLIC_URL',
    'OUTSIDE_URL',
  ])
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined || own.has(name) ? [] : [[name, value]],
    ),
  )
}

/** Files lie beside the database; what the environment says of another place for them stands. */
const placeForFiles = ({ HEARTH_DATA }: Settings): Environment =>
  process.env['STORAGE_URL'] === undefined
    ? { STORAGE_URL: pathToFileURL(join(HEARTH_DATA, 'files')).href }
    : {}

const pick = <T, K extends keyof T>(from: T, ...keys: K[]): Pick<T, K> =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>

/** What the parts are told about the outside world of a demonstration. */
const outsideWorld = (
  { IDENTITY_CLIENT_SECRET }: Secrets,
  { mail, outside }: Ports,
  publicUrl: string,
): Environment => ({
  SMTP_URL: `smtp://127.0.0.1:${mail}`,
  BANK_URL: `http://127.0.0.1:${outside}/bank`,
  GEOCODER_URL: `http://127.0.0.1:${outside}/geocoder`,
  SMS_MAIL_DOMAIN: 'sms.hearth.example',
  MAIL_FROM: 'Hearth <hearth@hearth.example>',
  IDENTITY_PROVIDERS: JSON.stringify([
    {
      id: 'demo',
      name: 'Demo identity',
      issuer: `${publicUrl}${PROVIDER_PATH}`,
      clientId: DEMO_CLIENT_ID,
      clientSecret: IDENTITY_CLIENT_SECRET,
    },
  ]),
})

/**
 * `outside`: with the outside world of a demonstration. Every part of the system on this machine, those that others need first; and where the database turned out to lie.
 */
export const partsOf = ({ root, settings, secrets, ports, log, outside = false }: Installation) => {
  // The log is the superuser's; the services read it and own the rest.
  const place = { logUrl: '', databaseUrl: '', databaseDirectory: '' }

  const postgres: Child = {
    name: 'postgres',
    start: async () => {
      const dataDirectory = join(settings.HEARTH_DATA, 'postgres')
      const server = await startPostgres({
        dataDirectory,
        port: ports.postgres,
        onLog: (line) => log('postgres', line),
      })
      place.logUrl = server.url
      place.databaseUrl = await prepareServicesRole(server.url, secrets.SERVICES_PASSWORD).catch(
        async (error: unknown) => {
          await server.stop()
          throw error
        },
      )
      place.databaseDirectory = server.directory
      // Immediate shutdown takes the server's own processes along, which SIGKILL would not.
      const kill = () => void process.kill(server.pid, 'SIGQUIT')
      return {
        pid: server.pid,
        ready: Promise.resolve(),
        exited: server.exited.then(() => 'ended'),
        stop: server.stop,
        kill,
      }
    },
  }

  const node = (
    name: string,
    program: string,
    options: Readonly<{
      after?: readonly string[]
      readyWhen?: RegExp | URL
      args?: readonly string[]
      env: () => Environment
    }>,
  ) =>
    processChild({
      name,
      command: process.execPath,
      args: [
        ...NODE_FLAGS,
        '--import',
        join(root, 'standalone/src/supervisor/leaveWithParent.mjs'),
        join(root, program),
        ...(options.args ?? []),
      ],
      log,
      ...(options.after ? { after: options.after } : {}),
      ...(options.readyWhen ? { readyWhen: options.readyWhen } : {}),
      env: () => ({
        ...inherited(process.env),
        ...pick(settings, 'NODE_ENV', 'LOG_LEVEL'),
        HOST: '127.0.0.1',
        ...options.env(),
      }),
    })

  const service = (name: string, port: number, probe: '/readyz' | '/healthz', ...grants: (keyof Secrets)[]) =>
    node(name, `${name}/dist/main.mjs`, {
      after: ['event-store'],
      readyWhen: new URL(`http://127.0.0.1:${port}${probe}`),
      env: () => ({
        PORT: String(port),
        PUBLIC_URL: publicUrl,
        DATABASE_URL: place.databaseUrl,
        EVENTSTORE_URL: eventStoreUrl,
        // Otherwise the C library keeps what pictures took, once for each thread.
        MALLOC_ARENA_MAX: '2',
        ...placeForFiles(settings),
        ...(outside ? outsideWorld(secrets, ports, publicUrl) : {}),
        ...pick(secrets, ...grants),
      }),
    })

  const publicUrl = `http://localhost:${settings.PORT}`
  const commandUrl = `http://127.0.0.1:${ports.command}`
  const eventStoreUrl = `esdb://127.0.0.1:${ports.events}?tls=false`
  const outsideProgram = node(OUTSIDE, 'standalone/dist/outside.mjs', {
    readyWhen: new URL(`http://127.0.0.1:${ports.outside}/healthz`),
    env: () => ({
      PORT: String(ports.outside),
      SMTP_PORT: String(ports.mail),
      PUBLIC_URL: publicUrl,
      BANK_BOOKS: join(settings.HEARTH_DATA, 'bank', 'books.jsonl'),
      ...pick(secrets, 'IDENTITY_CLIENT_SECRET', 'IDENTITY_SIGNING_KEY', 'BANK_TOKEN', 'BANK_WEBHOOK_SECRET'),
    }),
  })
  const core: readonly Child[] = [
    postgres,
    node('event-store', 'standalone/dist/event-store.mjs', {
      after: ['postgres'],
      readyWhen: /^ready esdb:/,
      args: ['--port', String(ports.events), '--metrics-port', String(ports.eventsMetrics)],
      env: () => ({ DATABASE_URL: place.logUrl }),
    }),
    service(
      'command-service',
      ports.command,
      '/readyz',
      'SEALING_KEY',
      'COMMAND_HASH_KEY',
      'QUOTE_SECRET',
      'SERVICE_TOKENS',
      'BANK_TOKEN',
      'BANK_WEBHOOK_SECRET',
    ),
    // PROJECTION_DELAY_MS reaches the projector, which alone reads it, with the inherited environment.
    // Its read models may take their time after a restore; meanwhile readers are told that they are behind.
    service('projector', ports.projector, '/healthz', 'SEALING_KEY'),
    service('query-service', ports.query, '/readyz', 'SEALING_KEY', 'QUOTE_SECRET', 'SERVICE_TOKENS'),
    ...(outside ? [outsideProgram] : []),
    node('front-door', 'standalone/dist/front-door.mjs', {
      after: ['command-service', 'query-service', ...(outside ? [OUTSIDE] : [])],
      readyWhen: new URL(`http://127.0.0.1:${settings.PORT}/healthz`),
      env: () => ({
        PORT: String(settings.PORT),
        METRICS_PORT: String(ports.frontDoorMetrics),
        COMMAND_SERVICE_URL: commandUrl,
        QUERY_SERVICE_URL: `http://127.0.0.1:${ports.query}`,
        CONSOLE_DIR: join(root, 'ui/dist'),
        ...(outside ? { OUTSIDE_URL: `http://127.0.0.1:${ports.outside}` } : {}),
      }),
    }),
  ]
  const simulator = node('simulator', 'standalone/dist/simulator.mjs', {
    env: () => ({
      BASE_URL: publicUrl,
      GATEWAY_TOKEN: tokenOf(secrets, 'gateway'),
      IMPORTER_TOKEN: tokenOf(secrets, 'importer'),
    }),
  })
  const metricsOf = (port: number) => `http://127.0.0.1:${port}/metrics`
  const metricsUrls = {
    'event-store': metricsOf(ports.eventsMetrics),
    'command-service': metricsOf(ports.command),
    projector: metricsOf(ports.projector),
    'query-service': metricsOf(ports.query),
    'front-door': metricsOf(ports.frontDoorMetrics),
  }
  return { core, simulator, place, publicUrl, commandUrl, eventStoreUrl, metricsUrls }
}
