import { entryFrom, type LedgerCommand, type LedgerEntry, type LedgerEvent } from '@hearth/contracts/ledger'
import { addHours, utcDay } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import type { Actor, OfType } from '@hearth/contracts/kernel/message'
import { NOW } from '../../testing/given.ts'
import type { LedgerFacts } from '../ledger.facts.ts'

export const id = deriveId('test', 'account')

export const FINANCE: Actor = { id: 'finance', kind: 'staff', role: 'finance', name: 'Femi' }

export const facts: LedgerFacts = { unknown: [] }

export const at = { id, facts }

const entry = (name: string, amountMinor: number, more: Partial<LedgerEntry> = {}): LedgerEntry => {
  const head = {
    kind: 'manual_adjustment',
    currency: 'USD',
    availableAt: NOW,
    listingId: null,
    bookingId: null,
    source: { stream: 'booking-x', revision: 0, eventId: deriveId('cause', name) },
    policies: [],
    text: name,
  } as const
  const made = entryFrom({ ...head, policies: [] }, [
    { code: 'adjustment', amountMinor, basis: { rule: 'stated' } },
  ])
  if (made === undefined) throw new Error('an entry of 0')
  return { ...made, ...more }
}

export const posted = (one: LedgerEntry): LedgerEvent => ({
  type: 'LedgerEntryPosted',
  data: { hostAccountId: id, ...one },
})

export const earned = entry('earned', 94_640)

export const fee = entry('fee', -28_000)

export const later = entry('later', 5_000, { availableAt: addHours(NOW, 1) })

export const euros = entry('euros', 5_000, { currency: 'EUR' })

export const history = [posted(earned), posted(fee), posted(later), posted(euros)]

export const notified: LedgerEvent = {
  type: 'MoneyReducedNotified',
  data: { hostAccountId: id, entryId: fee.entryId, told: 1 },
}

export const P1 = deriveId('payout', '1')

export const P2 = deriveId('payout', '2')

export const assign = (
  entryIds: readonly string[],
  amountMinor: number,
  payoutId = P1,
): OfType<LedgerCommand, 'AssignEntries'> => ({
  type: 'AssignEntries',
  data: { accountId: id, payoutId, currency: 'USD', amountMinor, entryIds: [...entryIds] },
})

const group = {
  hostAccountId: id,
  payoutId: P1,
  currency: 'USD' as const,
  amountMinor: 94_640,
  entryIds: [earned.entryId],
}

export const assigned: LedgerEvent = { type: 'EntriesAssigned', data: group }

export const settled: LedgerEvent = { type: 'EntriesSettled', data: { ...group, at: NOW, on: utcDay(NOW) } }

export const unassigned: LedgerEvent = {
  type: 'EntriesUnassigned',
  data: { ...group, reason: 'account_closed' },
}
