import { execFile } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { isRunning } from './workDirectory.ts'

/** A program, and where it finds the shared libraries that the machine does not have. */
export type RedisProgram = Readonly<{ path: string; libraryPath?: string }>

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/hearth-redis', import.meta.url))
const UNPACKING = 'unpacking-'
const PACKAGE = 'redis-server'
const runProgram = promisify(execFile)

const canRun = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const findInstalled = (): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((directory) => join(directory, 'redis-server'))
    .find(canRun)

/** The package and those that it needs and the machine does not have. */
const listPackages = async (options: readonly string[]): Promise<readonly string[]> => {
  const { stdout } = await runProgram('apt-get', [
    ...options,
    '--simulate',
    '--no-install-recommends',
    'install',
    PACKAGE,
  ])
  return stdout.split('\n').flatMap((line) => /^Inst (\S+)/.exec(line)?.[1] ?? [])
}

const download = async (directory: string, options: readonly string[]): Promise<void> => {
  const packages = await listPackages(options)
  await runProgram('apt-get', [...options, 'download', ...packages], { cwd: directory })
}

/** As `download`, with package lists of our own: those of the machine may be missing or out of date. */
const downloadWithFreshLists = async (directory: string, options: readonly string[]): Promise<void> => {
  mkdirSync(join(directory, 'lists', 'partial'), { recursive: true })
  const own = [
    ...options,
    '-o',
    `Dir::State::lists=${join(directory, 'lists')}`,
    '-o',
    `Dir::Cache=${join(directory, 'apt')}`,
  ]
  await runProgram('apt-get', [...own, 'update'])
  await download(directory, own)
}

/** Downloads Debian's package and unpacks it, which needs no root. */
const unpackInto = async (directory: string): Promise<void> => {
  const options = ['--quiet', '-o', 'APT::Sandbox::User=root']
  await download(directory, options).catch(() => downloadWithFreshLists(directory, options))
  for (const name of readdirSync(directory).filter((file) => file.endsWith('.deb')))
    await runProgram('dpkg-deb', ['--extract', join(directory, name), join(directory, 'root')])
  if (!canRun(join(directory, 'root/usr/bin/redis-server'))) throw new Error('the package has no program')
}

// A process that was killed while it unpacked could not clean up; the next one does it.
const removeAbandoned = (cache: string): void => {
  for (const name of readdirSync(cache)) {
    const pid = Number(/^unpacking-(\d+)-/.exec(name)?.[1])
    if (Number.isInteger(pid) && !isRunning(pid)) rmSync(join(cache, name), { recursive: true, force: true })
  }
}

/**
 * Unpacks Debian's package into the directory, unless that was done before. Processes that do it at the same
 * time each unpack it, and the first that is complete stays.
 */
export const unpackRedis = async (cache: string): Promise<RedisProgram> => {
  const complete = join(cache, 'root')
  if (!existsSync(complete)) {
    mkdirSync(cache, { recursive: true })
    removeAbandoned(cache)
    const directory = mkdtempSync(join(cache, `${UNPACKING}${process.pid}-`))
    try {
      await unpackInto(directory)
      renameSync(join(directory, 'root'), complete)
    } catch (error) {
      if (!existsSync(complete)) throw error
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  }
  const libraries = ['lib', 'usr/lib'].flatMap((parent) =>
    existsSync(join(complete, parent))
      ? readdirSync(join(complete, parent))
          .filter((name) => name.includes('-linux-'))
          .map((name) => join(complete, parent, name))
      : [],
  )
  return { path: join(complete, 'usr/bin/redis-server'), libraryPath: libraries.join(delimiter) }
}

/** The Redis of this machine, otherwise Debian's package, unpacked into `cache` once. */
export const findRedis = async (cache = CACHE): Promise<RedisProgram> => {
  const installed = findInstalled()
  if (installed !== undefined) return { path: installed }
  try {
    return await unpackRedis(cache)
  } catch (error) {
    throw new Error(
      'There is no Redis for the tests: install the package redis-server, or set REDIS_URL to a Redis ' +
        'server that they may empty',
      { cause: error },
    )
  }
}
