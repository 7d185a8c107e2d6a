import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ServiceRole } from '@hearth/contracts/kernel/access'
import { allowed } from '@hearth/platform/testing/allowed'
import { freePort } from '@hearth/platform/process/freePort'
import { loadSecrets, getToken } from '../installation/secrets.ts'

export type Installation = Readonly<{
  baseUrl: string
  databaseUrl: string
  eventStoreUrl: string
  sealingKey: string
  token: (principal: ServiceRole) => string
  /** Pids by name, as the supervisor last wrote them. */
  processes: () => ReadonlyMap<string, number>
  /** Milliseconds from the call of `npm start` to ready. */
  startedInMs: number
  /** What it has printed for the person who started it. */
  printed: () => string
  stop: () => Promise<void>
}>

/** A first start with demo data takes 35 s alone, and minutes beside a test run that has begun meanwhile. */
export const READY_WITHIN_MS = 300_000

const root = join(import.meta.dirname, '../../..')
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

type Options = Readonly<{
  demo?: boolean
  outside?: boolean
  env?: Readonly<Record<string, string>>
}>

/** Servers of the person who runs the tests are left alone. */
const withoutServers = ({
  DATABASE_URL: _database,
  EVENTSTORE_URL: _events,
  ...environment
}: NodeJS.ProcessEnv) => environment

const spawnStart = (directory: string, port: number, { demo, outside, env }: Options) =>
  spawn(
    process.execPath,
    [
      join(root, 'scripts/start.mjs'),
      '--no-simulator',
      ...(demo ? [] : ['--no-demo']),
      ...(outside ? ['--outside'] : []),
    ],
    {
      cwd: root,
      env: {
        ...withoutServers(process.env),
        RATE_LIMIT_FACTOR: '1000',
        ...env,
        PORT: String(port),
        HEARTH_DATA: directory,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )

const readProcesses = (directory: string): ReadonlyMap<string, number> => {
  const file = join(directory, 'processes.json')
  const list = existsSync(file) ? (readJson(file) as readonly { name: string; pid: number }[]) : []
  return new Map(list.map(({ name, pid }) => [name, pid]))
}

/**
 * The whole of standalone on `directory`, as a child, for measurements and fault tests. Rejects when it does
 * not get ready.
 */
export const startInstallation = async (directory: string, options: Options = {}): Promise<Installation> => {
  const port = await freePort()
  const baseUrl = `http://localhost:${port}`
  const started = performance.now()
  const child = spawnStart(directory, port, options)
  const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? -1)))
  let printed = ''
  const ready = new Promise<void>((resolve) =>
    child.stdout.on('data', (text: Buffer) => {
      printed += text.toString()
      if (printed.includes('Hearth is ready')) resolve()
    }),
  )
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  const code = await Promise.race([
    ready,
    ended,
    delay(allowed(READY_WITHIN_MS), 'late' as const, { ref: false }),
  ])
  if (code !== undefined) {
    await stop()
    throw new Error(`The installation on ${directory} did not get ready: ${code}`)
  }
  const startedInMs = performance.now() - started
  const { databaseUrl, eventStoreUrl } = readJson(join(directory, 'addresses.json')) as Record<
    'databaseUrl' | 'eventStoreUrl',
    string
  >
  const secrets = loadSecrets(directory)
  return {
    baseUrl,
    databaseUrl,
    eventStoreUrl,
    sealingKey: secrets.SEALING_KEY,
    token: (principal) => getToken(secrets, principal),
    processes: () => readProcesses(directory),
    startedInMs,
    printed: () => printed,
    stop,
  }
}
