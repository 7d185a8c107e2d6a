import { silentLog } from '@hearth/platform/testing/log'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { describe, expect, it } from 'vitest'
import { makeTimers } from './timers.ts'

const now = () => new Date().toISOString()
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

describe('timers', () => {
  it('run work once at its instant, never before', async () => {
    const timers = makeTimers({ now, log: silentLog })
    const ran: string[] = []
    const at = inMs(40)
    timers.at('a', at, async () => void ran.push(now()))
    timers.at('a', at, async () => void ran.push(now()))
    await waitUntil(() => ran.length > 0, 2_000)
    expect(ran).toHaveLength(1)
    expect(ran[0]! >= at).toBe(true)
  })

  it('run what is overdue now, and nothing after a stop', async () => {
    const timers = makeTimers({ now, log: silentLog })
    const ran: string[] = []
    timers.at('past', '2020-01-01T00:00:00.000Z', async () => void ran.push('past'))
    await waitUntil(() => ran.length === 1, 2_000)
    timers.at('future', inMs(20), async () => void ran.push('future'))
    timers.at('far', '2099-01-01T00:00:00.000Z', async () => void ran.push('far'))
    timers.stop()
    timers.at('after', inMs(60), async () => void ran.push('after'))
    await waitUntil(() => ran.includes('after'), 2_000)
    expect(ran).toEqual(['past', 'after'])
  })
})
