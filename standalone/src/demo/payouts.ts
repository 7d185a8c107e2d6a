import { addDays, weekday, type Instant, type LocalDate } from '@hearth/contracts/kernel/dates'
import { openPool } from '@hearth/platform/postgres/pool'
import { chooseCookieName } from '@hearth/platform/session/cookie'
import { closeSessions, openSession } from '@hearth/platform/session/sessions'
import { createLogger } from '@hearth/platform/telemetry/logger'
import { setTimeout as delay } from 'node:timers/promises'
import { createCommandSender, type SendCommand } from '../commands/commandSender.ts'
import { DEMO_LOGINS } from './logins.ts'
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

const listDays = (today: LocalDate): readonly LocalDate[] => {
  const last = addDays(today, -((weekday(today) - TUESDAY + 7) % 7))
  return Array.from({ length: WEEKS }, (_, week) => addDays(last, -7 * (WEEKS - week)))
}

/** Sessions of the demonstration's two finance people, for the duration of `work`. */
const asFinance = async (
  databaseUrl: string,
  baseUrl: string,
  work: (send: readonly SendCommand[], settled: () => Promise<boolean>) => Promise<void>,
): Promise<void> => {
  const pool = openPool({
    connectionString: databaseUrl,
    max: 2,
    name: 'demo',
    log: createLogger({ name: 'demo', level: 'warn' }),
    limits: 'request',
  })
  try {
    const emails = DEMO_LOGINS.flatMap(({ email, role }) => (role === 'finance' ? [email] : []))
    const { rows } = await pool.query<{ id: string }>(
      'select id from app.app_user where email = any($1) order by email',
      [emails],
    )
    const sessions = await Promise.all(
      rows.map(({ id: userId }) =>
        openSession(pool, chooseCookieName(new URL(baseUrl)), {
          userId,
          staff: true,
          hostAccountId: null,
          method: 'password_totp',
          proved: true,
          secondFactor: true,
          userAgent: null,
          address: null,
        }),
      ),
    )
    try {
      await work(
        sessions.map((cookie) =>
          createCommandSender(baseUrl, {
            cookie: cookie.split(';')[0] ?? '',
            origin: new URL(baseUrl).origin,
          }),
        ),
        async () => (await pool.query<{ waiting: number }>(FOLLOWED)).rows[0]?.waiting === 0,
      )
    } finally {
      for (const { id } of rows) await closeSessions(pool, id)
    }
  } finally {
    await pool.end()
  }
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
  const paid = WORLD.flatMap(({ name, banks }) =>
    banks.length === 0 ? [] : [[name, accounts[name] ?? ''] as const],
  )
  const days = listDays(now.slice(0, 10))
  await asFinance(databaseUrl, baseUrl, async (approvers, settled) => {
    for (const deadline = Date.now() + SETTLE_TIMEOUT_MS; !(await settled()) && Date.now() < deadline;)
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
