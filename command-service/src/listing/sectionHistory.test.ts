import {
  readAnswers,
  changeBy,
  fromStored,
  SECTION_NAMES,
  SECTIONS,
  withAnswers,
  type ListingEvent,
} from '@hearth/contracts/listing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evolveBy } from '../runtime/decider.ts'
import { createArbitrary } from '../testing/arbitrary.ts'
import { given, NOW, OWNER, stateAfter } from '../testing/given.ts'
import { listing } from './listing.decider.ts'
import type { Listing } from './listing.state.ts'
import { sectionStateOf } from './listing.state.ts'
import { SAM, bySam, changed, drafted, facts, revert, situation, update } from './testing/contentHistory.ts'
import { ids } from './testing/listingHistory.ts'

describe('reverting a section', () => {
  const history = [
    drafted(),
    changed('info', 2, { bedrooms: 2, maxGuests: null }, { bedrooms: 3, maxGuests: 6 }),
    changed('info', 3, { maxGuests: 6 }, { maxGuests: 8 }),
  ] as const
  test('restores exactly the old values, as a new version', () =>
    given(listing, ...history)
      .when(revert('info', 1), situation)
      .thenEvents({
        type: 'ListingSectionReverted',
        data: {
          version: 4,
          fromVersion: 3,
          toVersion: 1,
          before: { bedrooms: 3, maxGuests: 8 },
          after: { bedrooms: 2, maxGuests: null },
        },
      }))
  test('to the current values changes nothing', () =>
    given(listing, ...history)
      .when(revert('info', 3), situation)
      .thenNothing())
  test('to a version that does not exist is refused', () =>
    given(listing, ...history)
      .when(revert('info', 9), situation)
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/toVersion' }] }))

  test('works for any history of any section, back and forth', { timeout: 30_000 }, () => {
    const words = [
      'A',
      'Cedar House',
      '12:00',
      '2026-07-01',
      '15:00',
      'wifi',
      'iron',
      'US',
      'en',
      '+12125550123',
      '0d8f2f5e-5f0e-5c7b-9b57-3a1a5c2f9a01',
      'step_free_path',
      'animals',
      'Cedar House stands by the river, with a porch that looks west.',
    ]
    const stories = SECTION_NAMES.filter((name) => name !== 'location').map((section) =>
      fc
        .array(
          createArbitrary(SECTIONS[section], words).filter(
            (patch) => SECTIONS[section].safeParse(patch).success,
          ),
          { minLength: 2, maxLength: 6 },
        )
        .map((list) => ({ section, list })),
    )
    fc.assert(
      fc.property(fc.oneof(...stories), fc.nat(8), ({ section, list }, picked) => {
        let state = stateAfter(listing, [drafted()]) as Listing
        const ctx = {
          now: NOW,
          recordedAt: NOW,
          actor: OWNER,
          tenantId: 'tenant',
          id: 'l',
          targetId: 'l',
          commandId: 'c',
          idFor: (label: string) => label,
          facts,
        } as never
        const send = (command: { type: 'UpdateListingSection' | 'RevertListingSection'; data: unknown }) => {
          const decision = listing.decide[command.type](command.data as never, state, ctx)
          if (!decision.ok) throw new Error(decision.detail)
          for (const event of decision.events)
            state = evolveBy(listing as never, state, event as ListingEvent, NOW)
        }
        const seen = [sectionStateOf(state, section).values]
        for (const patch of list) {
          const { version } = sectionStateOf(state, section)
          send({ type: 'UpdateListingSection', data: { section, patch, baseVersion: version } })
          if (sectionStateOf(state, section).version > version)
            seen.push(sectionStateOf(state, section).values)
        }
        const newest = sectionStateOf(state, section).version
        const first = newest - (seen.length - 1)
        const toVersion = first + (picked % seen.length)
        const wanted = seen[toVersion - first]
        send({ type: 'RevertListingSection', data: { section, toVersion } })
        expect(sectionStateOf(state, section).values).toEqual(wanted)
        send({ type: 'RevertListingSection', data: { section, toVersion: newest } })
        expect(sectionStateOf(state, section).values).toEqual(seen.at(-1))
      }),
      { numRuns: 120 },
    )
  })
})

test('stored changes are read back as they were', () => {
  const change = {
    before: { maxGuests: null },
    after: { maxGuests: 4 },
    personalBefore: null,
    personalAfter: { wifi: { ssid: 'Cedar' } },
  }
  expect(fromStored(change)).toEqual({
    before: { maxGuests: null },
    after: { maxGuests: 4, wifi: { ssid: 'Cedar' } },
  })
  expect(fromStored({ ...change, personalAfter: '[erased]' }).after).toEqual({ maxGuests: 4 })
})

test('a change and its reversal leave the values as they were', () => {
  const values = { answers: { wifi: 'yes' } }
  const change = changeBy(
    values,
    readAnswers('amenities', { answers: { wifi: null, iron: 'no' }, confirmedComplete: true }),
  )
  expect(change).toEqual({
    before: { answers: { wifi: 'yes', iron: null }, confirmedComplete: null },
    after: { answers: { wifi: null, iron: 'no' }, confirmedComplete: true },
  })
  const after = withAnswers(values, readAnswers('amenities', change?.after ?? {}))
  expect(withAnswers(after, readAnswers('amenities', change?.before ?? {}))).toEqual(values)
})

test('a conflict names who made the other change', () =>
  given(listing, drafted(), changed('info', 2, { bedrooms: 2 }, { bedrooms: 4 }, SAM))
    .when(update('info', { bedrooms: 3 }, 1), bySam)
    .thenRefused('VERSION_CONFLICT', { conflicts: [{ changedBy: 'you' }] }))

describe('personal fields', () => {
  const erased = { type: 'ListingContentErased', data: { ...ids, erasureId: 'x' } } as const
  test('are erased once, with their account', () => {
    given(listing, drafted())
      .when({ type: 'EraseListingContent', data: { erasureId: 'x' } }, situation)
      .thenEvents(erased)
    given(listing, drafted(), erased)
      .when({ type: 'EraseListingContent', data: { erasureId: 'x' } }, situation)
      .thenNothing()
    given(listing)
      .when({ type: 'EraseListingContent', data: { erasureId: 'x' } }, situation)
      .thenRefused('NOT_FOUND')
  })
  test('are unknown after that; the other fields stay', () => {
    const state = stateAfter(listing, [drafted(), erased]) as Listing
    expect(JSON.stringify(state)).not.toContain('Warren Street')
    expect(sectionStateOf(state, 'info').values).toEqual({ bedrooms: 2 })
  })
})
