import { deriveId } from '@hearth/contracts/kernel/ids'
import type { RecordedEvent } from '@hearth/contracts/kernel/message'
import type { Row } from '@hearth/contracts/kernel/projection'
import { FIRST_POLICIES } from '@hearth/contracts/policy'
import { projections } from '@hearth/contracts/projections'
import { confirmedStay } from '@hearth/contracts/testing'
import { domain } from '@hearth/contracts'
import type { ReviewCommand, ReviewEvent } from '@hearth/contracts/review'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookingFold, type KnownBooking } from '../booking/booking.state.ts'
import { evolveBy, type ReadState } from '../runtime/decider.ts'
import { createContext, GATEWAY, OWNER, SCHEDULER, stateAfter } from '../testing/given.ts'
import { review } from './review.decider.ts'
import { createReviewFactLoader } from './review.facts.ts'
import { reviewFold, type ReviewState } from './review.state.ts'
import { createReviewSealer } from './reviewSealer.ts'
import { createMemoryVault } from './testing/memoryVault.ts'
import { guestReview, hostReview } from './testing/reviewFacts.ts'

const stay = confirmedStay()
const { bookingId, listingId, hostAccountId } = stay
const booking = {
  ...(stateAfter({ ...bookingFold, decide: {} }, [{ type: 'BookingConfirmed', data: stay }]) as KnownBooking),
  status: 'checked_out' as const,
}
const OPENS_AT = stay.snapshot.checkOutInstant

type Step = Readonly<{ command: ReviewCommand; actor: typeof OWNER; hours: number }>

/** Each text of a history is unique, so that the place where it appears says whose it is. */
const toCommand = (type: string, index: number): Omit<Step, 'hours'> => {
  const host = { ...hostReview, publicText: `Host-${index}-canary`, privateText: `HostOnly-${index}-canary` }
  const guest = {
    ...guestReview,
    publicText: `Guest-${index}-canary`,
    privateText: `GuestOnly-${index}-canary`,
  }
  if (type === 'submit') return { command: { type: 'SubmitHostReview', data: host }, actor: OWNER }
  if (type === 'edit') return { command: { type: 'EditHostReview', data: host }, actor: OWNER }
  if (type === 'receive') return { command: { type: 'ReceiveGuestReview', data: guest }, actor: GATEWAY }
  if (type === 'remind') return { command: { type: 'RemindOfReview', data: { day: 1 } }, actor: SCHEDULER }
  if (type === 'erase')
    return {
      command: { type: 'EraseReviewGuest', data: { erasureId: deriveId('erasure') } },
      actor: SCHEDULER,
    }
  return { command: { type: 'RevealReviews', data: {} }, actor: SCHEDULER }
}

const steps = fc.array(
  fc.record({
    type: fc.constantFrom('submit', 'submit', 'edit', 'edit', 'receive', 'reveal', 'remind', 'erase'),
    hours: fc.constantFrom(0, 1, 26, 26, 170),
  }),
  { minLength: 4, maxLength: 12 },
)

/** A pair on its own: its stream, with the facts that the command service loads. */
const openPair = () => {
  const events: RecordedEvent[] = []
  let state: ReviewState = reviewFold.initial
  const readState: ReadState = async (of) =>
    (of.category === 'review' ? state : booking) as unknown as typeof of.initial
  const load = createReviewFactLoader({
    readPolicy: async (name) => FIRST_POLICIES[name],
    findFile: async () => undefined,
    sealer: createReviewSealer(createMemoryVault()),
    hasHandled: async () => false,
  })
  const send = async (command: ReviewCommand, actor: typeof OWNER, now: string) => {
    const request = { id: bookingId, tenantId: hostAccountId, now, recordedAt: now, actor, where: null }
    const facts = await load(command, request, readState)
    const ctx = createContext({ ...request, facts })
    const decision = review.decide[command.type](command.data as never, state, ctx)
    for (const { type, data } of decision.ok ? decision.events : []) {
      state = evolveBy(reviewFold, state, { type, data }, now)
      const revision = BigInt(events.length)
      events.push({
        id: deriveId('event', String(revision)),
        stream: `review-${bookingId}`,
        revision,
        type,
        data: domain.review.events[type as ReviewEvent['type']].schema.parse(data),
        metadata: { occurredAt: now, actorId: actor.id, tenantId: hostAccountId },
        position: { commit: revision, prepare: revision },
        recordedAt: now,
      })
    }
    return decision
  }
  return { events, send }
}

/** Every row of every read model after the events. */
const foldAll = (events: readonly RecordedEvent[]): readonly Row[] =>
  projections.flatMap(({ keys, fold }) => {
    const rows = new Map<string, Row>()
    for (const event of events)
      for (const key of keys(event)) {
        const row = fold(rows.get(key), event, key)
        if (row === undefined) rows.delete(key)
        else rows.set(key, row)
      }
    return [...rows.values()]
  })

const toText = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner))

const findCanaries = (value: unknown): readonly string[] =>
  [...new Set(toText(value).match(/(?:Host|Guest)(?:Only)?-\d+-canary/g))].toSorted()

const isWritten = (type: string) =>
  type === 'HostReviewSubmitted' || type === 'HostReviewEdited' || type === 'GuestReviewReceived'

test('no event or row has a text of either side before the reveal, and all have the last ones after it', async () => {
  let revealed = 0
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const { events, send } = openPair()
      await send(
        { type: 'OpenReviewWindow', data: { bookingId, listingId, hostAccountId } },
        SCHEDULER,
        OPENS_AT,
      )
      const written = new Map<'host' | 'guest', object>()
      let at = Date.parse(OPENS_AT)
      for (const [index, { type, hours }] of history.entries()) {
        at += hours * 3_600_000
        const { command, actor } = toCommand(type, index)
        const decision = await send(command, actor, new Date(at).toISOString())
        const types = decision.ok ? decision.events.map((event) => event.type) : []
        if (types.some(isWritten)) written.set(type === 'receive' ? 'guest' : 'host', command.data)
        const isRevealed = events.some((event) => event.type === 'ReviewsRevealed')
        const isErased = events.some((event) => event.type === 'ReviewGuestErased')
        const expected = isRevealed ? findCanaries([...written.values()]) : []
        expect(findCanaries(events)).toEqual(expected)
        expect(findCanaries(foldAll(events))).toEqual(isErased ? [] : expected)
        if (isRevealed && written.size > 0) revealed += 1
      }
    }),
    { numRuns: 200 },
  )
  expect(revealed).toBeGreaterThan(50)
})
