import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isFree } from '../process/freePort.ts'
import { startTestRedis } from './redis.ts'
import { findRedis, unpackRedis } from './redisProgram.ts'
import { waitUntil } from './waitUntil.ts'
import { createWorkDirectory, type WorkDirectory } from './workDirectory.ts'

test('keeps its data when it is killed and started again, and loses it when it is emptied', async () => {
  const redis = await startTestRedis()
  const client = new Redis(redis.url, { retryStrategy: () => 20 })
  client.on('error', () => undefined)
  await client.set('name', 'Ana')
  await redis.kill()
  await redis.start()
  expect(await client.get('name')).toBe('Ana')
  await redis.empty()
  expect(await client.get('name')).toBeNull()
  client.disconnect()
  await redis.stop()
})

test('ends with the test process, even if that is killed', async () => {
  const script = `
    import { startTestRedis } from ${JSON.stringify(new URL('redis.ts', import.meta.url).href)}
    console.log((await startTestRedis()).url)`
  const owner = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, REDIS_URL: '' },
  })
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: owner.stdout }).once('line', resolve)
    owner.once('close', () => reject(new Error('The owner ended early')))
  })
  const port = Number(new URL(url).port)
  expect(await isFree(port)).toBe(false)
  owner.kill('SIGKILL')
  await waitUntil(() => isFree(port), 10_000, 'the end of the orphaned Redis')
})

describe('where no Redis is installed', () => {
  let directory: WorkDirectory
  let cache: string

  /** Puts scripted programs first on the PATH, which has no other `apt-get`, `dpkg-deb` and `redis-server`. */
  const script = (programs: Readonly<Record<string, string>>) => {
    const bin = join(directory.path, 'bin')
    mkdirSync(bin)
    for (const [name, text] of Object.entries(programs)) {
      writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`)
      chmodSync(join(bin, name), 0o755)
    }
    vi.stubEnv('PATH', bin)
  }
  const SIMULATE = 'echo "Inst redis-server (7.0.15 Debian:12)"'
  const DOWNLOAD = ': > redis-server.deb'
  const EXTRACT = '/bin/mkdir -p "$3/usr/bin" && /bin/cp "$0" "$3/usr/bin/redis-server"'

  beforeEach(() => {
    directory = createWorkDirectory()
    cache = join(directory.path, 'cache')
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    directory.remove()
  })

  test('two processes may unpack the package, and one that was cut short leaves nothing behind', async () => {
    script({ 'apt-get': `case "$*" in *download*) ${DOWNLOAD};; *) ${SIMULATE};; esac`, 'dpkg-deb': EXTRACT })
    // No process has an id above the highest one.
    mkdirSync(join(cache, 'unpacking-4194305-cut/root/usr'), { recursive: true })
    const programs = await Promise.all([unpackRedis(cache), unpackRedis(cache)])
    for (const { path } of programs) expect(path).toBe(join(cache, 'root/usr/bin/redis-server'))
    expect(existsSync(join(cache, 'root/usr/bin/redis-server'))).toBe(true)
    expect(readdirSync(cache)).toEqual(['root'])
  })

  test('fetches package lists of its own if those of the machine are missing', async () => {
    script({
      'apt-get':
        `case "$*" in *State::lists*download*) ${DOWNLOAD};; *State::lists*update) ;; ` +
        `*State::lists*) ${SIMULATE};; *) exit 100;; esac`,
      'dpkg-deb': EXTRACT,
    })
    expect((await findRedis(cache)).path).toBe(join(cache, 'root/usr/bin/redis-server'))
  })

  test.each([
    ['no apt-get', {}],
    ['a package that cannot be downloaded', { 'apt-get': 'exit 100', 'dpkg-deb': EXTRACT }],
    ['a package without the program', { 'apt-get': SIMULATE, 'dpkg-deb': ':' }],
  ])('with %s it says what to do, and leaves nothing behind', async (_, programs) => {
    script(programs)
    await expect(findRedis(cache)).rejects.toThrow(
      'There is no Redis for the tests: install the package redis-server, or set REDIS_URL to a Redis server ' +
        'that they may empty',
    )
    expect(readdirSync(cache)).toEqual([])
  })
})
