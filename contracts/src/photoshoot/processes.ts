import { addHours } from '../kernel/dates.ts'
import { deriveId } from '../kernel/ids.ts'
import { categoryOfStream, idOfStream, type OfType, type RecordedEvent } from '../kernel/message.ts'
import type { Currency } from '../kernel/money.ts'
import { defineProcess, reactBy, type Effect, type Job, type SystemCommand } from '../kernel/process.ts'
import { occurredAtOf } from '../kernel/projection.ts'
import { entryFrom, postEntries, describeSource, type EntryHead } from '../ledger/rules/entries.ts'
import type { CalendarCommand } from '../calendar/messages.ts'
import type { LedgerCommand } from '../ledger/messages.ts'
import type { ListingCommand } from '../listing/messages.ts'
import type { PhotoshootCommand, PhotoshootEvent } from './messages.ts'
import type { ShootDayCommand } from './shootDay.ts'

/** What a photo shoot asks of itself and of the streams around it. */
type ShootCommand = PhotoshootCommand | ShootDayCommand | CalendarCommand | LedgerCommand | ListingCommand

/** What hosts are notified of by email. */
export type PhotoshootNotice =
  | 'scheduled'
  | 'rescheduled'
  | 'cancelled'
  | 'no_show'
  | 'reminder'
  | 'delivered'

/** Hours before a shoot at which the host is reminded of it (docs/domain/photoshoot.md#appointments). */
export const SHOOT_REMINDER_HOURS = [48, 24] as const

type Of = Readonly<{ photoshootId: string; listingId: string; hostAccountId: string }>
type Data<T extends PhotoshootEvent['type']> = OfType<PhotoshootEvent, T>['data']

const notify = (
  { photoshootId, listingId, hostAccountId }: Of,
  what: PhotoshootNotice,
  eventId: string,
): Job => ({
  kind: 'job',
  name: 'tell-photoshoot',
  data: { photoshootId, listingId, hostAccountId, what, eventId },
})

const release = (
  event: RecordedEvent,
  photoshootId: string,
  shootDayId: string,
  startsAt: string,
): SystemCommand<ShootDayCommand> => ({
  kind: 'command',
  commandId: deriveId('release-shoot-slot', event.id),
  type: 'ReleaseShootSlot',
  id: shootDayId,
  data: { photoshootId, startsAt, since: occurredAtOf(event) },
})

/** Which of them it still needs is determined when it is carried out. */
const releaseNights = (event: RecordedEvent, listingId: string): SystemCommand<CalendarCommand> => ({
  kind: 'command',
  commandId: deriveId('release-shoot-nights', event.id),
  type: 'ReleaseShootNights',
  data: { listingId },
})

const forget: readonly Effect[] = SHOOT_REMINDER_HOURS.map((hours): Effect => ({
  kind: 'cancel',
  name: `reminder-${hours}`,
}))
const remind = (event: RecordedEvent<string, Of & Pick<Data<'PhotoshootScheduled'>, 'slot'>>): Effect[] =>
  SHOOT_REMINDER_HOURS.flatMap((hours): Effect[] => {
    const at = addHours(event.data.slot.startsAt, -hours)
    return at <= occurredAtOf(event)
      ? []
      : [{ kind: 'timer', name: `reminder-${hours}`, at, work: notify(event.data, 'reminder', event.id) }]
  })

/**
 * What the host owes is an entry of the ledger like any other (docs/domain/photoshoot.md#images-and-fees).
 */
const charge = (
  event: RecordedEvent<string, Of & Readonly<{ feeMinor: number; currency: Currency }>>,
  text: string,
): Effect<LedgerCommand>[] => {
  const { hostAccountId, listingId, feeMinor, currency } = event.data
  const at = occurredAtOf(event)
  const head: EntryHead = {
    kind: 'photoshoot_fee',
    currency,
    availableAt: at,
    listingId,
    bookingId: null,
    source: describeSource(event),
    policies: [],
    text,
  }
  const entry = entryFrom(head, [{ code: 'fee', amountMinor: -feeMinor, basis: { rule: 'stated' } }])
  return entry === undefined
    ? []
    : [postEntries(event.metadata['commandId'] ?? event.id, hostAccountId, [entry], at)]
}

/**
 * What a photo shoot does by itself: holds that end, slots and nights that are free again, fees, reminders,
 * and its pictures in the listing.
 */
export const photoshootProcess = defineProcess<never, ShootCommand>({
  name: 'photoshoot',
  version: 1,
  correlate: ({ stream }) => (categoryOfStream(stream) === 'photoshoot' ? idOfStream(stream) : undefined),
  on: reactBy<never, PhotoshootEvent, ShootCommand>({
    PhotoshootSlotHeld: (_state, event) => {
      const { photoshootId, listingId, slot, until } = event.data
      const work: SystemCommand<PhotoshootCommand> = {
        kind: 'command',
        commandId: deriveId('expire-shoot-hold', event.id),
        type: 'ExpirePhotoshootHold',
        id: photoshootId,
        data: { listingId, startsAt: slot.startsAt, until },
      }
      return [undefined, { kind: 'timer', name: 'hold', at: until, work }]
    },
    PhotoshootSlotReleased: (_state, event) => [
      undefined,
      { kind: 'cancel', name: 'hold' },
      release(event, event.data.photoshootId, event.data.shootDayId, event.data.slot.startsAt),
      releaseNights(event, event.data.listingId),
    ],
    PhotoshootScheduled: (_state, event) => [
      undefined,
      { kind: 'cancel', name: 'hold' },
      ...remind(event),
      notify(event.data, 'scheduled', event.id),
    ],
    PhotoshootRescheduled: (_state, event) => [
      undefined,
      { kind: 'cancel', name: 'hold' },
      release(event, event.data.photoshootId, event.data.fromShootDayId, event.data.from.startsAt),
      releaseNights(event, event.data.listingId),
      ...forget,
      ...remind(event),
      ...charge(event, 'Photo shoot moved less than 24 hours before'),
      notify(event.data, 'rescheduled', event.id),
    ],
    PhotoshootCancelled: (_state, event) => [
      undefined,
      release(event, event.data.photoshootId, event.data.shootDayId, event.data.slot.startsAt),
      releaseNights(event, event.data.listingId),
      ...forget,
      ...charge(event, 'Photo shoot cancelled less than 24 hours before'),
      notify(event.data, 'cancelled', event.id),
    ],
    PhotoshootNoShowRecorded: (_state, event) => [
      undefined,
      ...forget,
      ...charge(event, 'Photo shoot: photographer couldn’t get in'),
      notify(event.data, 'no_show', event.id),
    ],
    PhotoshootImagesDelivered: (_state, event) => [
      undefined,
      ...charge(event, 'Photo shoot of your home'),
      notify(event.data, 'delivered', event.id),
    ],
    PhotoshootImagesApproved: (_state, event) => [
      undefined,
      ...event.data.images.map(({ fileId, caption }): SystemCommand<ListingCommand> => ({
        kind: 'command',
        commandId: deriveId('shoot-photo', event.id, fileId),
        type: 'AddListingPhoto',
        id: event.data.listingId,
        data: { fileId, caption: caption ?? '', room: null },
      })),
    ],
  }),
})
