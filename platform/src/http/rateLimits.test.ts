import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Principal } from '../session/principal.ts'
import { AppProblem } from './appProblem.ts'
import type { RateClass } from './load.ts'
import { openRateLimits, RATE_LIMITS, REFUSED_PER_ADDRESS, type RateLimits } from './rateLimits.ts'

const host = (sessionId: string, tenantId = 'account-1'): Principal => ({
  actor: { id: 'ana', kind: 'host', role: 'owner', name: 'Ana' },
  tenantId,
  sessionId,
  listingIds: 'all',
})
const importer: Principal = {
  actor: { id: 'importer', kind: 'service', role: 'importer', name: 'importer' },
  listingIds: 'all',
}

/** How many of `count` requests get through, and what the first refused one is told. */
const send = async (
  limits: RateLimits,
  count: number,
  request: (index: number) => readonly [RateClass, Principal | undefined, string],
) => {
  let through = 0
  let refusal: AppProblem | undefined
  for (let index = 0; index < count; index++) {
    try {
      await limits.count(...request(index))
      through += 1
    } catch (error) {
      if (!(error instanceof AppProblem)) throw error
      refusal ??= error
    }
  }
  return { through, refusal }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('rate limits', () => {
  it.each(['read', 'write', 'login', 'export', 'stream'] as const)(
    'limit %s by session, by account and by address',
    async (rate) => {
      const { session, account, address } = RATE_LIMITS[rate]
      const one = await send(openRateLimits(1), session + 5, (index) => [
        rate,
        host('s1'),
        `10.0.0.${index % 250}`,
      ])
      expect(one.through).toBe(session)
      expect(one.refusal).toMatchObject({
        code: 'RATE_LIMITED',
        facts: { retryAfterSeconds: 60 },
        headers: { 'retry-after': '60' },
      })
      expect(
        (
          await send(openRateLimits(1), account + 5, (index) => [
            rate,
            host(`s${index}`),
            `10.0.${index % 9}.${index % 250}`,
          ])
        ).through,
      ).toBe(account)
      expect(
        (
          await send(openRateLimits(1), address + 5, (index) => [
            rate,
            host(`s${index}`, `account-${index}`),
            '10.0.0.1',
          ])
        ).through,
      ).toBe(address)
      expect((await send(openRateLimits(1), address + 5, () => [rate, undefined, '10.0.0.1'])).through).toBe(
        address,
      )
    },
  )

  it('count all addresses of one IPv6 /64 as one, and no other', async () => {
    const limits = openRateLimits(1)
    const { address } = RATE_LIMITS.export
    const { through } = await send(limits, address + 5, (index) => [
      'export',
      undefined,
      `2001:db8:1:2::${index.toString(16)}`,
    ])
    expect(through).toBe(address)
    expect((await send(limits, 1, () => ['export', undefined, '2001:db8:1:3::1'])).through).toBe(1)
    for (let count = 0; count < REFUSED_PER_ADDRESS; count++)
      await limits.countRefused(`2001:db8:1:2::${count.toString(16)}`)
    await expect(limits.countRefused('2001:db8:1:2:ffff::1')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await limits.countRefused('2001:db8:1:3::1')
  })

  it('start again after a minute', async () => {
    const limits = openRateLimits(1)
    const { session } = RATE_LIMITS.export
    await send(limits, session + 1, () => ['export', host('s1'), '10.0.0.1'])
    vi.advanceTimersByTime(60_001)
    expect((await send(limits, 1, () => ['export', host('s1'), '10.0.0.1'])).through).toBe(1)
  })

  it('do not affect another class or another session of another account', async () => {
    const limits = openRateLimits(1)
    await send(limits, RATE_LIMITS.export.session + 1, () => ['export', host('s1'), '10.0.0.1'])
    expect((await send(limits, 1, () => ['read', host('s1'), '10.0.0.1'])).through).toBe(1)
    expect((await send(limits, 1, () => ['export', host('s2', 'account-2'), '10.0.0.2'])).through).toBe(1)
  })

  it('count neither services nor probes', async () => {
    const limits = openRateLimits(1)
    expect((await send(limits, 2_000, () => ['write', importer, '10.0.0.1'])).through).toBe(2_000)
    expect((await send(limits, 2_000, () => ['probe', undefined, '10.0.0.1'])).through).toBe(2_000)
  })

  it('limit requests without a session', async () => {
    const limits = openRateLimits(1)
    for (let count = 0; count < REFUSED_PER_ADDRESS; count++) await limits.countRefused('10.0.0.1')
    await expect(limits.countRefused('10.0.0.1')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await limits.countRefused('10.0.0.2')
  })

  it('grow by the factor', async () => {
    expect((await send(openRateLimits(3), 100, () => ['export', host('s1'), '10.0.0.1'])).through).toBe(60)
  })
})
