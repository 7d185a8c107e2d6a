import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { programArguments } from '@hearth/platform/testing/child'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readIdentity, isStillRunning } from '../supervisor/processIdentity.ts'
import { startPostgres } from './embeddedPostgres.ts'
import { temporaryDirectory } from './temporaryPostgres.ts'

const root = temporaryDirectory()
const dataDirectory = join(root, 'postgres')

const query = async (url: string, sql: string) => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const startInChild = async () => {
  const child = spawn(
    process.execPath,
    [...programArguments('standalone/src/postgres/main.ts'), '--data', dataDirectory],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  for await (const line of createInterface(child.stdout))
    if (line.startsWith('ready ')) return { child, url: line.slice(6) }
  throw new Error('the child ended before it was ready')
}

const postmaster = () => {
  const process = readIdentity(
    Number(readFileSync(join(dataDirectory, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]),
  )
  if (!process) throw new Error('no postmaster')
  return process
}

const gone = (process: NonNullable<ReturnType<typeof readIdentity>>) =>
  vi.waitFor(() => expect(isStillRunning(process)).toBe(false), { timeout: 10_000, interval: 20 })

describe('embedded Postgres', () => {
  beforeAll(async () => {
    const first = await startPostgres({ dataDirectory })
    await query(first.url, 'CREATE TABLE kept (n int)')
    await first.stop()
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  it('keeps its data, its password and a requested port', async () => {
    const postgres = await startPostgres({ dataDirectory })
    await query(postgres.url, 'INSERT INTO kept VALUES (1)')
    await postgres.stop()
    const again = await startPostgres({ dataDirectory, port: Number(new URL(postgres.url).port) })
    expect(again.url).toBe(postgres.url)
    expect(await query(again.url, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 1 }])
    await again.stop()
  })

  it('is durable, speaks UTF-8, and refuses connections without the password', async () => {
    const postgres = await startPostgres({ dataDirectory })
    const [settings] = await query(
      postgres.url,
      `
        SELECT
          current_setting('fsync') AS fsync,
          current_setting('data_checksums') AS checksums,
          current_setting('server_encoding') AS encoding,
          upper('ñ') AS upper,
          current_setting('listen_addresses') AS address`,
    )
    expect(settings).toEqual({
      fsync: 'on',
      checksums: 'on',
      encoding: 'UTF8',
      upper: 'Ñ',
      address: '127.0.0.1',
    })
    const wrong = new URL(postgres.url)
    wrong.password = 'wrong'
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/)
    await postgres.stop()
  })

  it('reloads the content of its buffers after a start', async () => {
    const before = await startPostgres({ dataDirectory })
    await query(before.url, 'SELECT count(*) FROM pg_class')
    await before.stop()
    const lines: string[] = []
    const after = await startPostgres({ dataDirectory, onLog: (line) => void lines.push(line) })
    await vi.waitFor(
      () => expect(lines.join('\n')).toMatch(/prewarmed [1-9]\d* of [1-9]\d* previously-loaded blocks/),
      { timeout: 10_000, interval: 20 },
    )
    await after.stop()
  })

  it('leaves no process and no owner file behind when stopped, even twice', async () => {
    const postgres = await startPostgres({ dataDirectory })
    const server = postmaster()
    await Promise.all([postgres.stop(), postgres.stop()])
    expect(isStillRunning(server)).toBe(false)
    expect(existsSync(join(dataDirectory, 'owner.json'))).toBe(false)
  })

  it('refuses a directory that another running process serves', async () => {
    const postgres = await startPostgres({ dataDirectory })
    await expect(startPostgres({ dataDirectory })).rejects.toThrow(/in use by process/)
    expect(await query(postgres.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
    await postgres.stop()
  })

  it('ends when its parent is killed', async () => {
    const { child } = await startInChild()
    const server = postmaster()
    child.kill('SIGKILL')
    await gone(server)
  })

  it('replaces a server that a killed parent left behind', async () => {
    const { child, url } = await startInChild()
    await query(url, 'INSERT INTO kept VALUES (2)')
    const server = postmaster()
    // A stopped process cannot act on its watcher's signal, so the server still runs at the next start.
    process.kill(server.pid, 'SIGSTOP')
    child.kill('SIGKILL')
    await once(child, 'exit')
    process.kill(server.pid, 'SIGCONT')
    const next = await startPostgres({ dataDirectory })
    await gone(server)
    expect(await query(next.url, 'SELECT count(*)::int AS n FROM kept WHERE n = 2')).toEqual([{ n: 1 }])
    await next.stop()
  })

  it('reports that the server was killed, and recovers what was committed', async () => {
    const postgres = await startPostgres({ dataDirectory })
    await query(postgres.url, 'INSERT INTO kept VALUES (3)')
    process.kill(postgres.pid, 'SIGKILL')
    await postgres.exited
    const next = await startPostgres({ dataDirectory })
    expect(await query(next.url, 'SELECT count(*)::int AS n FROM kept WHERE n = 3')).toEqual([{ n: 1 }])
    await next.stop()
  })

  it('recognises a stale file whose process id now belongs to another program', async () => {
    writeFileSync(
      join(dataDirectory, 'cluster', 'postmaster.pid'),
      `${process.pid}\n${join(dataDirectory, 'cluster')}\n`,
    )
    const postgres = await startPostgres({ dataDirectory })
    expect(await query(postgres.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
    await postgres.stop()
  })

  it('starts over when the first initialisation was cut short', async () => {
    const other = join(root, 'cut-short')
    const first = await startPostgres({ dataDirectory: other })
    await first.stop()
    rmSync(join(other, 'cluster', 'global'), { recursive: true })
    renameSync(join(other, 'cluster'), join(other, 'initialising-1'))
    const second = await startPostgres({ dataDirectory: other })
    expect(await query(second.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
    expect(existsSync(join(other, 'initialising-1'))).toBe(false)
    await second.stop()
  })
})
