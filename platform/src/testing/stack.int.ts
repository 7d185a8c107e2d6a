import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { connectEventStore } from '../event-store/esdb.ts'
import { programArguments } from './child.ts'
import { silentLog } from './log.ts'
import { startTestStack } from './stack.ts'
import { waitUntil } from './waitUntil.ts'
import { isRunning, createWorkDirectory } from './workDirectory.ts'

test('leaves no servers behind a killed test process, and no files after the next start', async () => {
  const script = `
    import { startChild } from ${JSON.stringify(new URL('child.ts', import.meta.url).href)}
    import { createWorkDirectory } from ${JSON.stringify(new URL('workDirectory.ts', import.meta.url).href)}
    const directory = createWorkDirectory()
    const data = directory.path + '/postgres'
    const child = await startChild('standalone/src/postgres/main.ts', ['--data', data])
    console.log(JSON.stringify({ pid: child.pid, path: directory.path }))`
  const owner = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: owner.stdout }).once('line', resolve)
    owner.once('close', () => reject(new Error('The owner ended early')))
  })
  const { pid, path }: { pid: number; path: string } = JSON.parse(line)
  expect(isRunning(pid)).toBe(true)
  owner.kill('SIGKILL')
  await waitUntil(() => !isRunning(pid), 10_000, 'the end of the orphaned Postgres')
  createWorkDirectory().remove()
  expect(existsSync(path)).toBe(false)
})

describe('with EVENT_STORE_COMMAND', () => {
  afterEach(() => vi.unstubAllEnvs())

  test('runs that event store, and kills and restarts it on its port and data', async () => {
    const work = createWorkDirectory()
    const started = join(work.path, 'started')
    const embedded = [process.execPath, ...programArguments('standalone/src/event-store/main.ts')].join(' ')
    vi.stubEnv(
      'EVENT_STORE_COMMAND',
      `DATABASE_URL={database} sh -c 'echo "$0" >> ${started}; touch "$0/data"; exec "$@"' {directory} ` +
        `${embedded} --port {port}`,
    )
    const stack = await startTestStack()
    const store = connectEventStore({ url: stack.eventStoreUrl, name: 'test', log: silentLog })
    let directories: readonly string[]
    try {
      const event = { id: randomUUID(), type: 'StackTested', data: {}, metadata: {} }
      await store.append('stack-1', [event], 'absent')
      await stack.killEventStore()
      await expect(store.ping(500)).rejects.toThrow('does not answer')
      await stack.startEventStore()
      const ids = []
      for await (const { id } of store.read('stack-1')) ids.push(id)
      expect(ids).toEqual([event.id])
      directories = readFileSync(started, 'utf8').trim().split('\n')
      expect(directories.map((path) => existsSync(join(path, 'data')))).toEqual([true, true])
    } finally {
      await store.close()
      await stack.stop()
      work.remove()
    }
    expect(new Set(directories).size).toBe(1)
    expect(directories.filter((path) => existsSync(path))).toEqual([])
  })

  test.each([
    ['sh -c "echo no licence >&2; exit 3" {port}', /ended with code 3[^]*no licence/],
    ['no-such-program {port}', /no-such-program/],
    ['event-store --port 2113', /EVENT_STORE_COMMAND: must contain \{port\}/],
  ])('names what went wrong: %s', async (command, message) => {
    vi.stubEnv('EVENT_STORE_COMMAND', command)
    await expect(startTestStack()).rejects.toThrow(message)
  })
})
