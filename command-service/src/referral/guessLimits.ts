import { clearAttempts, countAttempt, type Attempt } from '@hearth/platform/session/throttle'
import type pg from 'pg'
import type { GuessLimits } from './referee.stages.ts'

/** Codes are 40 bits; an account tries as many as a person tries passwords (docs/domain/login.md#attempts). */
export const openGuessLimits = (pool: pg.Pool): GuessLimits => {
  const describe = (hostAccountId: string, address = ''): Attempt => ({
    account: `referral-code/${hostAccountId}`,
    address,
    signedIn: true,
  })
  return {
    take: async (hostAccountId, address) => (await countAttempt(pool, describe(hostAccountId, address))).wait,
    clear: (hostAccountId, address) => clearAttempts(pool, describe(hostAccountId, address)),
  }
}
