import { startTestPostgres, type TestPostgres } from '@hearth/platform/testing/postgres'
import { allowed } from '@hearth/platform/testing/allowed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog, type Log } from './log.ts'
import { createStreamStates } from './streamState.ts'
import { createTail } from './tail.ts'
import { startWriter } from './writer.ts'

let postgres: TestPostgres
let log: Log
beforeAll(async () => {
  postgres = await startTestPostgres()
  log = createLog(postgres.databaseUrl)
})
afterAll(async () => {
  await log.close()
  await postgres.stop()
})

test('holds the log after all when it fails right after it has taken the lock', async () => {
  const tail = createTail()
  let failures = 0
  let standbys = 0
  const writer = startWriter({
    databaseUrl: postgres.databaseUrl,
    log,
    states: createStreamStates(log),
    tail: {
      ...tail,
      reset: (head) => {
        if ((failures += 1) === 1) throw new Error('the first time fails')
        tail.reset(head)
      },
    },
    onStandby: () => (standbys += 1),
  })
  try {
    expect(await writer.leading(allowed(10_000))).toBe(true)
    expect(failures).toBe(2)
    // For a moment the lock may still be that of the first session.
    expect(standbys).toBeLessThanOrEqual(1)
  } finally {
    await writer.stop()
  }
})
