import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connectEventStore } from '@hearth/platform/event-store/esdb'
import { readConfig } from '@hearth/platform/config/loadConfig'
import { programArguments } from '@hearth/platform/testing/child'
import { silentLog } from '@hearth/platform/testing/log'
import { startTestPostgres } from '@hearth/platform/testing/postgres'
import { createWorkDirectory } from '@hearth/platform/testing/workDirectory'
import { expect, test } from 'vitest'
import { createParts } from './parts.ts'
import { choosePorts } from './ports.ts'
import { loadSecrets } from './secrets.ts'
import { zStandaloneSettings } from './settings.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

test('the event store is the one of EVENT_STORE_COMMAND, with its data below HEARTH_DATA', async () => {
  const directory = createWorkDirectory()
  const postgres = await startTestPostgres()
  const program = programArguments('standalone/src/event-store/main.ts').join(' ')
  const HEARTH_DATA = directory.path
  const parts = createParts({
    root,
    settings: readConfig(zStandaloneSettings, {
      HEARTH_DATA,
      EVENT_STORE_COMMAND:
        `DATABASE_URL=${postgres.databaseUrl} sh -c 'touch {directory}/data; exec "$@"' sh ` +
        `${process.execPath} ${program} --port {port}`,
    }),
    secrets: loadSecrets(HEARTH_DATA),
    ports: await choosePorts(HEARTH_DATA),
    log: () => undefined,
  })
  // It serves no metrics.
  expect(Object.keys(parts.metricsUrls)).not.toContain('event-store')
  const part = parts.core.find(({ name }) => name === 'event-store')
  const running = await part?.start()
  const store = connectEventStore({ url: parts.eventStoreUrl, name: 'test', log: silentLog })
  try {
    await running?.ready
    await store.ping(5_000)
    expect(existsSync(join(HEARTH_DATA, 'event-store', 'data'))).toBe(true)
  } finally {
    await store.close()
    await running?.stop()
    await postgres.stop()
    directory.remove()
  }
  await expect(running?.exited).resolves.toMatch(/^ended/)
})
