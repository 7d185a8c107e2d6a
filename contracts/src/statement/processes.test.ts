import { describe, expect, test } from 'vitest'
import { deriveId } from '../kernel/ids.ts'
import type { RecordedEvent } from '../kernel/message.ts'
import { statementProcess, type StatementProcessState } from './processes.ts'

const ACCOUNT = deriveId('account')
const AT = '2026-11-12T13:42:00.000Z'
const react = (
  state: StatementProcessState | undefined,
  category: string,
  type: string,
  data: object = {},
) => {
  const event: RecordedEvent = {
    id: deriveId('event', type),
    stream: `${category}-${ACCOUNT}`,
    revision: 1n,
    type,
    data: { hostAccountId: ACCOUNT, ...data },
    metadata: { tenantId: ACCOUNT, occurredAt: AT },
    position: { commit: 0n, prepare: 0n },
    recordedAt: AT,
  }
  expect(statementProcess.correlate(event)).toBe(ACCOUNT)
  return statementProcess.on(state, event)
}
const DRAFT = { kind: 'command', type: 'DraftStatement', id: ACCOUNT, data: {} }
const month = { month: '2026-11', timezone: 'UTC', lockAt: '2026-12-03T09:00:00.000Z' }
const OPEN = { isOpen: true, isClosed: false }

describe('the process of statements', () => {
  test('opens one statement with the first entry', () => {
    expect(react(undefined, 'hostLedger', 'LedgerEntryPosted')).toMatchObject([OPEN, DRAFT])
    expect(react(OPEN, 'hostLedger', 'LedgerEntryPosted')).toEqual([OPEN])
  })

  test('locks each month at its time', () =>
    expect(react(OPEN, 'statement', 'StatementDrafted', month)).toMatchObject([
      OPEN,
      {
        kind: 'timer',
        name: 'lock/2026-11',
        at: month.lockAt,
        work: { type: 'LockStatement', id: ACCOUNT, data: { month: '2026-11' } },
      },
    ]))

  test('opens the next statement after each, until the account is closed', () => {
    expect(react(OPEN, 'statement', 'StatementLocked', month)).toMatchObject([OPEN, DRAFT])
    const [closed] = react(OPEN, 'hostAccount', 'AccountClosed')
    expect(react(closed, 'statement', 'StatementLocked', month)).toEqual([{ isOpen: false, isClosed: true }])
  })
})
