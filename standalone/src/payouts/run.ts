import { setTimeout as delay } from 'node:timers/promises'
import { addDays, type LocalDate } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { isBusinessDay } from '@hearth/contracts/payout'
import type { CommandResult, SendCommand } from '../commands/commandSender.ts'
import type { Colleague } from './people.ts'

const PAGE = 100
const POLL_MS = 500
/** Entries and payouts without progress for this long are waiting for a person. */
const SETTLED_AFTER_MS = 180_000

export type Options = Readonly<{
  through: LocalDate
  /** The first day; by default that of the oldest open entry. */
  from: LocalDate | undefined
  scheduler: SendCommand
  approvers: readonly Colleague[]
  /** UTC. */
  today: LocalDate
  onDay: (day: LocalDate, payouts: number) => void
}>
export type PayoutRuns = Readonly<{ days: number; payouts: number; approvals: number; waiting: number }>

type Approvers = readonly [Colleague, Colleague]

const requireBody = (result: CommandResult, what: string): Readonly<Record<string, unknown>> => {
  if (!result.ok) throw new Error(`${what}: ${result.code}, ${result.detail}`)
  return result.body
}

/** All rows, page by page. */
const allRows = async (
  { read }: Colleague,
  resource: string,
  filter: Readonly<Record<string, unknown>>,
  field: string,
) => {
  const all: Readonly<Record<string, unknown>>[] = []
  for (let first = 0; ; first += PAGE) {
    const { rows } = await read(resource, { filter, sort: [field, 'ASC'], range: [first, first + PAGE - 1] })
    all.push(...rows)
    if (rows.length < PAGE) return all
  }
}

/** The first day on which an open entry could have been paid. */
const firstDay = async ({ read }: Colleague): Promise<LocalDate | undefined> => {
  const { rows } = await read('ledger-entries', {
    filter: { state: 'open' },
    sort: ['availableAt', 'ASC'],
    range: [0, 0],
  })
  return rows[0] === undefined ? undefined : String(rows[0]['availableAt']).slice(0, 10)
}

const DECIDED = ['ALREADY_DECIDED', 'FOUR_EYES_SAME_ACTOR', 'INVALID_TRANSITION']

/** Approves a page of the payouts that wait for approval; returns the number of approvals. */
const approveWaiting = async (approvers: Approvers, today: LocalDate): Promise<number> => {
  const { rows } = await approvers[0].read('payouts', {
    filter: { state: 'awaiting_approval' },
    range: [0, PAGE - 1],
  })
  let approvals = 0
  for (const { id } of rows) {
    for (const [index, { send }] of approvers.entries()) {
      const result = await send({
        path: `/api/payouts/${String(id)}/approve`,
        body: {},
        key: deriveId('approval', String(id), String(index), today),
      })
      // The list may be slightly behind: another approver may have decided in the meantime.
      if (!result.ok && !DECIDED.includes(result.code))
        throw new Error(`A payout could not be approved: ${result.code}, ${result.detail}`)
      if (result.ok && Array.isArray(result.body['events']) && result.body['events'].length > 0)
        approvals += 1
    }
  }
  return approvals
}

/** Runs the payouts of one day for every account; returns their number. */
const runDay = async (
  scheduler: SendCommand,
  accounts: readonly string[],
  day: LocalDate,
  today: LocalDate,
): Promise<number> => {
  const found = await Promise.all(
    accounts.map(async (account) => {
      const run = await scheduler({
        path: `/api/payout-accounts/${account}/run`,
        body: { day },
        key: deriveId('payout-run', account, day, today),
      })
      return (requireBody(run, `The run of ${day} for ${account}`)['payouts'] as readonly string[]).length
    }),
  )
  return found.reduce((sum, count) => sum + count, 0)
}

const countUnsettled = async ({ read }: Colleague): Promise<number> => {
  const payouts = await read('payouts', {
    filter: { state: ['awaiting_approval', 'scheduled', 'submitting', 'submitted'] },
    range: [0, 0],
  })
  const entries = await read('ledger-entries', { filter: { state: 'assigned' }, range: [0, 0] })
  return payouts.total + entries.total
}

/**
 * Runs payouts for every account on each business day up to `through`, in order; two people approve those
 * that need it. Ends when every payout is paid or waits for a person. It can be interrupted and repeated: an
 * entry of one payout is in no later one.
 */
export const runPayouts = async ({
  through,
  from,
  scheduler,
  approvers,
  today,
  onDay,
}: Options): Promise<PayoutRuns> => {
  const [first, second] = approvers
  if (first === undefined || second === undefined)
    throw new Error('Two finance staff members have to approve')
  const balances = await allRows(first, 'balances', {}, 'currency')
  const accounts = [...new Set(balances.map((row) => String(row['hostAccountId'])))]
  const made = { days: 0, payouts: 0, approvals: 0, waiting: 0 }

  const start = from ?? (await firstDay(first))
  for (let day = start; day !== undefined && day <= through && day <= today; day = addDays(day, 1)) {
    // Euros have one calendar, all other currencies the other.
    if (!isBusinessDay(day, 'EUR') && !isBusinessDay(day, 'USD')) continue
    made.payouts += await runDay(scheduler, accounts, day, today)
    made.days += 1
    onDay(day, made.payouts)
    made.approvals += await approveWaiting([first, second], today)
  }

  let last = -1
  for (let since = Date.now(); ;) {
    made.approvals += await approveWaiting([first, second], today)
    const left = await countUnsettled(first)
    if (left === 0) break
    if (left !== last) since = Date.now()
    last = left
    made.waiting = left
    if (Date.now() - since > SETTLED_AFTER_MS) return made
    await delay(POLL_MS)
  }
  return { ...made, waiting: 0 }
}

export type Reconciled = Readonly<{
  id: string
  payouts: number
  movements: number
  differences: readonly Readonly<Record<string, unknown>>[]
}>

/** Compares the bank's whole statement with payouts and ledger. */
export const reconcile = async (scheduler: SendCommand, key: string): Promise<Reconciled> =>
  requireBody(
    await scheduler({ path: '/api/reconciliations', body: { settleSeconds: 0 }, key }),
    'The comparison with the bank',
  ) as Reconciled
