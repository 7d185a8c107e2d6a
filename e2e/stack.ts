import { startInstallation } from '@hearth/standalone/testing/installation'
import { fetchPatiently } from '@hearth/platform/testing/fetchPatiently'
import { freePort } from '@hearth/platform/process/freePort'
import { temporaryDirectory } from '@hearth/standalone/postgres/temporaryPostgres'
import { rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Starts one installation for all journeys; with E2E_BASE_URL an existing one is used. Journeys read its
 * addresses and tokens from the environment.
 */
export default async () => {
  if (process.env['E2E_BASE_URL']) return undefined
  const directory = temporaryDirectory()
  // Calendars are fetched from the public internet only, except from this address.
  const feeds = `http://127.0.0.1:${await freePort()}`
  // Messages of a bank are read from here; payouts go to the sandbox bank all the same.
  const messages = join(directory, 'bank-messages')
  const installation = await startInstallation(directory, {
    demo: true,
    env: { FEED_TEST_ORIGIN: feeds, SEPA_DIRECTORY: messages },
  })
  // The identity provider is loaded at its first visit, which can take longer than sign-in waits for it.
  await fetchPatiently(`${installation.baseUrl}/dev/idp/.well-known/openid-configuration`)
  process.env['E2E_FEED_ORIGIN'] = feeds
  process.env['E2E_SEPA_DIRECTORY'] = messages
  process.env['E2E_BASE_URL'] = installation.baseUrl
  process.env['E2E_DATABASE_URL'] = installation.databaseUrl
  process.env['E2E_IMPORTER_TOKEN'] = installation.token('importer')
  process.env['E2E_GATEWAY_TOKEN'] = installation.token('gateway')
  return async () => {
    await installation.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
