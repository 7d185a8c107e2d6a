import type { Actor } from '@hearth/contracts/kernel/message'
import { describe, expect, test } from 'vitest'
import { ADMIN, given } from '../testing/given.ts'
import { calendar } from './calendar.decider.ts'
import {
  at,
  create,
  created,
  edit,
  held,
  hold,
  listing,
  remove,
  removed,
  restore,
  rules,
  situation,
  span,
} from './testing/calendarHistory.ts'

describe('blocking', () => {
  test('takes free nights, and can be undone', () => {
    const decision = given(calendar)
      .when(create(span.start, span.end), at('b'))
      .thenEvents({ type: 'BlockCreated', data: { blockId: 'b', ...span } })
    expect(decision).toMatchObject({ undo: { command: 'RemoveBlock' } })
  })
  test('the same command again adds no event', () =>
    given(calendar, created('b', span.start, span.end))
      .when(create(span.start, span.end), at('b'))
      .thenNothing())
  test('booked nights must be cancelled first', () =>
    given(calendar, held('a'))
      .when(create('2026-07-14', '2026-07-16'), at('b'))
      .thenRefused('NIGHTS_UNAVAILABLE', {}, { detail: expect.stringMatching(/booked.*cancel the booking/) }))
  test('a refusal says that the nights are blocked where no guest has them', () =>
    given(calendar, created('a', span.start, span.end))
      .when(create('2026-07-14', '2026-07-16'), at('b'))
      .thenRefused('NIGHTS_UNAVAILABLE', {}, { detail: expect.stringMatching(/blocked.*remove the block/) }))
  test('blocks ignore preparation nights', () =>
    given(calendar, held('a'))
      .when(
        create('2026-07-15', '2026-07-16'),
        at('b', { listing: { ...listing, rules: { ...rules, prepNights: 2 } } }),
      )
      .thenEvents({ type: 'BlockCreated' }))
  test('today can be blocked, yesterday not', () => {
    given(calendar).when(create('2026-06-12', '2026-06-13'), at('b')).thenEvents({ type: 'BlockCreated' })
    given(calendar)
      .when(create('2026-06-11', '2026-06-13'), at('b'))
      .thenRefused('POLICY_VIOLATION', { rule: 'past' })
  })
  test('a safety hold can cover a stay, is set by staff only, and blocks later stays', () => {
    given(calendar, held('a'))
      .when(create('2026-07-14', '2026-07-16', 'safety_hold'), { ...at('b'), actor: ADMIN })
      .thenEvents({ type: 'BlockCreated' })
    given(calendar)
      .when(create('2026-07-14', '2026-07-16', 'safety_hold'), at('b'))
      .thenRefused('FORBIDDEN')
    given(calendar, created('s', span.start, span.end, 'safety_hold'))
      .when(hold('a', '2026-07-14', '2026-07-16'), situation)
      .thenRefused('NIGHTS_UNAVAILABLE')
  })
  test('an owner has 60 nights a year', () => {
    const owner = created('o', '2026-08-01', '2026-09-25', 'owner_stay')
    given(calendar, owner)
      .when(create('2026-10-01', '2026-10-06', 'owner_stay'), at('b'))
      .thenEvents({ type: 'BlockCreated' })
    given(calendar, owner)
      .when(create('2026-10-01', '2026-10-07', 'owner_stay'), at('b'))
      .thenRefused('LIMIT_EXCEEDED', { year: '2026' })
    given(calendar, owner)
      .when(create('2026-12-28', '2027-01-20', 'owner_stay'), at('b'))
      .thenEvents({ type: 'BlockCreated' })
  })
  test('the agreement limits an owner’s nights; a change that lowers their number is always possible', () => {
    const owner = created('o', '2026-08-01', '2026-08-11', 'owner_stay')
    const agreed = (block: string) =>
      at(block, {
        ownStays: { ownerNightsPerYear: 5, peakDates: [{ from: '2026-08-10', to: '2026-08-20' }] },
      })
    given(calendar)
      .when(create('2026-07-01', '2026-07-06', 'owner_stay'), agreed('b'))
      .thenEvents({ type: 'BlockCreated' })
    given(calendar)
      .when(create('2026-07-01', '2026-07-07', 'owner_stay'), agreed('b'))
      .thenRefused('LIMIT_EXCEEDED', { limit: 5 })
    given(calendar)
      .when(create('2026-08-07', '2026-08-10', 'owner_stay'), agreed('b'))
      .thenEvents({ type: 'BlockCreated' })
    given(calendar)
      .when(create('2026-08-19', '2026-08-21', 'owner_stay'), agreed('b'))
      .thenRefused('POLICY_VIOLATION', { rule: 'peak_dates', from: '2026-08-10', to: '2026-08-20' })
    given(calendar)
      .when(create('2026-08-19', '2026-08-21', 'maintenance'), agreed('b'))
      .thenEvents({ type: 'BlockCreated' })
    given(calendar, owner)
      .when(edit('2026-08-02', '2026-08-11'), agreed('o'))
      .thenEvents({ type: 'BlockChanged' })
    given(calendar, owner)
      .when(edit('2026-08-01', '2026-08-12'), agreed('o'))
      .thenRefused('POLICY_VIOLATION', { rule: 'peak_dates' })
  })
  test('details of an owner’s stay belong to one', () => {
    const block = {
      ...create(span.start, span.end).data,
      ownerStay: { guests: 2, cleaningRequested: true, forFriends: false },
    }
    given(calendar).when({ type: 'CreateBlock', data: block }, at('b')).thenRefused('VALIDATION_FAILED')
    given(calendar)
      .when({ type: 'CreateBlock', data: { ...block, kind: 'owner_stay' } }, at('b'))
      .thenEvents({ type: 'BlockCreated', data: { ownerStay: { guests: 2 } } })
  })
  test('is refused without a listing', () =>
    given(calendar)
      .when(create(span.start, span.end), at('b', { listing: null }))
      .thenRefused('NOT_FOUND'))
})

describe('editing a block', () => {
  const block = created('b', span.start, span.end)
  test('moves it and records the former nights', () =>
    given(calendar, block)
      .when(edit('2026-07-11', '2026-07-20', 'Roof'), at('b'))
      .thenEvents({
        type: 'BlockChanged',
        data: {
          before: { ...span, note: null },
          after: { start: '2026-07-11', end: '2026-07-20', note: 'Roof' },
        },
      }))
  test('the same values add no event', () =>
    given(calendar, block).when(edit(span.start, span.end), at('b')).thenNothing())
  test('not onto taken nights', () =>
    given(calendar, block, held('a', '2026-07-15', '2026-07-18'))
      .when(edit(span.start, '2026-07-16'), at('b'))
      .thenRefused('NIGHTS_UNAVAILABLE'))
  test('changes its note under a safety hold', () =>
    given(calendar, block, created('s', span.start, span.end, 'safety_hold'))
      .when(edit(span.start, span.end, 'Roof'), at('b'))
      .thenEvents({ type: 'BlockChanged' }))
  test('past nights stay', () => {
    const running = at('b', { today: '2026-07-12' })
    given(calendar, block)
      .when(edit('2026-07-11', '2026-07-20'), running)
      .thenRefused('POLICY_VIOLATION', { rule: 'past' })
    given(calendar, block)
      .when(edit(span.start, '2026-07-11'), running)
      .thenRefused('POLICY_VIOLATION', { rule: 'past' })
    given(calendar, block).when(edit(span.start, '2026-07-12'), running).thenEvents({ type: 'BlockChanged' })
    given(calendar, block)
      .when(edit('2026-06-11', '2026-07-20'), at('b'))
      .thenRefused('POLICY_VIOLATION', { rule: 'past' })
  })
  test('not when it is over, not its kind, not a booking, not an unknown block', () => {
    given(calendar, block)
      .when(edit(span.start, '2026-07-20'), at('b', { today: '2026-07-15' }))
      .thenRefused('WINDOW_CLOSED')
    given(calendar, created('b', span.start, span.end, 'host_cancellation_hold'))
      .when(edit(span.start, '2026-07-20'), at('b'))
      .thenRefused('FORBIDDEN')
    given(calendar, held('b'))
      .when(edit(span.start, '2026-07-20'), { ...at('b'), actor: ADMIN })
      .thenRefused('FORBIDDEN')
    given(calendar).when(edit(span.start, '2026-07-20'), at('b')).thenRefused('NOT_FOUND')
  })
})

describe('removing and restoring', () => {
  const block = created('b', span.start, span.end)
  const gone = removed('b', span.start, span.end)
  test('removes a future block completely', () => {
    const decision = given(calendar, block)
      .when(remove, at('b'))
      .thenEvents({ type: 'BlockRemoved', data: { ...span, remaining: null } })
    expect(decision).toMatchObject({
      undo: { command: 'RestoreBlock', expiresAt: '2026-07-12T13:42:00.000Z' },
    })
  })
  test('keeps the past nights of a current block', () =>
    given(calendar, block)
      .when(remove, at('b', { today: '2026-07-12' }))
      .thenEvents({ type: 'BlockRemoved', data: { remaining: { start: span.start, end: '2026-07-12' } } }))
  test('does nothing the second time; its nights are free', () => {
    given(calendar, block, gone).when(remove, at('b')).thenNothing()
    given(calendar, block, gone)
      .when(hold('a', span.start, span.end), situation)
      .thenEvents({ type: 'NightsHeld' })
  })
  test('not when it is over, not a staff block, not an unknown block', () => {
    given(calendar, block)
      .when(remove, at('b', { today: '2026-07-15' }))
      .thenRefused('WINDOW_CLOSED')
    given(calendar, created('b', span.start, span.end, 'host_cancellation_hold'))
      .when(remove, at('b'))
      .thenRefused('FORBIDDEN')
    given(calendar, created('b', span.start, span.end, 'host_cancellation_hold'))
      .when(remove, { ...at('b'), actor: ADMIN })
      .thenEvents({ type: 'BlockRemoved' })
    given(calendar).when(remove, at('b')).thenRefused('NOT_FOUND')
  })
  test('is restored as it was', () =>
    given(calendar, block, gone)
      .when(restore, at('b'))
      .thenEvents({ type: 'BlockRestored', data: { kind: 'other', ...span } }))
  test('restores a current block completely', () =>
    given(calendar, block, removed('b', span.start, span.end, { start: span.start, end: '2026-07-12' }))
      .when(restore, at('b', { today: '2026-07-12' }))
      .thenEvents({ type: 'BlockRestored', data: span }))
  test('past nights are not blocked afterwards', () =>
    given(calendar, block, gone)
      .when(restore, at('b', { today: '2026-07-12' }))
      .thenEvents({ type: 'BlockRestored', data: { start: '2026-07-12', end: span.end } }))
  test('does nothing for an existing block', () =>
    given(calendar, block).when(restore, at('b')).thenNothing())
  test('not when the nights are taken, after 30 days, when it is over, or for an unknown block', () => {
    given(calendar, block, gone, held('a', '2026-07-14', '2026-07-16'))
      .when(restore, at('b'))
      .thenRefused('NIGHTS_UNAVAILABLE')
    given(calendar, block, gone)
      .when(restore, { ...at('b'), now: '2026-07-12T13:42:00.000Z' })
      .thenRefused('UNDO_EXPIRED')
    given(calendar, block, gone)
      .when(restore, { ...at('b'), now: '2026-07-12T13:41:59.999Z' })
      .thenEvents({ type: 'BlockRestored' })
    given(calendar, block, gone)
      .when(restore, at('b', { today: '2026-07-15' }))
      .thenRefused('WINDOW_CLOSED')
    given(calendar).when(restore, at('b')).thenRefused('NOT_FOUND')
    given(calendar, created('b', span.start, span.end, 'staff_hold'), gone)
      .when(restore, at('b'))
      .thenRefused('FORBIDDEN')
  })
})

describe('a calendar co-host', () => {
  const UMA: Actor = { id: 'uma', kind: 'host', role: 'cohost_calendar', name: 'Uma' }
  const byUma = { ...at('b'), actor: UMA }
  const own = { ...created('b', span.start, span.end), by: UMA.id }
  const someoneElses = created('b', span.start, span.end)
  const gone = removed('b', span.start, span.end)

  test('blocks nights, and changes, removes and restores the block', () => {
    given(calendar).when(create(span.start, span.end), byUma).thenEvents({ type: 'BlockCreated' })
    given(calendar, own).when(edit(span.start, '2026-07-16'), byUma).thenEvents({ type: 'BlockChanged' })
    given(calendar, own).when(remove, byUma).thenEvents({ type: 'BlockRemoved' })
    given(calendar, own, { ...gone, by: 'owner' })
      .when(restore, byUma)
      .thenEvents({ type: 'BlockRestored' })
  })
  test('does not touch the blocks of others', () => {
    given(calendar, someoneElses).when(edit(span.start, '2026-07-14'), byUma).thenRefused('FORBIDDEN')
    given(calendar, someoneElses).when(remove, byUma).thenRefused('FORBIDDEN')
    given(calendar, someoneElses, gone).when(restore, byUma).thenRefused('FORBIDDEN')
  })
  test('leaves blocks that an owner and a full co-host can change', () => {
    given(calendar, own).when(remove, at('b')).thenEvents({ type: 'BlockRemoved' })
    given(calendar, own)
      .when(remove, { ...at('b'), actor: { ...UMA, id: 'full', role: 'cohost_full' } })
      .thenEvents({ type: 'BlockRemoved' })
  })
})

test('an erasure takes the notes of blocks, once', () => {
  const listingId = '4923f469-2234-5b6b-b0ff-2fea33808dd8'
  const data = { listingId, erasureId: '0d2f6f1c-9a57-5c3e-8d21-6b0e4f7a9c35', blockIds: [listingId] }
  const erase = { type: 'EraseBlockNotes', data } as const
  given(calendar, created('b', span.start, span.end))
    .when(erase, situation)
    .thenEvents({ type: 'BlockNotesErased', data })
  given(calendar, created('b', span.start, span.end), { type: 'BlockNotesErased', data })
    .when(erase, situation)
    .thenNothing()
})
