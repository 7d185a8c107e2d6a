import type { HostRole, ImpersonationScope, StaffRole } from '@hearth/contracts/kernel/access'
import { deriveId, newId, type Id } from '@hearth/contracts/kernel/ids'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { readCookie, accepted, type Client, type Journey, type Person } from './journey.ts'
import { adjust, endedStay, guestMessage, inDays, openAccount, openListing, stay } from './fixtures.ts'
import { operationResources } from '@hearth/contracts/projection'
import { lists } from './routes.ts'

/** Ids of one account's records, by collection; a resource without rows is absent. */
export type Records = Readonly<Record<string, string>>

const VISIBLE_WITHIN_MS = 60_000
const REASON = { reason: 'support_ticket', reasonText: 'The host asked us to look at the calendar.' } as const

/** A member of an account, as its events say, with a session. */
const join = async (journey: Journey, account: Id, role: HostRole): Promise<Person> => {
  const person = await journey.signIn({ role, hostAccountId: account })
  accepted(
    await journey.as('importer').post(`/api/accounts/${account}/import-member`, {
      role,
      listingIds: null,
      userId: person.userId,
      name: 'Jo Urney',
      email: person.email,
    }),
  )
  return person
}

/** Staff with an impersonation session for the account. */
const standIn = async (
  journey: Journey,
  account: Id,
  mode: 'read_only' | 'act_as',
  staff: Person,
  approver: Person,
  scopes: readonly ImpersonationScope[] = ['all'],
): Promise<Person> => {
  const { id } = accepted(
    await staff.post('/api/impersonations', { targetAccountId: account, mode, scopes, ...REASON }),
  )
  if (mode === 'act_as') accepted(await approver.post(`/api/impersonations/${id}/approve`, {}))
  const started = accepted(await staff.post(`/api/impersonations/${id}/start`, {}))
  return { ...staff, ...journey.client({ ...staff.headers, cookie: readCookie(started) }) }
}

/** An account with a record of every kind. */
const openFurnished = async (journey: Journey) => {
  const [gateway, importer] = [journey.as('gateway'), journey.as('importer')]
  const account = await openAccount(journey)
  const listing = await openListing(journey, account)
  const people = {
    owner: await join(journey, account, 'owner'),
    cohost_full: await join(journey, account, 'cohost_full'),
    cohost_messaging: await join(journey, account, 'cohost_messaging'),
    cohost_calendar: await join(journey, account, 'cohost_calendar'),
  }
  const booked = (days: number) =>
    gateway.post('/api/bookings', stay(listing, inDays(days), [20_000, 20_000]), {
      'x-host-account': account,
    })
  const booking = accepted(await booked(60)).id
  const { id: thread } = accepted(
    await gateway.post('/api/threads', guestMessage(listing), { 'x-host-account': account }),
  )
  accepted(await people.owner.post(`/api/threads/${thread}/send`, { body: 'There is one.' }))
  accepted(
    await importer.post('/api/blocks', {
      listingId: listing,
      kind: 'maintenance',
      start: inDays(20),
      end: inDays(22),
    }),
  )
  accepted(
    await people.owner.post(`/api/accounts/${account}/invite-member`, {
      role: 'cohost_calendar',
      listingIds: null,
      email: `${newId()}@journey.test`,
    }),
  )
  accepted(
    await people.cohost_calendar.post(`/api/accounts/${account}/request-permission`, {
      capability: 'booking.money',
      text: 'To answer guests.',
    }),
  )
  await adjust(journey, account, listing)
  await endedStay(journey, account, listing, 3)
  accepted(await people.owner.post(`/api/accounts/${account}/request-data-export`, {}))
  const stranger = accepted(
    await gateway.post(
      '/api/bookings',
      stay(listing, inDays(90), [20_000], {}, { guest: { guestRef: newId(), displayName: 'Erased E.' } }),
      { 'x-host-account': account },
    ),
  ).id
  return { account, listing, people, booking, stranger }
}

/** One id from each list that `clients` may read. */
const readRecords = async (
  clients: readonly Client[],
  own: (row: Readonly<Record<string, unknown>>) => boolean,
): Promise<Records> => {
  const found: Record<string, string> = {}
  for (const client of clients) {
    for (const { name } of [...lists, ...operationResources]) {
      // An event that all roles may see, unlike those of payouts.
      const filter = name === 'events' ? '&filter={"type":"ListingPublished"}' : ''
      const { status, text } = await client.get(`/api/${name}?range=[0,99]${filter}`)
      const row =
        status === 200
          ? (JSON.parse(text) as readonly Readonly<Record<string, unknown>>[]).find(own)
          : undefined
      if (row !== undefined) found[name] ??= String(row['id'])
    }
  }
  return found
}

type Furnished = Awaited<ReturnType<typeof openFurnished>>

/** Waits until a record of every kind is visible. */
const readAllRecords = async (
  here: Furnished,
  there: Furnished,
  { support, admin }: Readonly<Record<'support' | 'admin', Client>>,
) => {
  const owns = (account: Id) => (row: Readonly<Record<string, unknown>>) => row['tenantId'] === account
  const read = { own: {} as Records, foreign: {} as Records, platform: {} as Records }
  await waitUntil(
    async () => {
      read.own = await readRecords([here.people.owner, support, admin], owns(here.account))
      read.foreign = await readRecords([there.people.owner, support, admin], owns(there.account))
      read.platform = await readRecords([admin], (row) => (row['tenantId'] ?? 'platform') === 'platform')
      const last = [
        'saved-views',
        'referrals',
        'reply-templates',
        'message-rules',
        'message-plans',
        'access-log',
        'threads',
        'reviews',
        'report-files',
      ]
      return 'data-exports' in read.own && last.every((name) => name in read.foreign)
    },
    VISIBLE_WITHIN_MS,
    'a row of every kind',
  )
  return read
}

export type World = Awaited<ReturnType<typeof openWorld>>

/** Two accounts, clients of every role, and ids of all kinds of records. Proofs of identity last an hour. */
export const openWorld = async (journey: Journey) => {
  const [here, there] = [await openFurnished(journey), await openFurnished(journey)]
  const staff = async (role: StaffRole) => journey.signIn({ staffRole: role })
  const [support, finance, admin, auditor] = [
    await staff('support'),
    await staff('finance'),
    await staff('admin'),
    await staff('auditor'),
  ]
  const [looking, acting, reading, unproved] = [
    await staff('support'),
    await staff('support'),
    await staff('support'),
    await join(journey, here.account, 'owner'),
  ]
  for (const { account } of [here, there])
    accepted(
      await finance.post(`/api/payout-accounts/${account}/place-hold`, {
        reason: 'kyc',
        methodId: null,
        until: null,
        whatToDo: null,
      }),
    )
  for (const { account, people } of [here, there])
    accepted(
      await people.owner.post(`/api/saved-views/${account}/save`, {
        list: 'bookings',
        name: 'All stays',
        shared: true,
        filter: {},
        order: { field: 'checkIn', direction: 'ASC' },
        columns: null,
      }),
    )
  for (const { account, people } of [here, there])
    accepted(
      await people.owner.post(`/api/reports/${account}/request`, {
        type: 'bookings',
        format: 'csv',
        from: '2026-07-01',
        to: '2026-07-31',
      }),
    )
  for (const { people } of [here, there]) accepted(await people.owner.post('/api/referrals', { email: null }))
  for (const { account, people } of [here, there]) {
    const key = newId()
    accepted(
      await people.owner.post(
        `/api/reply-templates/${account}/add`,
        { name: 'Wi-Fi', body: 'The Wi-Fi is {{wifiName}}.' },
        { 'idempotency-key': key },
      ),
    )
    accepted(
      await people.owner.post(`/api/message-rules/${account}/add`, {
        // As the command service derives it from the key.
        templateId: deriveId('id', key, 'reply-template'),
        trigger: 'checkin-1d',
        time: '10:00',
        minNights: 1,
        listingIds: null,
        isOn: true,
      }),
    )
  }
  // One active impersonation of each account, and one requested by the staff whose own rows are read.
  for (const { account } of [here, there])
    accepted(
      await support.post('/api/impersonations', {
        targetAccountId: account,
        mode: 'act_as',
        scopes: ['all'],
        ...REASON,
      }),
    )
  await standIn(journey, there.account, 'read_only', await staff('support'), admin)
  const impersonator = {
    read: await standIn(journey, here.account, 'read_only', looking, admin),
    act: await standIn(journey, here.account, 'act_as', acting, admin),
    inbox: await standIn(journey, here.account, 'read_only', reading, admin, ['inbox']),
  }
  await journey.query(`update app.session set proved_at = now() + interval '1 hour'`)
  await journey.query(`update app.session set proved_at = now() - interval '1 hour' where user_id = $1`, [
    unproved.userId,
  ])
  await journey.countEvents()

  return {
    here,
    there,
    admin,
    unproved,
    impersonator,
    staff: { support, finance, admin, auditor },
    records: await readAllRecords(here, there, { support, admin }),
  }
}
