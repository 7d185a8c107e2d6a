import { commitClaim, releaseClaim, skipsRules } from '@hearth/contracts/booking'
import type { Instant } from '@hearth/contracts/kernel/dates'
import { deriveStepId, type Id } from '@hearth/contracts/kernel/ids'
import { formatStream } from '@hearth/contracts/kernel/message'
import { account } from '@hearth/command-service/account/account.decider'
import { booking } from '@hearth/command-service/booking/booking.decider'
import { HOLD_MINUTES } from '@hearth/command-service/booking/nights'
import { calendar } from '@hearth/command-service/calendar/calendar.decider'
import { SCHEDULER } from '@hearth/command-service/runtime/internal'
import { toLocalDate, toInstant } from '@hearth/platform/zones/localTime'
import { computeBookingId, generateBooking } from './bookingHistory.ts'
import { generateLedger, listPostings, type Posting } from './ledgers.ts'
import { openStream, type Scene, type Sent, type StreamHistory } from './openStream.ts'
import { type PlannedListing, type PlannedStay, type PlannedTenant } from './plan.ts'
import { generateThread } from './threadHistory.ts'
import { deriveAccountId, idIn, nowOf, computeOpening, type Run } from './run.ts'
import { startListing } from './listingHistory.ts'
import { sentAt, type Setting } from './setting.ts'
import { hostName } from './world.ts'

const openAccount = ({
  run,
  tenant: { number, place },
  scene,
  deriveId: commandId,
}: Setting): StreamHistory => {
  const stream = openStream(account, scene.tenantId, scene)
  const details = {
    displayName: hostName(number),
    kind: number % 4 === 0 ? 'company' : 'individual',
    country: place.country,
    defaultCurrency: place.currency,
    timezone: place.timezone,
  } as const
  stream.take('OpenAccount', details, {}, sentAt(computeOpening(run), commandId('OpenAccount', 0)))
  return stream.history()
}

type ListingStream = ReturnType<typeof startListing>

const started = (stream: ListingStream) => {
  const state = stream.state()
  if (state.status === 'none') throw new Error(`${stream.stream} was not started`)
  return state
}

/** The stays of a listing and their cancellations, in the order of their times. */
const listNights = (run: Run, { stays }: PlannedListing) =>
  stays
    .flatMap((stay) => [
      { at: stay.confirmedAt, stay, frees: false },
      ...(stay.end === 'cancelled' && stay.endsAt <= nowOf(run)
        ? [{ at: stay.endsAt, stay, frees: true }]
        : []),
    ])
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : Number(b.frees) - Number(a.frees)))

const openCalendar = (listingId: Id, scene: Scene) => openStream(calendar, listingId, scene)
type Calendar = ReturnType<typeof openCalendar>
type Nights = Readonly<{
  calendar: Calendar
  listingId: Id
  bookingId: Id
  stay: PlannedStay
  at: Instant
  facts: Parameters<Calendar['take']>[2]
}>

const releaseNights = (
  { deriveId: commandId }: Setting,
  { calendar: nights, listingId, bookingId, stay, at, facts }: Nights,
): void => {
  const cause = commandId('CancelBookingByGuest', stay.number)
  const { commandId: release } = releaseClaim(cause, { bookingId, listingId }, 'cancelled', false)
  nights.take('ReleaseClaim', { listingId, claimId: bookingId, reason: 'cancelled', holdAs: null }, facts, {
    ...sentAt(at, release, SCHEDULER),
    causationId: cause,
    correlationId: cause,
  })
}

const takeNights = (key: Id, { calendar: nights, listingId, bookingId, stay, at, facts }: Nights): void => {
  const sentBy = (commandId: Id): Sent => ({
    ...sentAt(at, commandId, SCHEDULER),
    causationId: key,
    correlationId: key,
  })
  const hold = {
    listingId,
    claimId: bookingId,
    kind: 'booking',
    start: stay.checkIn,
    end: stay.checkOut,
    ttlMinutes: HOLD_MINUTES,
    skipRules: skipsRules(stay.source),
  } as const
  const commit = commitClaim(key, { bookingId, listingId }).commandId
  nights.take('HoldNights', hold, facts, sentBy(deriveStepId(key, nights.stream, 'hold')))
  nights.take('CommitClaim', { listingId, claimId: bookingId }, facts, sentBy(commit))
}

const bookListing = (setting: Setting, planned: PlannedListing, listingStream: ListingStream) => {
  const { run, scene, deriveId: commandId } = setting
  const opened = started(listingStream)
  const listingId = listingStream.stream.slice('listing-'.length)
  const nights = openCalendar(listingId, scene)
  const bookings: StreamHistory[] = []
  const threads: StreamHistory[] = []
  for (const { at, stay, frees } of listNights(run, planned)) {
    const { number, source, checkIn } = stay
    const key = commandId('ReceiveBooking', number)
    const bookingId = computeBookingId(scene.tenantId, source, key)
    const facts = {
      listing: opened,
      checkInInstant: toInstant(checkIn, opened.checkInTime, opened.timezone),
      today: skipsRules(source) ? at.slice(0, 10) : toLocalDate(at, opened.timezone),
      bookingLives: false,
    }
    const claim = { calendar: nights, listingId, bookingId, stay, at, facts }
    if (frees) {
      releaseNights(setting, claim)
      continue
    }
    bookings.push(generateBooking(setting, planned, stay, { bookingId, listingId }, opened))
    if (setting.tenant.number === 0 && number < (run.threads ?? 0))
      threads.push(generateThread(setting, stay, { bookingId, listingId }))
    takeNights(key, claim)
  }
  return { calendar: nights.history(), bookings, threads, postings: bookings.flatMap(listPostings) }
}

const createSetting = (run: Run, tenant: PlannedTenant, hashContent: Scene['hashContent']): Setting => ({
  run,
  tenant,
  scene: { tenantId: deriveAccountId(run, tenant.number), recordedAt: nowOf(run), hashContent },
  deriveId: (name, number) => idIn(run, tenant.number, name, number),
})

/** The stream of the tenant's last booking, found without generating the others. */
export const findClosingStream = (run: Run, tenant: PlannedTenant): string => {
  const last = tenant.listings.at(-1)?.stays.at(-1)
  if (last === undefined) throw new Error('A tenant without bookings')
  return formatStream(
    booking.category,
    computeBookingId(
      deriveAccountId(run, tenant.number),
      last.source,
      idIn(run, tenant.number, 'ReceiveBooking', last.number),
    ),
  )
}

/**
 * Streams in the order in which readers should meet them: a listing before its nights, its nights before its
 * bookings, and these before their threads.
 */
export type ListingHistory = Readonly<{
  listing: StreamHistory
  calendar: StreamHistory
  bookings: readonly StreamHistory[]
  threads: readonly StreamHistory[]
  postings: readonly Posting[]
}>

/**
 * A tenant's streams, decided by the command service's own deciders; not sealed yet. Listings are generated
 * one by one, on demand.
 */
export const generateTenant = (run: Run, tenant: PlannedTenant, hashContent: Scene['hashContent']) => {
  const setting = createSetting(run, tenant, hashContent)
  return {
    tenantId: setting.scene.tenantId,
    account: openAccount(setting),
    listings: function* (): Generator<ListingHistory> {
      for (const planned of tenant.listings) {
        const stream = startListing(setting, planned)
        yield { listing: stream.history(), ...bookListing(setting, planned, stream) }
      }
    },
    /** From the postings of all listings. */
    ledger: (postings: readonly Posting[]) => generateLedger(setting.scene, postings),
  }
}
export type TenantHistory = ReturnType<typeof generateTenant>
