import { z } from 'zod'
import { bookings } from '../booking/resource.ts'
import type { Instant } from '../kernel/dates.ts'
import { listingContents } from '../listing/contentResource.ts'
import { listings } from '../listing/resource.ts'
import { zAddress, zGeo } from '../listing/sections/location.ts'
import { isInArea } from './area.ts'
import type { Declaration } from './messages.ts'
import { zDisruptedStay, type DisruptedStay } from './stays.ts'

/** The read models that the stays are found in. */
export const DISRUPTED_TABLES: readonly string[] = [bookings.table, listings.table, listingContents.table]

/** How a service reads its read models: it runs a query, and knows how a table is named in it. */
export type ReadModels = Readonly<{
  run: (text: string, values: readonly unknown[]) => Promise<readonly unknown[]>
  qualified: (table: string) => string
}>

const FIELDS = `
  b.id as "bookingId",
  b.host_account_id as "hostAccountId",
  a.display_name as "hostName",
  b.listing_id as "listingId",
  coalesce(l.title, '') as "listingTitle",
  b.code,
  b.check_in::text as "checkIn",
  b.check_out::text as "checkOut",
  b.status,
  b.currency,
  b.guest_total_minor as "guestTotalMinor",
  b.host_payout_minor as "hostPayoutMinor",
  b.refunded_minor as "refundedMinor"`
const describeFrom = (qualified: ReadModels['qualified']) => `
  ${qualified(bookings.table)} b
  left join ${qualified(listings.table)} l on l.id = b.listing_id
  left join ${qualified('account')} a on a.id = b.host_account_id`

const { guestTotalMinor, hostPayoutMinor, refundedMinor } = zDisruptedStay.shape
const zStay = zDisruptedStay.extend({
  guestTotalMinor: z.coerce.number().pipe(guestTotalMinor),
  hostPayoutMinor: z.coerce.number().pipe(hostPayoutMinor),
  refundedMinor: z.coerce.number().pipe(refundedMinor),
})
const zPlaced = zStay.extend({ address: zAddress.nullable(), geo: zGeo.nullable() })

/** The stays that the event would cover: upcoming, in its nights and in its area (docs/domain/disruption.md#stays). */
export const findDisruptedStays = async (
  { run, qualified }: ReadModels,
  { area, start, end }: Pick<Declaration, 'area' | 'start' | 'end'>,
  now: Instant,
): Promise<readonly DisruptedStay[]> => {
  const rows = await run(
    `
      select ${FIELDS},
        content.personal -> 'location' -> 'address' as address,
        content.personal -> 'location' -> 'geo' as geo
      from
        ${describeFrom(qualified)}
        join ${qualified(listingContents.table)} content on content.id = b.listing_id
      where
        b.check_in < $2 and b.check_out > $1 and b.status in ('confirmed', 'overbooked')
        and b.check_in_instant > $3
        and content.personal -> 'location' -> 'address' ->> 'country' = $4
      order by b.check_in, b.id`,
    [start, end, now, area.country],
  )
  return z
    .array(zPlaced)
    .parse(rows)
    .flatMap(({ address, geo, ...stay }) =>
      address !== null && isInArea(area, { address, geo }) ? [stay] : [],
    )
}

/** The stays that an approved event covers, whatever has happened to them since. */
export const listCoveredStays = async (
  { run, qualified }: ReadModels,
  disruptionId: string,
  { start, end }: Pick<Declaration, 'start' | 'end'>,
): Promise<readonly DisruptedStay[]> =>
  z.array(zStay).parse(
    await run(
      `
        select ${FIELDS}
        from ${describeFrom(qualified)}
        where b.check_in < $2 and b.check_out > $1 and b.disruption ->> 'disruptionId' = $3
        order by b.check_in, b.id`,
      [start, end, disruptionId],
    ),
  )
