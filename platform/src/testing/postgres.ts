import { join } from 'node:path'
import { startChild } from './child.ts'
import { makeWorkDirectory } from './workDirectory.ts'

export type TestPostgres = Readonly<{ databaseUrl: string; stop: () => Promise<void> }>

/**
 * A fresh embedded Postgres in a temporary directory, which need not outlive the machine. It ends with the
 * test process, however that ends.
 */
export const startTestPostgres = async (): Promise<TestPostgres> => {
  const directory = makeWorkDirectory()
  try {
    const postgres = await startChild('standalone/src/postgres/main.ts', [
      '--no-sync',
      '--data',
      join(directory.path, 'postgres'),
    ])
    return {
      databaseUrl: postgres.url,
      stop: async () => {
        await postgres.stop()
        directory.remove()
      },
    }
  } catch (error) {
    directory.remove()
    throw error
  }
}
