import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { allowed } from '@hearth/platform/testing/allowed'
import { programArguments } from '@hearth/platform/testing/child'
import { startTestPostgres, type TestPostgres } from '@hearth/platform/testing/postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'

const STOPS_WITHIN_MS = 2_000
/** Moments of the start at which a signal is sent; more with SIGNALS. */
const MOMENTS = Number(process.env['SIGNALS'] ?? 8)

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startTestPostgres()
})
afterAll(() => postgres?.stop())

/** Starts an event store, sends SIGTERM at that moment and measures how long it takes to end. */
const measureStop = async (when: 'holding the log' | 'ready' | number) => {
  const child = spawn(
    process.execPath,
    [
      ...programArguments('standalone/src/event-store/main.ts'),
      '--port',
      '0',
      '--database-url',
      postgres.databaseUrl,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const said = new Promise<void>((resolve) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      if (typeof when === 'string' && output.includes(when)) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
  })
  try {
    await Promise.race([typeof when === 'number' ? delay(when) : said, ended])
    const sentAt = performance.now()
    child.kill('SIGTERM')
    const code = await Promise.race([ended, delay(allowed(STOPS_WITHIN_MS), 'still running', { ref: false })])
    return { code, ms: performance.now() - sentAt }
  } finally {
    child.kill('SIGKILL')
    await ended
  }
}

it.each(['holding the log', 'ready'] as const)(
  'stops on a signal that comes as it says "%s"',
  async (line) => {
    for (let repetition = 0; repetition < 3; repetition += 1) expect((await measureStop(line)).code).toBe(0)
  },
)

it('stops on a signal at any moment of its start', async () => {
  for (let moment = 0; moment < MOMENTS; moment += 1) {
    // Before there is a handler the signal ends the process by itself.
    const { code } = await measureStop(Math.random() * 1_500)
    expect([0, null]).toContain(code)
  }
})
