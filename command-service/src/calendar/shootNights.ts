import type { CalendarCommand, CalendarEvent } from '@hearth/contracts/calendar'
import { addDays, overlaps } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import type { OfType } from '@hearth/contracts/kernel/message'
import { amongGuests } from '@hearth/contracts/photoshoot'
import { occupiedTimes, shootNights } from '../photoshoot/home.ts'
import { accept, reject, type Decider } from '../runtime/decider.ts'
import type { CalendarFacts } from './calendar.facts.ts'
import type { CalendarState } from './calendar.state.ts'

type ShootCommand = OfType<CalendarCommand, 'ClaimShootNights' | 'ReleaseShootNights'>

/**
 * Each night is a claim of its own: an appointment that is moved within a day keeps it. A listing has one
 * photo shoot, whose claims are those of the kind.
 */
export const decideShootNights: Decider<CalendarState, ShootCommand, CalendarEvent, CalendarFacts>['decide'] =
  {
    ClaimShootNights: ({ listingId, slot }, state, { facts: { listing } }) => {
      if (listing === null) return reject('NOT_FOUND', 'This listing doesn’t exist.')
      if (amongGuests(slot, occupiedTimes(listing, state)))
        return reject(
          'NIGHTS_UNAVAILABLE',
          'The home has since been booked for this time. Choose another time.',
        )
      const nights = shootNights(listing, slot)
        .map((start) => ({ start, end: addDays(start, 1) }))
        .filter((night) => !state.claims.some((claim) => overlaps(claim, night)))
      return accept(
        nights.map((night) => ({
          type: 'BlockCreated',
          data: {
            listingId,
            blockId: deriveId('shoot-night', listingId, night.start),
            kind: 'photoshoot',
            ...night,
            note: null,
            ownerStay: null,
          },
        })),
      )
    },
    ReleaseShootNights: ({ listingId }, state, { facts: { listing, shootSlots, today } }) => {
      if (listing === null) return reject('NOT_FOUND', 'This listing doesn’t exist.')
      const needed = shootSlots.flatMap((slot) => shootNights(listing, slot))
      const over = state.claims.filter(
        ({ kind, start }) => kind === 'photoshoot' && start >= today && !needed.includes(start),
      )
      return accept(
        over.map(({ claimId, start, end }) => ({
          type: 'NightsReleased',
          data: { listingId, claimId, start, end, reason: 'removed' },
        })),
      )
    },
  }
