import type { EventStoreCommand } from '@hearth/platform/event-store-server/command'
import { loadCertificate } from './certificate.ts'
import type { Secrets } from './secrets.ts'
import type { Settings } from './settings.ts'

type Installed = Readonly<{ settings: Settings; secrets: Secrets }>

const USER = 'hearth'

/** The command line of the embedded event store: `program` runs it under Node. */
export const createEmbeddedEventStore = (
  { settings, secrets }: Installed,
  program: readonly string[],
): EventStoreCommand => {
  const { certificate, key } = loadCertificate(settings.HEARTH_DATA)
  // Everyone on the machine could read passwords among the arguments.
  const variables = ['DATABASE_URL={database}', `EVENT_STORE_PASSWORD=${secrets.EVENT_STORE_PASSWORD}`]
  const ports = ['--port', '{port}', '--metrics-port', '{metricsPort}']
  return [...variables, ...program, ...ports, '--user', USER, '--tls-cert', certificate, '--tls-key', key]
}

/** Where clients find it, with what lets them in. */
export const formatEmbeddedUrl = ({ settings, secrets }: Installed, port: number): string => {
  const file = encodeURIComponent(loadCertificate(settings.HEARTH_DATA).certificate)
  return `esdb://${USER}:${secrets.EVENT_STORE_PASSWORD}@127.0.0.1:${port}?tls=true&tlsCAFile=${file}`
}
