import { domain } from '@hearth/contracts'
import { deriveId } from '@hearth/contracts/kernel/ids'
import type { Actor } from '@hearth/contracts/kernel/message'
import { FIRST_POLICIES } from '@hearth/contracts/policy'
import type { ReimbursementCommand, ReimbursementEvent } from '@hearth/contracts/reimbursement'
import { confirmedStay } from '@hearth/contracts/testing'
import { bookingFold, type KnownBooking } from '../../booking/booking.state.ts'
import { ADMIN, createContext, NOW, OWNER, stateAfter, type Situation } from '../../testing/given.ts'
import { reimbursement } from '../reimbursement.decider.ts'
import type { ReimbursementFacts } from '../reimbursement.facts.ts'

export const LISTING = '5b1f7a34-2f0c-5c1e-9d0a-6c7d1f0e4a11'
export const BOOKING = '2c8d5e17-6a4b-5f3c-8d2e-9b0a1c3d4e5f'
export const CLAIM = '4b0e7c21-3f2a-5d6b-9a1c-1e2d3c4b5a60'
export const FILE = '7d2e8b63-2e1f-5d4c-9f5b-3c8e2d1f6044'
export const FINANCE: Actor = { id: 'finance', kind: 'staff', role: 'finance', name: 'Grace' }
export const SUPPORT: Actor = { id: 'support', kind: 'staff', role: 'support', name: 'Barbara' }
/** A Thursday: the day after the guest left. */
export const FILED = '2026-07-16T13:20:00.000Z'

type Happened = ReimbursementEvent & Readonly<{ at: string; by: string }>
type Type = ReimbursementCommand['type']

/** A stay in New York from 10 to 15 July 2026, of which the guest paid 120.00 for cleaning. */
export const stayed = (part: Partial<KnownBooking> = {}): KnownBooking => {
  const data = confirmedStay({ checkIn: '2026-07-10', checkOut: '2026-07-15' })
  const state = bookingFold.evolve.BookingConfirmed(bookingFold.initial, data, NOW, OWNER.id)
  if (state.status === 'none') throw new Error('A confirmed booking is known')
  const { money, snapshot } = state
  return {
    ...state,
    listingId: LISTING,
    status: 'checked_out',
    money: { ...money, currency: 'USD', cleaningMinor: 12_000 },
    snapshot: {
      ...snapshot,
      checkInInstant: '2026-07-10T19:00:00.000Z',
      checkOutInstant: '2026-07-15T15:00:00.000Z',
    },
    ...part,
  }
}

export const facts = (part: Partial<ReimbursementFacts> = {}): ReimbursementFacts => ({
  listing: { hostAccountId: 'tenant', currency: 'USD', timezone: 'America/New_York' },
  policy: FIRST_POLICIES.reimbursement,
  booking: stayed(),
  isIncidentKnown: true,
  previous: 'none',
  nextCheckIn: null,
  lostBookings: [],
  file: {
    fileId: FILE,
    name: 'photo.jpg',
    type: 'image/jpeg',
    size: 240_000,
    width: 2_048,
    height: 1_365,
    sha256: 'a'.repeat(64),
    takenAt: '2026-07-15T16:05:00.000Z',
  },
  ...part,
})

const { commands } = domain.reimbursement
/** A command with what its schema adds. */
export const send = <T extends Type>(type: T, data: object = {}) =>
  ({ type, data: commands[type].schema.parse(data) }) as unknown as ReimbursementCommand

export const draftOf = (kind = 'damage') =>
  send('DraftReimbursement', { kind, listingId: LISTING, bookingId: kind === 'expense' ? null : BOOKING })
export const tv = {
  description: 'Television',
  category: 'electronics',
  claimedMinor: 60_000,
  purchasedOn: '2025-07-01',
}

type Situated = Partial<Omit<Situation<ReimbursementFacts>, 'facts'>> &
  Readonly<{ facts?: Partial<ReimbursementFacts> }>

/** A claim and the commands that were accepted for it. */
export const openClaim = (before: readonly Happened[] = []) => {
  let history = before
  const situate = ({ facts: part, ...more }: Situated = {}): Situation<ReimbursementFacts> => ({
    id: CLAIM,
    now: FILED,
    actor: OWNER,
    commandId: deriveId('claim', String(history.length)),
    ...more,
    facts: facts(part),
  })
  const decide = (command: ReimbursementCommand, situated?: Situated) => {
    const context = createContext(situate(situated))
    const state = stateAfter(reimbursement, history)
    return {
      context,
      decision: reimbursement.decide[command.type](command.data as never, state, context),
    }
  }
  const claim = {
    decide: (command: ReimbursementCommand, situated?: Situated) => decide(command, situated).decision,
    /** Must be accepted. */
    run: (command: ReimbursementCommand, situated?: Situated) => {
      const { decision, context } = decide(command, situated)
      if (!decision.ok) throw new Error(`${command.type}: ${decision.code} ${decision.detail}`)
      history = [
        ...history,
        ...decision.events.map((event) => ({ ...event, at: context.now, by: context.actor.id })),
      ]
      return claim
    },
    get history() {
      return history
    },
    get state() {
      return stateAfter(reimbursement, history)
    },
    get itemIds(): readonly string[] {
      const { state } = claim
      return state.status === 'none' ? [] : state.items.map(({ itemId }) => itemId)
    },
    fork: () => openClaim(history),
  }
  return claim
}
export type TestClaim = ReturnType<typeof openClaim>

/** A claim with these items, each proven. */
export const drafted = (items: readonly object[] = [tv], kind = 'damage'): TestClaim => {
  const claim = openClaim().run(draftOf(kind))
  for (const item of items) {
    claim.run(send('AddReimbursementItem', item))
    const itemId = claim.itemIds.at(-1)
    for (const evidence of ['photo_after', 'photo_before', 'invoice'] as const) {
      const fileId = deriveId('file', String(itemId), evidence)
      claim.run(send('AttachReimbursementEvidence', { fileId, itemId, kind: evidence }), {
        facts: { file: { ...facts().file!, fileId } },
      })
    }
  }
  return claim
}
export const submitted = (items?: readonly object[], kind?: string): TestClaim =>
  drafted(items, kind).run(send('SubmitReimbursement'))
export const underReview = (items?: readonly object[]): TestClaim =>
  submitted(items).run(send('RecordGuestResponse', { acceptedItemIds: [], text: 'It was like that.' }))

/** Decides each item the same way. */
export const decision = ({ itemIds }: TestClaim, reason: string, approvedMinor: number, more: object = {}) =>
  send('DecideReimbursement', {
    items: itemIds.map((itemId) => ({ itemId, reason, approvedMinor, ...more })),
  })

export const byStaff = (actor: Actor = ADMIN, now = FILED): Situated => ({ actor, now })
