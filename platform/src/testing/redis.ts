import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { freePort } from '../process/freePort.ts'
import { findRedis, type RedisProgram } from './redisProgram.ts'
import { startTcpProxy } from './tcpProxy.ts'
import { createWorkDirectory } from './workDirectory.ts'

export type TestRedis = Readonly<{
  url: string
  /** Ends it (SIGKILL). `start` brings it back at the same address with the same data. */
  kill: () => Promise<void>
  start: () => Promise<void>
  /** Deletes all that it holds, while clients are connected. */
  empty: () => Promise<void>
  /** The number of clients of its database. */
  countClients: () => Promise<number>
  stop: () => Promise<void>
}>

/** A shell whose standard input closes when the test process is gone, however that went, then kills Redis. */
const KILL_AT_END = 'trap "" INT TERM HUP; "$@" & exec >/dev/null 2>&1; cat; kill -KILL $!; wait'
const READY = 'Ready to accept connections'

const startServer = async (
  { path, libraryPath }: RedisProgram,
  port: number,
  directory: string,
): Promise<ChildProcess> => {
  const settings = { port: String(port), bind: '127.0.0.1', save: '', appendonly: 'yes', dir: directory }
  const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
  const shell = spawn('sh', ['-c', KILL_AT_END, 'redis', path, ...options], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...(libraryPath === undefined ? {} : { LD_LIBRARY_PATH: libraryPath }) },
  })
  shell.stdin.on('error', () => undefined)
  let output = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [shell.stdout, shell.stderr])
      stream.on('data', (chunk: Buffer) => {
        output = `${output}${chunk.toString()}`.slice(-4_000)
        if (output.includes(READY)) resolve()
      })
    const fail = () => reject(new Error(`Redis did not start\n${output}`))
    shell.once('error', fail)
    shell.stdout.once('close', fail)
  })
  return shell
}

const endServer = async (shell: ChildProcess): Promise<void> => {
  if (shell.exitCode !== null) return
  const exited = once(shell, 'exit')
  shell.stdin?.end()
  await exited
}

const ask = async <Answer>(url: string, question: (client: Redis) => Promise<Answer>): Promise<Answer> => {
  const client = new Redis(url)
  try {
    return await question(client)
  } finally {
    client.disconnect()
  }
}

const askAt = (url: string) => ({
  empty: async () => void (await ask(url, (client) => client.flushdb())),
  countClients: () =>
    ask(url, async (client) => {
      const clients = String(await client.client('LIST')).split('\n')
      const mine = ` db=${new URL(url).pathname.slice(1) || '0'} `
      return clients.filter((line) => line.includes(mine)).length - 1
    }),
})

const startOwn = async (): Promise<TestRedis> => {
  const program = await findRedis()
  const directory = createWorkDirectory()
  const port = await freePort()
  const start = () => startServer(program, port, directory.path)
  let server = await start()
  const url = `redis://127.0.0.1:${port}`
  return {
    url,
    ...askAt(url),
    kill: () => endServer(server),
    start: async () => {
      server = await start()
    },
    stop: async () => {
      await endServer(server)
      directory.remove()
    },
  }
}

let freed: Promise<unknown> = Promise.resolve()

/**
 * One database of a given server for each test process, whose tests wait for each other, and a proxy in front of it, whose end is that of the
 * server for its clients.
 */
const useGiven = async (given: string): Promise<TestRedis> => {
  const before = freed
  const stopped = new AbortController()
  freed = once(stopped.signal, 'abort')
  await before
  const target = new URL(given)
  target.pathname = process.env['VITEST_POOL_ID'] ?? target.pathname
  const port = await freePort()
  const startProxy = () => startTcpProxy(Number(target.port || 6379), { host: target.hostname, port })
  let proxy = await startProxy()
  const near = new URL(target)
  near.host = `127.0.0.1:${port}`
  const questions = askAt(target.href)
  await questions.empty()
  return {
    url: near.href,
    ...questions,
    kill: () => proxy.close(),
    start: async () => {
      proxy = await startProxy()
    },
    stop: async () => {
      await proxy.close()
      await questions.empty()
      stopped.abort()
    },
  }
}

/**
 * A Redis for one test file: a server of its own, which ends with the test process, or one database of that
 * at REDIS_URL.
 */
export const startTestRedis = (): Promise<TestRedis> => {
  const given = process.env['REDIS_URL']
  return given === undefined || given === '' ? startOwn() : useGiven(given)
}
