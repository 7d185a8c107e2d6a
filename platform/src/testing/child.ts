import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../../../', import.meta.url))
const stopWithParent = new URL('stopWithParent.mjs', import.meta.url).href
const READY_WITHIN_MS = 50_000
const STOP_WITHIN_MS = 10_000

export type ReadyChild = Readonly<{
  /** What stood behind `ready ` on its standard output. */
  url: string
  pid: number
  /** What it has printed on its standard output. */
  lines: readonly string[]
  /** Undefined while it runs, null when a signal ended it. */
  exitCode: () => number | null | undefined
  /** Asks it to stop, kills it when it does not, resolves when it is gone. Safe to call twice. */
  stop: () => Promise<void>
  /** Kills it at once (SIGKILL), resolves when it is gone. */
  kill: () => Promise<void>
}>

// Set by scripts/bundleForTests.mjs, by source file: a bundle starts in a fraction of the time.
const readBundles = (): Readonly<Record<string, string>> =>
  JSON.parse(process.env['BUNDLED_PROGRAMS'] ?? '{}')

/** What Node must be given to run a program of the repository, named by its TypeScript file from the root. */
export const programArguments = (program: string): readonly string[] => {
  const bundle = readBundles()[program]
  return bundle === undefined
    ? ['--import', 'tsx', join(repository, program)]
    : ['--enable-source-maps', join(repository, bundle)]
}

/**
 * Starts a TypeScript program of the repository and waits for its line `ready <url>`. It gets SIGTERM when
 * the test process is gone.
 */
export const startChild = async (
  program: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ReadyChild> => {
  const child = spawn(
    process.execPath,
    ['--import', stopWithParent, ...programArguments(program), ...parameters],
    {
      cwd: repository,
      env: { ...process.env, ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  const errors: string[] = []
  const lines: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    errors.push(line)
    if (errors.length > 40) errors.shift()
  })
  child.stdin.on('error', () => undefined)
  let exitCode: number | null | undefined
  const exited = new Promise<void>((resolve) => {
    child.once('close', (code) => {
      exitCode = code
      resolve()
    })
    child.once('error', () => resolve())
  })
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal)
    child.stdin.destroy()
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
    await exited
    clearTimeout(timer)
  }
  const fail = (reason: string) => new Error(`${program} ${reason}\n${errors.join('\n')}`)
  let timer: NodeJS.Timeout | undefined
  try {
    const url = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        lines.push(line)
        if (lines.length > 1_000) lines.shift()
        if (line.startsWith('ready ')) resolve(line.slice('ready '.length).trim())
      })
      child.once('error', reject)
      child.once('close', (code) => reject(fail(`ended with exit code ${code} before it was ready`)))
      timer = setTimeout(() => reject(fail('was not ready in time')), READY_WITHIN_MS)
    })
    return {
      url,
      pid: child.pid ?? 0,
      lines,
      exitCode: () => exitCode,
      stop: () => end('SIGTERM'),
      kill: () => end('SIGKILL'),
    }
  } catch (error) {
    await end('SIGKILL')
    throw error
  } finally {
    clearTimeout(timer)
  }
}
