import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Log } from '@hearth/platform/telemetry/log'
import pLimit from 'p-limit'
import type { DuePayouts } from './duePayouts.ts'
import type { Runs } from './runs.ts'

const MAX_CONCURRENT_ACCOUNTS = 4

export type PayoutDayOptions = Readonly<{
  due: Pick<DuePayouts, 'accounts'>
  runs: Runs
  log: Log
  signal: AbortSignal
}>

/**
 * The run of a day over all accounts; answers how many payouts it scheduled. Repeated, it adds only new
 * entries.
 */
export const createPayoutDay =
  ({ due, runs, log, signal }: PayoutDayOptions) =>
  async (at: Instant): Promise<number> => {
    let scheduled = 0
    const limit = pLimit(MAX_CONCURRENT_ACCOUNTS)
    const run = async (account: string) => {
      if (signal.aborted) return
      try {
        const ids = await runs.runAccount(account, at)
        scheduled += ids.length
      } catch (error) {
        log.error({ err: error, hostAccountId: account }, 'payouts: this account was left out of the run')
      }
    }
    for await (const page of due.accounts(at)) {
      if (signal.aborted) break
      await limit.map(page, run)
    }
    return scheduled
  }
