import { startInstallation } from '@hearth/standalone/testing/installation'
import { temporaryDirectory } from '@hearth/standalone/postgres/temporaryPostgres'
import { rmSync } from 'node:fs'

/** One installation for all journeys; with E2E_BASE_URL an existing one is used. Its address reaches the tests by the environment. */
export default async () => {
  if (process.env['E2E_BASE_URL']) return undefined
  const directory = temporaryDirectory()
  const installation = await startInstallation(directory, { demo: true })
  process.env['E2E_BASE_URL'] = installation.baseUrl
  return async () => {
    await installation.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
