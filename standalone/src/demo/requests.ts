import { addDays, addHours, type Instant, type LocalDate } from '@hearth/contracts/kernel/dates'
import type { Id } from '@hearth/contracts/kernel/ids'
import type { CommandResult, SendCommand } from '../commands/commandSender.ts'
import {
  ALTERATIONS,
  BOOKING_REQUESTS,
  EXPENSES,
  REFUNDS,
  SERVICES,
  type Asked,
  type AskedForRefund,
  type AskedToBook,
  type AskedToChange,
} from './askedFor.ts'
import { DEMO_LOGINS } from './logins.ts'
import { addMovedStay } from './movedStay.ts'
import { EVIDENCE } from './pictures/evidence.ts'
import { renderPicture } from './pictures/render.ts'
import { requireId } from './requireId.ts'
import type { DemoHome } from './seed.ts'
import { asStaff } from './staff.ts'
import { BOOKED_HOURS_AGO, sendForNights, type Sides } from './sendForNights.ts'
import { withSessions, type SessionOptions } from './sessions.ts'
import { demoKey } from './world.ts'

/** Free nights are looked for from here on, in days from today. */
const FIRST_DAY = 75
/** Stays whose guests ask for other nights, later than those. */
const FIRST_ALTERED_DAY = 120
/** Stays that are cancelled, later than all others. */
const FIRST_CANCELLED_DAY = 160

const act = (send: SendCommand, id: Id, verb: string, body: object = {}): Promise<CommandResult> =>
  send({ path: `/api/requests/${id}/${verb}`, body, key: demoKey('request', id, verb) })

/** Takes a decision with the token of its preview. */
const decide = async (
  host: SendCommand,
  id: Id,
  decision: 'accept' | 'decline',
  body: object,
  { verb, ...more }: Readonly<{ verb: string; amountMinor?: number }> = { verb: decision },
) => {
  const preview = await host({
    path: `/api/requests/${id}/preview`,
    body: { decision, ...more },
    key: demoKey('preview', id, decision),
  })
  // An interrupted seed is repeated: then the request is decided.
  if (!preview.ok && preview.code === 'INVALID_TRANSITION') return
  if (!preview.ok) throw new Error(`Demo data was refused: ${preview.code}, ${preview.detail}`)
  requireId(await act(host, id, verb, { ...body, previewToken: preview.body['token'] }))
}

/** The guest no longer asks. */
const withdraw = async (deliver: SendCommand, { hostAccountId }: DemoHome, id: Id): Promise<void> => {
  const key = demoKey('request', id, 'withdraw')
  requireId(await deliver({ path: `/api/requests/${id}/withdraw`, body: {}, key, hostAccountId }))
}

const addBookingRequest = async (
  home: DemoHome,
  asked: AskedToBook,
  sides: Sides,
  now: Instant,
): Promise<void> => {
  const { name, message, hoursAgo, outcome } = asked
  const wanted = {
    collection: 'booking-requests',
    name,
    hoursAgo,
    firstDay: FIRST_DAY,
    more: { message },
  } as const
  const id = (await sendForNights(home, wanted, sides, now))?.id
  if (id === undefined) return
  if (outcome === 'accepted') await decide(sides.host, id, 'accept', { note: 'See you soon!' })
  if (outcome === 'declined')
    await decide(sides.host, id, 'decline', { reason: 'maintenance', text: 'The bathroom is being redone.' })
  if (outcome === 'withdrawn') await withdraw(sides.deliver, home, id)
}

/** Offers to stay until another day instead. */
const counter = async (
  host: SendCommand,
  { id, bookingId, listingId }: Readonly<{ id: Id; bookingId: Id; listingId: Id }>,
  checkOut: LocalDate,
): Promise<void> => {
  const preview = await host({
    path: `/api/bookings/${bookingId}/offer-preview`,
    body: { listingId, counteredId: id, checkOut },
    key: demoKey('preview', id, 'offer'),
  })
  // An interrupted seed is repeated: then the request is countered.
  if (!preview.ok && preview.code === 'INVALID_TRANSITION') return
  if (!preview.ok) throw new Error(`Demo data was refused: ${preview.code}, ${preview.detail}`)
  const message = 'The second night is taken, but one more would work.'
  requireId(await act(host, id, 'counter', { checkOut, message, previewToken: preview.body['token'] }))
}

/** A stay that was booked a while ago, whose guest asks for more or fewer nights. */
const addAlteration = async (
  home: DemoHome,
  { name, message, hoursAgo, nights, outcome }: AskedToChange,
  sides: Sides,
  now: Instant,
): Promise<void> => {
  const wanted = {
    collection: 'bookings',
    name,
    hoursAgo: BOOKED_HOURS_AGO,
    firstDay: FIRST_ALTERED_DAY,
  } as const
  const booking = await sendForNights(home, wanted, sides, now)
  if (booking === undefined) return
  const asked = await sides.deliver({
    path: '/api/alteration-requests',
    body: {
      listingId: home.listingId,
      bookingId: booking.id,
      checkOut: addDays(booking.checkOut, nights),
      message,
    },
    key: demoKey('alter', name, booking.checkOut),
    hostAccountId: home.hostAccountId,
    occurredAt: addHours(now, -hoursAgo),
  })
  // The night after it is not free.
  if (!asked.ok && asked.code === 'NIGHTS_UNAVAILABLE') return
  const id = requireId(asked)
  if (outcome === 'accepted') await decide(sides.host, id, 'accept', { note: 'Stay as long as you like!' })
  if (outcome === 'declined')
    await decide(sides.host, id, 'decline', { reason: 'maintenance', text: 'The roof is repaired that day.' })
  if (outcome === 'countered')
    await counter(
      sides.host,
      { id, bookingId: booking.id, listingId: home.listingId },
      addDays(booking.checkOut, 1),
    )
  if (outcome === 'withdrawn') await withdraw(sides.deliver, home, id)
  if (outcome === 'superseded')
    requireId(
      await sides.deliver({
        path: `/api/bookings/${booking.id}/cancel-by-guest`,
        body: {},
        key: demoKey('cancel', name, booking.checkOut),
        hostAccountId: home.hostAccountId,
      }),
    )
}

/** A stay that its guest cancelled, who asks for some of what the host kept. */
const addRefund = async (
  home: DemoHome,
  { name, message, reason, hoursAgo, share, outcome }: AskedForRefund,
  sides: Sides,
  now: Instant,
): Promise<void> => {
  const { listing, listingId, hostAccountId } = home
  const booking = await sendForNights(
    home,
    {
      collection: 'bookings',
      name,
      hoursAgo: BOOKED_HOURS_AGO,
      firstDay: FIRST_CANCELLED_DAY,
      more: { source: 'booking', cancellationPolicyCode: 'non_refundable' },
    },
    sides,
    now,
  )
  if (booking === undefined) return
  const byGuest = { hostAccountId, occurredAt: addHours(now, -hoursAgo) }
  requireId(
    await sides.deliver({
      path: `/api/bookings/${booking.id}/cancel-by-guest`,
      body: {},
      key: demoKey('cancel', name, booking.checkOut),
      ...byGuest,
    }),
  )
  const asked = Math.round((listing.baseNightMinor * share) / 100)
  const id = requireId(
    await sides.deliver({
      path: '/api/refund-requests',
      body: { listingId, bookingId: booking.id, amountMinor: asked, reason, message },
      key: demoKey('refund', name, booking.checkOut),
      ...byGuest,
    }),
  )
  const note = 'I’m sorry you couldn’t come. Here is half of it.'
  if (outcome === 'granted') {
    const amountMinor = Math.round(asked / 2)
    await decide(sides.host, id, 'accept', { amountMinor, note }, { verb: 'grant', amountMinor })
  }
  if (outcome === 'declined')
    await decide(sides.host, id, 'decline', { reason: 'policy_applies', text: null })
}

const open = async (
  send: SendCommand,
  collection: string,
  home: DemoHome,
  { subject, body, data, hoursAgo = 0 }: Asked,
  now: Instant,
): Promise<Id> =>
  requireId(
    await send({
      path: `/api/${collection}`,
      body: { listingId: home.listingId, subject, body, ...data(home.listing.baseNightMinor) },
      key: demoKey(collection, home.listing.name, subject),
      hostAccountId: home.hostAccountId,
      ...(hoursAgo > 0 && { occurredAt: addHours(now, -hoursAgo) }),
    }),
  )

/** Uploads a picture for a step, in the field of the step. */
const addPicture = async (
  send: SendCommand,
  { listingId, hostAccountId, listing }: DemoHome,
  id: Id,
  field: 'fileIds' | 'invoiceFileId',
): Promise<object> => {
  const path = `/api/uploads?${new URLSearchParams({ listingId, name: `${field}.jpg` })}`
  const scene = field === 'invoiceFileId' ? EVIDENCE.invoice : EVIDENCE.photo_before
  const body = await renderPicture(listing.home.palette, scene)
  const fileId = requireId(await send({ path, body, key: demoKey('request', id, field), hostAccountId }))
  return { [field]: field === 'fileIds' ? [fileId] : fileId }
}

/** Opens a request of either side and takes its steps. */
const addAsked = async (
  collection: 'service-requests' | 'expense-requests',
  home: DemoHome,
  asked: Asked,
  sides: Sides,
  now: Instant,
): Promise<void> => {
  const ofSide = collection === 'service-requests' ? sides.host : sides.staff
  const opener = asked.hoursAgo === undefined ? ofSide : sides.load
  const id = await open(opener, collection, home, asked, now)
  for (const { by, verb, body, picture } of asked.steps) {
    const said = body?.(now, home.listing.baseNightMinor)
    const shown = picture === undefined ? {} : await addPicture(sides.staff, home, id, picture)
    requireId(await act(sides[by], id, verb, { ...said, ...shown }))
  }
}

/** What is asked about one home: its share of each list. */
const addRequests = async (
  home: DemoHome,
  index: number,
  homes: number,
  sides: Sides,
  now: Instant,
): Promise<void> => {
  const isOfHome = (_: unknown, place: number) => place % homes === index
  for (const asked of BOOKING_REQUESTS.filter(isOfHome)) await addBookingRequest(home, asked, sides, now)
  for (const asked of ALTERATIONS.filter(isOfHome)) await addAlteration(home, asked, sides, now)
  for (const asked of REFUNDS.filter(isOfHome)) await addRefund(home, asked, sides, now)
  for (const asked of SERVICES.filter(isOfHome)) await addAsked('service-requests', home, asked, sides, now)
  for (const asked of EXPENSES.filter(isOfHome)) await addAsked('expense-requests', home, asked, sides, now)
}

/** Fills the live homes with requests of every kind; what is open waits for the demo's hosts and staff. */
export const seedRequests = async (
  options: SessionOptions,
  { deliver, load }: Pick<Sides, 'deliver' | 'load'>,
  homes: readonly DemoHome[],
  now: Instant,
): Promise<void> => {
  const live = homes.filter(({ listing }) => listing.live)
  await asStaff({ ...options, role: 'support' }, async ([staff]) => {
    if (staff === undefined) return
    for (const [index, home] of live.entries()) {
      const emails = DEMO_LOGINS.flatMap(({ email, role, account }) =>
        role === 'owner' && account === home.account ? [email] : [],
      )
      await withSessions(options, { emails, hostAccountId: home.hostAccountId }, async ([host]) => {
        if (host === undefined) return
        const sides = { deliver, load, host, staff }
        await addRequests(home, index, live.length, sides, now)
        if (index === 0) await addMovedStay(home, live, sides, now)
      })
    }
  })
}
