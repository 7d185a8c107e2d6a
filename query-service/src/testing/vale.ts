import { addDays } from '@hearth/contracts/kernel/dates'
import { newId } from '@hearth/contracts/kernel/ids'
import { z } from 'zod'
import type { TestEvent } from './miniProjector.ts'
import { startService, type Service } from './service.ts'
import { book, openAccount, startListing, type Stay } from './stays.ts'

export const [vale, other] = [newId(), newId()]
export const [alfama, bica, foreign] = [newId(), newId(), newId()]
export const NOW = '2026-07-16T09:42:00.000Z'
export const zRows = z.array(z.looseObject({ id: z.string() }))

/** Ids of bookings, a refund and a block by name. */
const ids: Record<string, string> = {}

type By = Parameters<typeof book>[1]

const createStays = (by: By): readonly TestEvent[] => {
  const guest = { ...by, actorId: 'gateway', actorKind: 'service', at: '2026-06-21T14:03:00.000Z' }
  const make = (name: string, stay: Stay, from = guest) => {
    const { id, events } = book(stay, from)
    ids[name] = id
    return events
  }
  return [
    openAccount(vale, 'Vale Stays', by),
    openAccount(other, 'Other Stays', { ...by, actorId: 'importer' }),
    ...startListing(alfama, 'Alfama Terrace', by),
    ...startListing(bica, 'Bica Studio', by),
    ...startListing(foreign, 'Elsewhere House', { ...by, tenantId: other }),
    ...make('daniel', { listingId: alfama, guestName: 'Daniel W.', checkIn: '2026-08-13', nights: 5 }),
    ...make('hana', { listingId: alfama, guestName: 'Hana 50%_K.', checkIn: '2026-07-16', nights: 2 }),
    ...make('noah', { listingId: bica, guestName: '=cmd|1', checkIn: '2026-07-14', nights: 2 }),
    ...make('over', {
      listingId: bica,
      guestName: 'Ove R.',
      checkIn: '2026-07-20',
      nights: 1,
      source: 'airbnb',
      overbooked: true,
    }),
    ...make(
      'foreign',
      { listingId: foreign, guestName: 'Foreign F.', checkIn: '2026-08-13', nights: 2 },
      { ...guest, tenantId: other },
    ),
    ...Array.from({ length: 60 }, (_, index) =>
      make(`old${index}`, {
        listingId: bica,
        guestName: `Past ${index}`,
        checkIn: addDays(`2025-${String(1 + (index % 12)).padStart(2, '0')}-01`, 5 * Math.floor(index / 12)),
        nights: 3,
      }),
    ).flat(),
  ]
}

const createHistory = (by: By): readonly TestEvent[] => {
  const stream = (name: string) => ({ ...by, stream: `booking-${ids[name]}` })
  const of = (name: string, listingId = alfama) => ({ bookingId: ids[name], listingId })
  return [
    {
      ...stream('noah'),
      at: '2026-07-14T14:00:00.000Z',
      actorId: 'scheduler',
      actorKind: 'service',
      type: 'BookingCheckedIn',
      data: { ...of('noah', bica), at: '2026-07-14T14:00:00.000Z', by: 'scheduler' },
    },
    {
      ...stream('old0'),
      at: '2026-07-09T10:00:00.000Z',
      actorId: 'importer',
      actorKind: 'service',
      type: 'BookingCheckedOut',
      data: { ...of('old0', bica), at: '2026-07-09T10:00:00.000Z' },
    },
    {
      ...stream('daniel'),
      at: '2026-07-10T10:00:00.000Z',
      type: 'BookingNoteAdded',
      data: {
        ...of('daniel'),
        noteId: newId(),
        guestRef: 'g',
        text: 'Late arrival',
        visibility: 'host',
        by: by.actorId,
      },
    },
    {
      ...stream('daniel'),
      at: '2026-07-13T10:05:00.000Z',
      type: 'BookingNoteAdded',
      data: {
        ...of('daniel'),
        noteId: newId(),
        guestRef: 'g',
        text: 'Suspicious card',
        visibility: 'staff',
        by: by.actorId,
      },
    },
    {
      ...stream('daniel'),
      at: '2026-07-15T10:05:00.000Z',
      type: 'RefundRequested',
      data: {
        ...of('daniel'),
        refundId: (ids['refund'] = newId()),
        amountMinor: 1_000,
        currency: 'EUR',
        lines: [],
        cause: 'goodwill',
      },
    },
    {
      ...stream('daniel'),
      at: '2026-07-15T10:06:00.000Z',
      actorId: 'provider',
      actorKind: 'service',
      type: 'RefundFailed',
      data: { ...of('daniel'), refundId: ids['refund'], code: 'card_closed' },
    },
  ]
}

/** Two blocks of Alfama Terrace that overlap. */
const createBlocks = (by: By): readonly TestEvent[] => [
  {
    ...by,
    at: '2026-03-01T10:00:00.000Z',
    stream: `calendar-${alfama}`,
    type: 'BlockCreated',
    data: {
      listingId: alfama,
      blockId: (ids['block'] = newId()),
      kind: 'maintenance',
      start: '2026-09-01',
      end: '2026-09-04',
      note: 'Boiler',
      ownerStay: null,
    },
  },
  {
    ...by,
    at: '2026-03-02T10:00:00.000Z',
    stream: `calendar-${alfama}`,
    type: 'BlockCreated',
    data: {
      listingId: alfama,
      blockId: newId(),
      kind: 'safety_hold',
      start: '2026-09-03',
      end: '2026-09-05',
      note: null,
      ownerStay: null,
    },
  },
]

const signInAll = async (service: Service) => ({
  cleo: await service.as('cleo@example.test'),
  calendar: await service.as('cal@example.test'),
  scoped: await service.as('sco@example.test'),
  stranger: await service.as('str@example.test'),
  staff: await service.as('joan@example.test'),
  anonymous: Object.assign(
    (path: string, headers: Readonly<Record<string, string>> = {}) =>
      fetch(`${service.url}${path}`, { headers }),
    { cookie: '' },
  ),
})

const openVale = async () => {
  const service = await startService()
  service.clock.now = Date.parse(NOW)
  const cleo = await service.addHost('cleo@example.test', 'Cleo Vale', vale, 'owner')
  await service.addHost('cal@example.test', 'Cal Endar', vale, 'cohost_calendar')
  await service.addHost('sco@example.test', 'Sco Ped', vale, 'cohost_full', [alfama])
  await service.addHost('str@example.test', 'Stra Nger', other, 'owner')
  await service.addStaff('joan@example.test', 'Joan M.', 'support')
  const by = { tenantId: vale, actorId: cleo, actorKind: 'host', at: '2026-01-02T10:00:00.000Z' }
  const stays = createStays(by)
  const position = await service.project([...stays, ...createHistory(by), ...createBlocks(by)])
  return { service, cleo, as: await signInAll(service), ids: ids as Readonly<typeof ids>, position }
}
export type Vale = Awaited<ReturnType<typeof openVale>>

let shared: Promise<Vale> | undefined

/** The service with the account Vale Stays and another one, shared by its journeys. */
export const sharedVale = (): Promise<Vale> => (shared ??= openVale())

const formatParameter = ([name, value]: [string, unknown]): [string, string] => [
  name,
  typeof value === 'string' ? value : JSON.stringify(value),
]
/** The path of a list with its query. */
export const list = (resource: string, query: Readonly<Record<string, unknown>>) =>
  `/api/${resource}?${new URLSearchParams(Object.entries(query).map(formatParameter))}`
