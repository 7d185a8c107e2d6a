import { addDays, type Instant, type LocalDate } from '@hearth/contracts/kernel/dates'
import { setTimeout as delay } from 'node:timers/promises'
import type { SendCommand } from '../commands/commandSender.ts'
import { DEMO_LOGINS } from './logins.ts'
import { requireId } from './requireId.ts'
import type { DemoHome } from './seed.ts'
import { BOOKED_HOURS_AGO, sendForNights } from './sendForNights.ts'
import { withSessions, type SessionOptions } from './sessions.ts'
import { asStaff } from './staff.ts'
import { demoKey } from './world.ts'

const HOME = 'Harbor Loft'
const GUEST = 'Astrid M.'
/** Later than the stays of requests, so that the event changes no other stay of the demonstration. */
const FIRST_DAY = 215
const COVERED_WITHIN_MS = 15_000

const flooding = (checkOut: LocalDate) => ({
  title: 'Coastal flooding in Portland, Maine',
  area: { country: 'US', region: null, circle: { center: { lat: 43.6569, lng: -70.2508 }, radiusKm: 40 } },
  start: addDays(checkOut, -2),
  end: addDays(checkOut, 5),
  reason:
    'The city closes the waterfront while the sea wall is rebuilt after the spring tide. Order 2026-114.',
})
const snow = (today: LocalDate) => ({
  title: 'Heavy snow in the Hudson Valley',
  area: { country: 'US', region: 'NY', circle: null },
  start: addDays(today, 20),
  end: addDays(today, 27),
  reason: 'The state has announced that it closes the thruway. To be approved once the order is published.',
})

const declare = async (staff: SendCommand, event: ReturnType<typeof flooding> | ReturnType<typeof snow>) => {
  const id = demoKey('disruption', event.title)
  const path = `/api/disruptions/${id}/declare`
  requireId(await staff({ path, body: event, key: demoKey('declare', event.title) }))
  return id
}

/** Says that the home is not affected, once its stay is covered. */
const sendEvidence = async (host: SendCommand, bookingId: string): Promise<void> => {
  const until = Date.now() + COVERED_WITHIN_MS
  for (let attempt = 0; Date.now() < until; attempt += 1) {
    const sent = await host({
      path: `/api/bookings/${bookingId}/send-disruption-evidence`,
      body: {
        text: 'The loft is on the second floor, 300 meters from the water, and its street stays open.',
        fileIds: [],
      },
      key: demoKey('disruption-evidence', String(attempt)),
    })
    if (sent.ok || sent.code === 'DUPLICATE') return
    if (sent.code !== 'INVALID_TRANSITION') requireId(sent)
    await delay(250)
  }
}

/**
 * An event that two admins declared, with a stay that it covers, and the evidence of its host; and one that waits for
 * its approval, with the stays that it would cover.
 */
export const seedDisruptions = async (
  options: SessionOptions,
  deliver: SendCommand,
  homes: readonly DemoHome[],
  now: Instant,
): Promise<void> => {
  const home = homes.find(({ listing }) => listing.name === HOME)
  const wanted = {
    collection: 'bookings',
    name: GUEST,
    hoursAgo: BOOKED_HOURS_AGO,
    firstDay: FIRST_DAY,
  } as const
  const booking = home && (await sendForNights(home, wanted, { deliver }, now))
  if (home === undefined || booking === undefined) return
  await asStaff({ ...options, role: 'admin' }, async ([first, second]) => {
    if (first === undefined || second === undefined) return
    const id = await declare(first, flooding(booking.checkOut))
    const approved = await second({
      path: `/api/disruptions/${id}/approve`,
      body: {},
      key: demoKey('approve-disruption', id),
    })
    requireId(approved)
    await declare(second, snow(now.slice(0, 10)))
  })
  const emails = DEMO_LOGINS.flatMap(({ email, role, account }) =>
    role === 'owner' && account === home.account ? [email] : [],
  )
  await withSessions(options, { emails, hostAccountId: home.hostAccountId }, async ([host]) => {
    if (host !== undefined) await sendEvidence(host, booking.id)
  })
}
