import {
  isSameAddress,
  isSameAnswer,
  type Fields,
  type ListingEvent,
  type SectionValues,
} from '@hearth/contracts/listing'
import { reject, type Context, type Rejected } from '../runtime/decider.ts'
import { baseFields } from './common.ts'
import type { ListingFacts } from './listing.facts.ts'
import type { Listing } from './listing.state.ts'
import { deriveLocality } from './where.ts'

type Ctx = Context<ListingFacts>

/** One listing for each address and unit (docs/domain/listing.md#place). */
export const addressTaken = (pointer: string): Rejected =>
  reject(
    'DUPLICATE',
    'You already have a listing at this address. ' +
      'If this is a different one, enter the apartment or unit in the second address line.',
    { errors: [{ pointer: `${pointer}/line2`, detail: 'must include the apartment or unit' }] },
  )

/**
 * What a new address or pin changes besides the section itself; the zone and the currency of a place with
 * bookings stay (docs/domain/listing.md#place).
 */
export const decideRelocation = (
  listing: Listing,
  before: Fields,
  after: Fields,
  ctx: Ctx,
): readonly ListingEvent[] | Rejected => {
  const { facts } = ctx
  const { address, geo } = after as SectionValues<'location'>
  if (address == null || (isSameAnswer(before['address'], address) && isSameAnswer(before['geo'], geo)))
    return []
  if (
    !isSameAnswer(before['address'], address) &&
    facts.otherAddresses.some((other) => isSameAddress(other, address))
  )
    return addressTaken('/patch/address')
  const where = deriveLocality(address, geo ?? null, listing.timezone)
  if (where === undefined)
    return reject('POLICY_VIOLATION', 'We don’t support the currency of this country yet.', {
      rule: 'market',
      errors: [{ pointer: '/patch/address/country', detail: 'isn’t available on Hearth yet' }],
    })
  const was = { place: listing.place, timezone: listing.timezone, currency: listing.currency }
  if (isSameAnswer(was, where)) return []
  if (facts.hasBookings && (where.timezone !== was.timezone || where.currency !== was.currency))
    return reject(
      'POLICY_VIOLATION',
      'This listing has bookings, so its time zone and currency can’t change. ' +
        'If the location is wrong, contact us.',
      {
        rule: 'fixed_after_booking',
        errors: [
          {
            pointer: '/patch/geo',
            detail: `must be in the time zone ${was.timezone} and in a country that uses ${was.currency}`,
          },
        ],
      },
    )
  if (where.currency !== was.currency && listing.pricing !== null)
    return reject(
      'POLICY_VIOLATION',
      `Prices are set in ${was.currency}. To use another currency, create a new listing.`,
      {
        rule: 'fixed_after_pricing',
        errors: [
          { pointer: '/patch/address/country', detail: `must be a country that uses ${was.currency}` },
        ],
      },
    )
  return [{ type: 'ListingRelocated', data: { ...baseFields(listing, ctx), before: was, after: where } }]
}
