import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  AccessDeniedError,
  type AppendToStreamOptions,
  CancelledError,
  EventStoreDBClient,
  jsonEvent,
  UnavailableError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { allowed } from '@hearth/platform/testing/allowed'
import { createCertificate } from '@hearth/platform/testing/certificate'
import { programArguments } from '@hearth/platform/testing/child'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '@hearth/platform/process/freePort'
import { type EmbeddedPostgres, startPostgres } from '../postgres/embeddedPostgres.ts'
import { startTemporaryPostgres, temporaryDirectory } from '../postgres/temporaryPostgres.ts'
import { killEventStores, type ServerProcess, spawnEventStore, until } from './testServer.ts'

// Per-call credentials choose the Append call instead of the client's one BatchAppend.
const ownCall: AppendToStreamOptions = { credentials: { username: 'a', password: 'b' } }

/** Appends to its own stream until stopped; in doubt it repeats the same event at the same revision. */
const startWriter = (
  client: EventStoreDBClient,
  stream: string,
  style: AppendToStreamOptions,
  isRunning: () => boolean,
) => {
  const acknowledged: string[] = []
  let retries = 0
  const finished = (async () => {
    for (let revision = -1n; isRunning(); revision += 1n) {
      const event = jsonEvent({ id: randomUUID(), type: 'Counted', data: { n: Number(revision) + 1 } })
      const expectedRevision = revision < 0n ? 'no_stream' : revision
      for (let done = false; !done;) {
        try {
          await client.appendToStream(stream, event, { ...style, expectedRevision, deadline: 3_000 })
          done = true
        } catch (error) {
          if (error instanceof WrongExpectedVersionError) throw error
          retries += 1
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
      }
      acknowledged.push(event.id)
    }
  })()
  return { stream, acknowledged, finished, retries: () => retries }
}

/** Follows $all as the application does: after every break again from its last position. */
const startFollower = (client: EventStoreDBClient) => {
  const seen = new Map<string, string[]>()
  let position: { commit: bigint; prepare: bigint } | 'start' = 'start'
  let stopped = false
  let subscription: ReturnType<EventStoreDBClient['subscribeToAll']> | undefined
  const finished = (async () => {
    while (!stopped) {
      try {
        subscription = client.subscribeToAll({ fromPosition: position })
        for await (const { event } of subscription) {
          if (!event) continue
          position = event.position
          seen.set(event.streamId, [...(seen.get(event.streamId) ?? []), event.id])
        }
      } catch (error) {
        if (stopped) return
        if (
          !(error instanceof UnavailableError) &&
          !(error instanceof CancelledError) &&
          !/UNAVAILABLE|RST_STREAM/.test(String(error))
        )
          throw error
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
  })()
  return {
    seen,
    stop: async () => {
      stopped = true
      await subscription?.unsubscribe()
      await finished
    },
  }
}

const readIds = async (client: EventStoreDBClient, stream: string): Promise<string[]> => {
  const ids: string[] = []
  for await (const { event } of client.readStream(stream)) ids.push(event?.id ?? '')
  return ids
}

// Measured: 0.05 s after Postgres returns, 0.7 s after a kill, including the start of the process; the margin
// is for a busy machine.
const healingMs = 2_000

// A test that failed half-way leaves no server behind.
afterEach(killEventStores)

describe('nothing acknowledged is lost and nothing is written twice', () => {
  it('when the server is killed and when Postgres stops immediately', async () => {
    const directory = temporaryDirectory()
    const dataDirectory = join(directory, 'postgres')
    let postgres: EmbeddedPostgres = await startPostgres({ dataDirectory })
    const databasePort = Number(new URL(postgres.url).port)
    const port = await freePort()
    const serve = () => spawnEventStore(['--port', String(port), '--database-url', postgres.url])
    let server: ServerProcess = await serve()
    const client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${port}?tls=false`)
    let running = true
    const writers = Array.from({ length: 16 }, (_, n) =>
      startWriter(client, `crash-${n}`, n % 2 ? ownCall : {}, () => running),
    )
    const follower = startFollower(client)
    const acknowledged = () => writers.reduce((sum, writer) => sum + writer.acknowledged.length, 0)
    const grow = (events: number) => {
      const target = acknowledged() + events
      return until(`${events} more events`, () => acknowledged() >= target, 20_000)
    }

    for (let round = 0; round < 3; round += 1) {
      await grow(200)
      server.child.kill('SIGKILL')
      await server.exited
      server = await serve()
      await grow(200)
      process.kill(postgres.pid, 'SIGQUIT')
      await postgres.exited
      postgres = await startPostgres({ dataDirectory, port: databasePort })
      const back = Date.now()
      await grow(1)
      expect(Date.now() - back).toBeLessThan(allowed(healingMs))
    }
    await grow(200)
    running = false
    await Promise.all(writers.map((writer) => writer.finished))

    for (const { stream, acknowledged: ids } of writers) {
      expect(await readIds(client, stream)).toEqual(ids)
      await until('the follower has seen all', () => follower.seen.get(stream)?.length === ids.length)
      expect(follower.seen.get(stream)).toEqual(ids)
    }
    await follower.stop()
    await client.dispose()
    server.child.kill('SIGTERM')
    expect(await server.exited).toBe(0)
    await postgres.stop()
    rmSync(directory, { recursive: true, force: true })
  })
})

describe('the event store as a process', () => {
  let postgres: EmbeddedPostgres
  beforeAll(async () => {
    postgres = await startTemporaryPostgres()
  })
  afterAll(() => postgres?.stop())

  it('has a standby that takes over immediately', async () => {
    const first = await spawnEventStore(['--port', '0', '--database-url', postgres.url])
    let log = ''
    let serves = false
    const standby = spawnEventStore(
      ['--port', '0', '--database-url', postgres.url],
      (lines) => (log += lines),
    )
    void standby.then(() => (serves = true))
    const client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${first.port}?tls=false`)
    await client.appendToStream('relay', jsonEvent({ type: 'First', data: {} }))
    await until('the second one is on standby', () => log.includes('standing by'))
    expect(serves).toBe(false)
    first.child.kill('SIGKILL')
    const killed = Date.now()
    const second = await standby
    expect(Date.now() - killed).toBeLessThan(allowed(healingMs))
    const successor = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${second.port}?tls=false`)
    await successor.appendToStream('relay', jsonEvent({ type: 'Second', data: {} }), {
      expectedRevision: 0n,
      credentials: { username: 'a', password: 'b' },
    })
    const types: string[] = []
    for await (const { event } of successor.readStream('relay')) types.push(event?.type ?? '')
    expect(types).toEqual(['First', 'Second'])
    await client.dispose()
    await successor.dispose()
    second.child.kill('SIGTERM')
    expect(await second.exited).toBe(0)
  })

  it('writes no more once it has lost the log, and disconnects its readers', async () => {
    const first = await spawnEventStore(['--port', '0', '--database-url', postgres.url])
    let log = ''
    const standby = spawnEventStore(
      ['--port', '0', '--database-url', postgres.url],
      (lines) => (log += lines),
    )
    await until('the second one is on standby', () => log.includes('standing by'))
    const client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${first.port}?tls=false`)
    const credentials = { username: 'a', password: 'b' }
    await client.appendToStream('fenced', jsonEvent({ type: 'Before', data: {} }), { credentials })
    const subscription = client.subscribeToAll()
    const ended = new Promise<unknown>((resolve) => subscription.on('error', resolve))
    await new Promise((resolve) => subscription.once('caughtUp', resolve).resume())

    const administrator = new pg.Client(postgres.url)
    await administrator.connect()
    await administrator.query(`
      select pg_terminate_backend(pid)
      from pg_locks l
      join pg_database d on d.oid = l.database and d.datname = current_database()
      where locktype = 'advisory' and granted`)
    await administrator.end()
    const second = await standby
    const refused = await client
      .appendToStream('fenced', jsonEvent({ type: 'Lost', data: {} }), { credentials })
      .catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(UnavailableError)
    expect(await ended).toBeInstanceOf(UnavailableError)

    const successor = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${second.port}?tls=false`)
    await successor.appendToStream('fenced', jsonEvent({ type: 'After', data: {} }), {
      expectedRevision: 0n,
      credentials,
    })
    const types: string[] = []
    for await (const { event } of successor.readStream('fenced')) types.push(event?.type ?? '')
    expect(types).toEqual(['Before', 'After'])
    await client.dispose()
    await successor.dispose()
  })

  it('ends within 2 s on SIGTERM, giving every open call a status', async () => {
    const server = await spawnEventStore(['--port', '0', '--database-url', postgres.url])
    const client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${server.port}?tls=false`)
    const subscription = client.subscribeToAll()
    const ended = new Promise<unknown>((resolve) => subscription.on('error', resolve))
    await new Promise((resolve) => subscription.once('caughtUp', resolve).resume())
    const appends = Array.from({ length: 200 }, (_, n) =>
      client
        .appendToStream(`busy-${n}`, jsonEvent({ type: 'Late', data: {} }), {
          credentials: { username: 'a', password: 'b' },
        })
        .then(
          () => 'written',
          (error: unknown) => error,
        ),
    )
    const asked = Date.now()
    server.child.kill('SIGTERM')
    expect(await server.exited).toBe(0)
    expect(Date.now() - asked).toBeLessThan(allowed(2_000))
    expect(await ended).toBeInstanceOf(CancelledError)
    for (const outcome of await Promise.all(appends))
      if (outcome !== 'written') expect(outcome).toBeInstanceOf(UnavailableError)
    await client.dispose()
  })

  it('serves TLS and accepts clients with the password', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'hearth-tls-'))
    const { key, certificate } = createCertificate(directory, ['DNS:localhost', 'IP:127.0.0.1'])
    const server = await spawnEventStore([
      '--port',
      '0',
      '--database-url',
      postgres.url,
      '--tls-cert',
      certificate,
      '--tls-key',
      key,
      '--user',
      'admin',
      '--password',
      'changeit',
    ])
    const connect = (user: string) =>
      EventStoreDBClient.connectionString(`esdb://${user}localhost:${server.port}?tlsCAFile=${certificate}`)
    const readFirst = async (client: EventStoreDBClient): Promise<unknown> => {
      let first: unknown
      for await (const event of client.readAll({ maxCount: 1 })) first = event
      return first
    }
    const [known, wrong, anonymous] = [connect('admin:changeit@'), connect('admin:guess@'), connect('')]
    expect(await readFirst(known)).toBeDefined()
    await known.appendToStream('secured', jsonEvent({ type: 'Written', data: {} }))
    await expect(readFirst(wrong)).rejects.toThrow(AccessDeniedError)
    await expect(readFirst(anonymous)).rejects.toThrow(AccessDeniedError)
    for (const client of [known, wrong, anonymous]) await client.dispose()
    server.child.kill('SIGTERM')
    expect(await server.exited).toBe(0)
    rmSync(directory, { recursive: true, force: true })
  })

  it('exits 78 for a database that does not let it in', () => {
    const wrong = new URL(postgres.url)
    wrong.password = 'wrong'
    const { status, stderr } = spawnSync(
      process.execPath,
      [...programArguments('standalone/src/event-store/main.ts'), '--database-url', wrong.href],
      { encoding: 'utf8', timeout: 60_000 },
    )
    expect(status).toBe(78)
    expect(stderr).toContain('--database-url')
  })
})
