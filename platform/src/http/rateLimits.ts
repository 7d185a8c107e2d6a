import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Principal } from '../session/principal.ts'
import { AppProblem } from './appProblem.ts'
import { findNetwork } from './network.ts'
import type { RateClass } from './load.ts'

const MINUTE = 60

type Limits = Readonly<{ session: number; account: number; address: number }>

/**
 * Requests a minute in one process, by class. An account has several people, an address whole
 * offices; of IPv6 the /64 counts as one address.
 * `probe` asks how we are, and has no limit.
 */
export const RATE_LIMITS: Readonly<Record<Exclude<RateClass, 'probe'>, Limits>> = {
  read: { session: 1_200, account: 4_800, address: 3_600 },
  write: { session: 300, account: 1_200, address: 900 },
  // Tries to sign in are counted one by one where they are made, in the database; this is for what surrounds
  // them.
  login: { session: 60, account: 240, address: 180 },
  export: { session: 20, account: 40, address: 60 },
  stream: { session: 60, account: 240, address: 240 },
}
/** Requests a minute from one address without a valid session. */
export const REFUSED_PER_ADDRESS = 300

export type RateLimits = Readonly<{
  /**
   * Counts a request; throws 429 with Retry-After when it is one too many for its session, its account or its
   * address.
   */
  count: (rate: RateClass, principal: Principal | undefined, address: string) => Promise<void>
  /** Counts a request without a session; throws 429 likewise. */
  countRefused: (address: string) => Promise<void>
}>

const tooMany = ({ msBeforeNext }: RateLimiterRes) => {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1_000))
  return new AppProblem(
    'RATE_LIMITED',
    'Too many requests. Wait a moment, then try again',
    { retryAfterSeconds: seconds },
    { 'retry-after': String(seconds) },
  )
}

const consume = async (limiter: RateLimiterMemory, key: string): Promise<void> => {
  try {
    await limiter.consume(key)
  } catch (error) {
    throw error instanceof RateLimiterRes ? tooMany(error) : error
  }
}

/**
 * Limits by session, account and address, `factor` times those above. They live in memory: no read waits for
 * a store, and none stops with it. Service principals are not counted; how much of theirs is at work at the
 * same time is bounded by `watchLoad`.
 */
export const openRateLimits = (factor: number): RateLimits => {
  const limiter = (name: string, points: number) =>
    new RateLimiterMemory({ keyPrefix: name, points: points * factor, duration: MINUTE })
  const limiters = new Map<RateClass, Readonly<Record<keyof Limits, RateLimiterMemory>>>(
    Object.entries(RATE_LIMITS).map(([rate, { session, account, address }]) => [
      rate as RateClass,
      {
        session: limiter(`${rate} session`, session),
        account: limiter(`${rate} account`, account),
        address: limiter(`${rate} address`, address),
      },
    ]),
  )
  const refused = limiter('refused', REFUSED_PER_ADDRESS)
  return {
    count: async (rate, principal, address) => {
      const of = limiters.get(rate)
      if (!of || principal?.actor.kind === 'service') return
      await consume(of.address, findNetwork(address, 32))
      if (principal?.tenantId !== undefined) await consume(of.account, principal.tenantId)
      if (principal?.sessionId !== undefined) await consume(of.session, principal.sessionId)
    },
    countRefused: (address) => consume(refused, findNetwork(address, 32)),
  }
}
