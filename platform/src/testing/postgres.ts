import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../process/freePort.ts'
import { startChild } from './child.ts'
import { createWorkDirectory } from './workDirectory.ts'

export type TestPostgres = Readonly<{ databaseUrl: string; stop: () => Promise<void> }>

/**
 * A Postgres server in a temporary directory, for tests that change its roles. It ends with the test process,
 * however that ends, and its data need not outlive the machine.
 */
export const startTestServer = async (...options: readonly string[]): Promise<TestPostgres> => {
  const directory = createWorkDirectory()
  try {
    const postgres = await startChild('standalone/src/postgres/main.ts', [
      '--no-sync',
      '--data',
      join(directory.path, 'postgres'),
      ...options,
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

export type RestartablePostgres = TestPostgres &
  Readonly<{
    /** Shuts the server down: every connection ends. `start` brings it back at the same address. */
    shutDown: () => Promise<void>
    start: () => Promise<void>
  }>

/** A server of its own that a test shuts down and starts again with the same data. */
export const startRestartablePostgres = async (): Promise<RestartablePostgres> => {
  const directory = createWorkDirectory()
  const port = String(await freePort())
  const place = ['--no-sync', '--data', join(directory.path, 'postgres'), '--port', port]
  const launch = () => startChild('standalone/src/postgres/main.ts', place)
  let postgres = await launch()
  return {
    databaseUrl: postgres.url,
    shutDown: () => postgres.stop(),
    start: async () => {
      postgres = await launch()
    },
    stop: async () => {
      await postgres.stop()
      directory.remove()
    },
  }
}

const execute = async (serverUrl: string, sql: string): Promise<void> => {
  const client = new pg.Client(serverUrl)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

const createDatabase = async (serverUrl: string): Promise<TestPostgres> => {
  const name = `test_${randomBytes(8).toString('hex')}`
  await execute(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = name
  return {
    databaseUrl: url.href,
    stop: () => execute(serverUrl, `drop database ${name} with (force)`),
  }
}

/**
 * An empty database for one test file: on the server that all integration tests share (`sharedPostgres.ts`),
 * outside of Vitest on a server of its own.
 */
export const startTestPostgres = (): Promise<TestPostgres> => {
  const shared = process.env['TEST_POSTGRES_URL']
  return shared === undefined ? startTestServer() : createDatabase(shared)
}
