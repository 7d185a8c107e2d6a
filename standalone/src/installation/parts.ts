import { join } from 'node:path'
import type { EventStoreCommand } from '@hearth/platform/event-store-server/command'
import { formatPlainUrl } from '@hearth/platform/event-store-server/waitUntilServes'
import type { Child, Log } from '../supervisor/child.ts'
import { processChild } from '../supervisor/processChild.ts'
import {
  GUEST_MAIL_DOMAIN,
  demoEnvironment,
  inheritedEnvironment,
  storageEnvironment,
  type Environment,
} from './environments.ts'
import { createEmbeddedEventStore, formatEmbeddedUrl } from './embeddedEventStore.ts'
import { createEventStorePart } from './eventStorePart.ts'
import type { Ports } from './ports.ts'
import { createPostgresPart, type DatabaseLocation } from './postgresPart.ts'
import { getToken, type Secrets } from './secrets.ts'
import type { Settings } from './settings.ts'

export type Installation = Readonly<{
  root: string
  settings: Settings
  secrets: Secrets
  ports: Ports
  log: Log
  /** Also start the mail catcher, bank, channel, geocoder and identity provider of the demonstration. */
  outside?: boolean
}>

const OUTSIDE = 'outside'

// With much memory V8 lets a heap grow to four times its live size before it collects; below 2 GB, to less
// than twice. Half the usual young generation saves memory in every process without a measurable effect on
// requests.
export const NODE_FLAGS = ['--enable-source-maps', '--max-old-space-size=1536', '--max-semi-space-size=8']

const pick = <T, K extends keyof T>(from: T, ...keys: K[]): Pick<T, K> =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>

type NodeOptions = Readonly<{
  after?: readonly string[]
  readyWhen?: URL
  args?: readonly string[]
  env: () => Environment
}>

const baseEnvironment = (settings: Settings): Environment => ({
  ...inheritedEnvironment(process.env),
  ...pick(settings, 'NODE_ENV', 'LOG_LEVEL'),
  HOST: '127.0.0.1',
})

/** Creates a child that runs one of our programs under Node. */
const nodePart =
  ({ root, settings, log }: Installation) =>
  (name: string, program: string, { args = [], env, ...options }: NodeOptions) =>
    processChild({
      ...options,
      name,
      command: process.execPath,
      args: [
        ...NODE_FLAGS,
        '--import',
        join(root, 'standalone/src/supervisor/leaveWithParent.mjs'),
        join(root, program),
        ...args,
      ],
      log,
      env: () => ({ ...baseEnvironment(settings), ...env() }),
    })

const healthUrl = (port: number, path: '/readyz' | '/healthz' = '/healthz') =>
  new URL(`http://127.0.0.1:${port}${path}`)

/** Another server than ours is started without TLS and passwords (docs/settings.md#another-event-store). */
const findEventStoreUrl = (installation: Installation): string => {
  const { settings, ports } = installation
  if (settings.EVENTSTORE_URL !== undefined) return settings.EVENTSTORE_URL
  if (settings.EVENT_STORE_COMMAND !== undefined) return formatPlainUrl(ports.events)
  return formatEmbeddedUrl(installation, ports.events)
}

const findUrls = (installation: Installation) => ({
  publicUrl: `http://localhost:${installation.settings.PORT}`,
  commandUrl: `http://127.0.0.1:${installation.ports.command}`,
  eventStoreUrl: findEventStoreUrl(installation),
})

/** `eventStore` starts ours; there is none when one is given. */
const findMetricsUrls = (ports: Ports, eventStore: EventStoreCommand | undefined) => {
  const metricsUrl = (port: number) => `http://127.0.0.1:${port}/metrics`
  return {
    ...(eventStore?.some((word) => word.includes('{metricsPort}'))
      ? { 'event-store': metricsUrl(ports.eventsMetrics) }
      : {}),
    'command-service': metricsUrl(ports.command),
    projector: metricsUrl(ports.projector),
    'query-service': metricsUrl(ports.query),
    'front-door': metricsUrl(ports.frontDoorMetrics),
  }
}

/** Command service, projector and query service; they start after `servers`. */
const createServices = (
  installation: Installation,
  servers: readonly Child[],
  location: () => DatabaseLocation,
) => {
  const { settings, secrets, ports, outside } = installation
  const { publicUrl, eventStoreUrl } = findUrls(installation)
  const service = (name: string, readyWhen: URL, ...grants: (keyof Secrets)[]) =>
    nodePart(installation)(name, `${name}/dist/main.mjs`, {
      after: servers.map((server) => server.name),
      readyWhen,
      env: () => ({
        PORT: readyWhen.port,
        PUBLIC_URL: publicUrl,
        DATABASE_URL: location().databaseUrl,
        EVENTSTORE_URL: eventStoreUrl,
        // With more arenas the C library keeps the memory of decoded pictures once for each thread. With a
        // fixed threshold it gives large pieces back; its own rises to the largest that was ever freed.
        MALLOC_ARENA_MAX: '2',
        MALLOC_MMAP_THRESHOLD_: '131072',
        ...storageEnvironment(settings),
        ...(outside ? demoEnvironment(secrets, ports, publicUrl) : {}),
        ...pick(secrets, ...grants),
      }),
    })
  return [
    service(
      'command-service',
      healthUrl(ports.command, '/readyz'),
      'SEALING_KEY',
      'COMMAND_HASH_KEY',
      'QUOTE_SECRET',
      'SERVICE_TOKENS',
      'BANK_TOKEN',
      'BANK_WEBHOOK_SECRET',
      'CHANNEL_SECRET',
      'GUEST_MAIL_SECRET',
    ),
    // Only the projector reads PROJECTION_DELAY_MS, which it inherits. It counts as started while its read
    // models still catch up after a restore; readers get READ_MODEL_BEHIND meanwhile.
    service('projector', healthUrl(ports.projector), 'SEALING_KEY'),
    service(
      'query-service',
      healthUrl(ports.query, '/readyz'),
      'SEALING_KEY',
      'QUOTE_SECRET',
      'SERVICE_TOKENS',
    ),
  ]
}

const createFrontDoor = (installation: Installation): Child => {
  const { root, settings, ports, outside } = installation
  return nodePart(installation)('front-door', 'standalone/dist/front-door.mjs', {
    after: ['command-service', 'query-service', ...(outside ? [OUTSIDE] : [])],
    readyWhen: healthUrl(settings.PORT),
    env: () => ({
      PORT: String(settings.PORT),
      METRICS_PORT: String(ports.frontDoorMetrics),
      PUBLIC_URL: findUrls(installation).publicUrl,
      COMMAND_SERVICE_URL: findUrls(installation).commandUrl,
      QUERY_SERVICE_URL: `http://127.0.0.1:${ports.query}`,
      CONSOLE_DIR: join(root, 'ui/dist'),
      ...(outside ? { OUTSIDE_URL: `http://127.0.0.1:${ports.outside}` } : {}),
    }),
  })
}

const createOutside = (installation: Installation): Child => {
  const { settings, secrets, ports } = installation
  return nodePart(installation)(OUTSIDE, 'standalone/dist/outside.mjs', {
    readyWhen: healthUrl(ports.outside),
    env: () => ({
      PORT: String(ports.outside),
      SMTP_PORT: String(ports.mail),
      PUBLIC_URL: findUrls(installation).publicUrl,
      BANK_BOOKS: join(settings.HEARTH_DATA, 'bank', 'books.jsonl'),
      CHANNEL_BOOKS: join(settings.HEARTH_DATA, 'channel', 'books.jsonl'),
      ...pick(
        secrets,
        'IDENTITY_CLIENT_SECRET',
        'IDENTITY_SIGNING_KEY',
        'BANK_TOKEN',
        'BANK_WEBHOOK_SECRET',
        'CHANNEL_SECRET',
        'GUEST_MAIL_SECRET',
      ),
      GUEST_MAIL_DOMAIN,
    }),
  })
}

/** Opens or closes the demonstration, and ends. It ends so that an idle installation holds no memory for it. */
const createDemo =
  (installation: Installation, location: () => DatabaseLocation) => (what: 'open' | 'close') =>
    nodePart(installation)('demo', 'standalone/dist/demo.mjs', {
      args: [what],
      env: () => ({
        HEARTH_DATA: installation.settings.HEARTH_DATA,
        BASE_URL: findUrls(installation).publicUrl,
        COMMAND_URL: findUrls(installation).commandUrl,
        DATABASE_URL: location().databaseUrl,
        IMPORTER_TOKEN: getToken(installation.secrets, 'importer'),
        GATEWAY_TOKEN: getToken(installation.secrets, 'gateway'),
        SCHEDULER_TOKEN: getToken(installation.secrets, 'scheduler'),
        ...pick(installation.secrets, 'SEALING_KEY'),
      }),
    })

/** Postgres and the event store, unless the settings name ones that run. */
const createServers = (
  installation: Installation,
  location: () => DatabaseLocation,
  onStarted: (location: DatabaseLocation) => void,
) => {
  const { root, settings, secrets, ports, log } = installation
  const postgres =
    settings.DATABASE_URL === undefined
      ? [createPostgresPart({ settings, secrets, ports, log, onStarted })]
      : []
  if (settings.EVENTSTORE_URL !== undefined) return { servers: postgres, command: undefined }
  const program = [process.execPath, ...NODE_FLAGS, join(root, 'standalone/dist/event-store.mjs')]
  const command = settings.EVENT_STORE_COMMAND ?? createEmbeddedEventStore(installation, program)
  const eventStore = createEventStorePart({
    command,
    url: findEventStoreUrl(installation),
    after: postgres.map(({ name }) => name),
    directory: settings.HEARTH_DATA,
    ports,
    log,
    env: () => baseEnvironment(settings),
    databaseUrl: () => location().logUrl,
  })
  return { servers: [...postgres, eventStore], command }
}

/** Every part of the system on this machine, dependencies first, and where to find it. */
export const createParts = (installation: Installation) => {
  const { settings, secrets, ports, outside } = installation
  const given = settings.DATABASE_URL ?? ''
  let location: DatabaseLocation = { logUrl: given, databaseUrl: given, directory: settings.HEARTH_DATA }
  const urls = findUrls(installation)
  const { servers, command } = createServers(
    installation,
    () => location,
    (found) => (location = found),
  )
  const core: readonly Child[] = [
    ...servers,
    ...createServices(installation, servers, () => location),
    ...(outside ? [createOutside(installation)] : []),
    createFrontDoor(installation),
  ]
  const simulator = nodePart(installation)('simulator', 'standalone/dist/simulator.mjs', {
    env: () => ({
      BASE_URL: urls.publicUrl,
      GATEWAY_TOKEN: getToken(secrets, 'gateway'),
      IMPORTER_TOKEN: getToken(secrets, 'importer'),
    }),
  })
  const metricsUrls = findMetricsUrls(ports, command)
  const demo = createDemo(installation, () => location)
  return { ...urls, core, demo, simulator, location: () => location, metricsUrls }
}
