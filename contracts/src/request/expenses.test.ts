import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { deriveId } from '../kernel/ids.ts'
import type { RecordedEvent } from '../kernel/message.ts'
import { computeLines } from '../ledger/rules/bookkeeping.ts'
import { entryProblems } from '../ledger/rules/replay.ts'
import { zLedgerEntry } from '../ledger/entry.ts'
import { parseWork } from '../outbox.ts'
import { expenseProcess, type ExpenseState } from './expenses.ts'

const REQUEST = '6c1f9a52-1d0e-5c3b-8e4a-2b7d1c0e5f33'
const AT = '2026-06-12T13:42:00.000Z'
const fixture = (type: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../fixtures/${type}.v1.json`, import.meta.url), 'utf8'))
const happened = (type: string): RecordedEvent => ({
  id: deriveId('event', type),
  stream: `request-${REQUEST}`,
  revision: 2n,
  type,
  data: fixture(type),
  metadata: { tenantId: 'a', actorId: 'ada', commandId: deriveId('command', type), occurredAt: AT },
  position: { commit: 0n, prepare: 0n },
  recordedAt: AT,
})

const follow = (...types: readonly string[]) =>
  types.map(happened).reduce<Readonly<{ state: ExpenseState | undefined; effects: readonly object[] }>>(
    ({ state, effects }, event) => {
      expect(expenseProcess.correlate(event)).toBe(REQUEST)
      const [next, ...more] = expenseProcess.on(state, event)
      return { state: next, effects: [...effects, ...more] }
    },
    { state: undefined, effects: [] },
  )

test('what an approved expense cost is taken off in the host’s ledger, for its listing', () => {
  const { state, effects } = follow('ExpenseApprovalRequested', 'ExpenseApproved', 'ExpenseIncurred')
  expect(state).toBeUndefined()
  expect(effects).toHaveLength(1)
  expect(parseWork(effects[0])).toMatchObject({ ok: true })
  const { hostAccountId, bookingId } = fixture('ExpenseApprovalRequested')
  const { listingId, actualMinor } = fixture('ExpenseIncurred')
  expect(effects[0]).toMatchObject({
    type: 'PostEntries',
    occurredAt: AT,
    data: {
      accountId: hostAccountId,
      entries: [
        {
          kind: 'expense_recharge',
          amountMinor: -Number(actualMinor),
          currency: 'USD',
          availableAt: AT,
          listingId,
          bookingId,
          text: 'Expense RQ-0E5F33AB',
          source: {
            stream: `request-${REQUEST}`,
            revision: 2,
            eventId: deriveId('event', 'ExpenseIncurred'),
          },
        },
      ],
    },
  })
  const { entries } = Reflect.get(effects[0] ?? {}, 'data') as Readonly<{ entries: readonly unknown[] }>
  const entry = zLedgerEntry.parse(entries[0])
  expect(entryProblems(entry)).toEqual([])
  const posted = { ...happened('ExpenseIncurred'), type: 'LedgerEntryPosted' } as const
  const lines = computeLines({ ...posted, data: { hostAccountId: String(hostAccountId), ...entry } })
  expect(lines.map(({ account, amountMinor }) => [account, amountMinor])).toEqual([
    ['host_payable', -Number(actualMinor)],
    ['platform_revenue', Number(actualMinor)],
  ])
})

test('an expense in an emergency is posted, too', () =>
  expect(
    follow('ExpenseApprovalRequested', 'ExpenseAutoApprovedEmergency', 'ExpenseIncurred').effects,
  ).toHaveLength(1))

test('a repetition posts the same entry under the same command', () => {
  const [first, second] = [0, 1].map(
    () => follow('ExpenseApprovalRequested', 'ExpenseApproved', 'ExpenseIncurred').effects,
  )
  expect(second).toEqual(first)
})

test.for(['ExpenseDeclined', 'RequestWithdrawn'])('after %s nothing is posted', (type) =>
  expect(follow('ExpenseApprovalRequested', type)).toEqual({ state: undefined, effects: [] }),
)
