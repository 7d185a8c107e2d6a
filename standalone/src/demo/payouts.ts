import { addDays, weekday, type Instant, type LocalDate } from '@hearth/contracts/kernel/dates'
import type pg from 'pg'
import { setTimeout as delay } from 'node:timers/promises'
import { createCommandSender } from '../commands/commandSender.ts'
import { asStaff } from './staff.ts'
import { demoKey, WORLD } from './world.ts'

/** Weeks of payouts; earlier earnings are in the first of them. */
const WEEKS = 12
const TUESDAY = 2
const SETTLE_TIMEOUT_MS = 6_000
/** Its large first payout has one approval and waits for a second one. */
const WAITING = 'Lisboa Casas'

/** The effects of the stays so far have reached the ledgers. */
const FOLLOWED = `
  select count(*)::int as waiting
  from app.outbox
  where done_at is null and due_at <= clock_timestamp() and work ->> 'kind' = 'command'`

type Options = Readonly<{
  baseUrl: string
  schedulerToken: string
  databaseUrl: string
  accounts: Readonly<Record<string, string>>
  now: Instant
}>

const isSettled = async (pool: pg.Pool): Promise<boolean> =>
  (await pool.query<{ waiting: number }>(FOLLOWED)).rows[0]?.waiting === 0

const listDays = (today: LocalDate): readonly LocalDate[] => {
  const last = addDays(today, -((weekday(today) - TUESDAY + 7) % 7))
  return Array.from({ length: WEEKS }, (_, week) => addDays(last, -7 * (WEEKS - week)))
}

/**
 * Pays the demonstration's hosts for twelve weeks, with the approvals that this takes; the bank pays while
 * the first visitor signs in.
 */
export const payDemoHosts = async ({
  baseUrl,
  schedulerToken,
  databaseUrl,
  accounts,
  now,
}: Options): Promise<void> => {
  const scheduler = createCommandSender(baseUrl, schedulerToken)
  const paid = WORLD.flatMap(({ name, banks, removesBanks }) =>
    banks.length === 0 || removesBanks ? [] : [[name, accounts[name] ?? ''] as const],
  )
  const days = listDays(now.slice(0, 10))
  await asStaff({ databaseUrl, baseUrl, role: 'finance' }, async (approvers, pool) => {
    for (const deadline = Date.now() + SETTLE_TIMEOUT_MS; !(await isSettled(pool)) && Date.now() < deadline;)
      await delay(100)
    await Promise.all(
      paid.map(async ([name, account]) => {
        for (const day of days) {
          const run = await scheduler({
            path: `/api/payout-accounts/${account}/run`,
            body: { day },
            key: demoKey('run', account, day),
          })
          if (!run.ok) throw new Error(`The demo hosts could not be paid: ${run.code} ${run.detail}`)
          const people = name === WAITING && day === days[0] ? approvers.slice(0, 1) : approvers
          // Most need no approval, and the answer says so.
          for (const id of run.body['payouts'] as readonly string[]) {
            for (const [index, send] of people.entries())
              await send({
                path: `/api/payouts/${id}/approve`,
                body: {},
                key: demoKey('approve', id, String(index)),
              })
          }
        }
      }),
    )
  })
}
