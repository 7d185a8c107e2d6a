import { randomBytes, randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { domain, eventDefinitions, resources } from '@hearth/contracts'
import { ENTRY_PROBLEMS, icalFeeds } from '@hearth/contracts/ical-feed'
import { dataExportPartContext } from '@hearth/contracts/account'
import { cancellationQuote, quotePayload, QUOTE_TOKEN } from '@hearth/contracts/booking'
import { ACCOUNT_FOLDERS, accountFolder } from '@hearth/contracts/kernel/accountFolders'
import { newId } from '@hearth/contracts/kernel/ids'
import { formatStream, textIn, type Aggregate } from '@hearth/contracts/kernel/message'
import type { Resource } from '@hearth/contracts/kernel/resource'
import { deriveThreadId } from '@hearth/contracts/thread'

import { createEventReader } from '@hearth/platform/read-model/eventReader'
import { signToken } from '@hearth/platform/sealing/signedToken'
import { createBox } from '@hearth/platform/sealing/box'
import { followErasures } from '@hearth/platform/sealing/followErasures'
import { createSealer } from '@hearth/platform/sealing/sealer'
import { ERASED } from '@hearth/contracts/kernel/erased'
import type { Principal } from '@hearth/platform/session/principal'
import { startChild, type ReadyChild } from '@hearth/platform/testing/child'
import { pdf } from '@hearth/platform/testing/hostileFiles'
import { silentLog } from '@hearth/platform/testing/log'
import { openLog, type TestLog } from '@hearth/platform/testing/openLog'
import { startTestStack, type TestStack } from '@hearth/platform/testing/stack'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { createWorkDirectory } from '@hearth/platform/testing/workDirectory'
import { openVault } from '../vault/vault.ts'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { booking } from '../booking/booking.decider.ts'
import { SCHEDULER } from '../runtime/internal.ts'
import {
  accepted,
  command,
  inDays,
  stay,
  openTestService,
  PEOPLE,
  QUOTE_SECRET,
  readTypes,
  receive,
  SEALING_KEY,
  type TestService,
} from '../testing/fixture.ts'
import { openPlace, openSecondHouse, type Place } from '../testing/place.ts'
import { signedIn } from '../testing/people.ts'
import { fileClaim } from '../reimbursement/testing/filedClaims.ts'
import { guestReview, hostReview } from '../review/testing/reviewFacts.ts'
import { account } from './account.decider.ts'
import { readExportedRows } from './exportedRows.ts'
import { isBehind } from './isBehind.ts'

const directory = createWorkDirectory()
let stack: TestStack
let log: TestLog
let service: TestService
let projector: ReadyChild
const printed: string[] = []

const startProjector = () =>
  startChild('projector/src/main.ts', ['--stop-with-parent'], {
    PORT: '0',
    LOG_LEVEL: 'info',
    DATABASE_URL: stack.databaseUrl,
    EVENTSTORE_URL: stack.eventStoreUrl,
    SEALING_KEY,
  })

beforeAll(async () => {
  stack = await startTestStack()
  log = openLog(stack.eventStoreUrl)
  ;[service, projector] = await Promise.all([
    openTestService(stack, { storageUrl: pathToFileURL(directory.path) }),
    startProjector(),
  ])
  await waitUntil(
    async () =>
      (await service.pool.query(`select to_regclass('read.erasure') is not null as there`)).rows[0]?.there ===
      true,
    undefined,
    'the read models',
  )
})
afterAll(async () => {
  await projector?.stop()
  await service?.close()
  await log?.close()
  await stack?.stop()
  directory.remove()
})

const word = (name: string) => `canary-${name}-${randomBytes(6).toString('hex')}`
const digits = (count: number) => Array.from({ length: count }, () => randomInt(1, 10)).join('')
const canaries = {
  guestName: word('guest'),
  overbookedGuest: word('overbooked'),
  hostNote: word('note'),
  staffNote: word('staffnote'),
  cancelMessage: word('cancelling'),
  moveMessage: word('moving'),
  memberName: word('member'),
  memberEmail: `${word('mail')}@example.test`,
  invitedEmail: `${word('invited')}@example.test`,
  proposedEmail: `${word('proposed')}@example.test`,
  wish: word('wish'),
  userName: word('user'),
  loginAddress: word('from'),
  failedAddress: word('failed'),
  redeemedAddress: word('redeemed'),
  contactEmail: `${word('office')}@example.test`,
  contactPhone: `+1${digits(10)}`,
  legalName: word('legal'),
  legalAddress: word('street'),
  companyNumber: word('number'),
  blockNote: word('block'),
  changedNote: word('changed'),
  feedTitle: word('feed'),
  accountName: word('name'),
  renamed: word('renamed'),
  goodwill: word('goodwill'),
  feedName: word('calendar'),
  paused: word('paused'),
  suspended: word('suspended'),
  delisted: word('delisted'),
  whatToDo: word('todo'),
  released: word('released'),
  adjusted: word('adjusted'),
  refused: word('refused'),
  evidence: word('evidence'),
  evidenceAnswer: word('evidenceanswer'),
  guestAnswer: word('guestanswer'),
  guestReview: word('guestreview'),
  hostReview: word('hostreview'),
  claimedItem: word('item'),
  incident: word('incident'),
  amended: word('amended'),
  guestWrites: word('guestwrites'),
  guestMail: `${word('guestmail')}@example.test`,
  guestAddress: `${word('guestaddress')}@example.test`,
  hostAnswers: word('hostanswers'),
  fileName: word('filename'),
  fileText: word('filetext'),
  viewName: word('view'),
  viewSearch: word('search'),
  bankAccount: digits(20),
  taxNumber: digits(18),
  accountFile: word('accountfile'),
}

/** Of the bookings: one guest stays. */
const GUEST_NAMES = ['Bo Other', ...Array.from({ length: 6 }, () => ERASED)].map((name) => ({
  guest_name: name,
}))

/** One for each house of the stay that moved. */
const ERASED_THREADS = Array.from({ length: 2 }, () => ({ guest_name: ERASED, last_text: ERASED }))

const readModels = [
  ...new Set(
    Object.values(resources)
      .filter(({ scope, view }: Resource) => scope === 'tenant' && view !== true)
      .map(({ table }) => table),
  ),
]

const sql = async <T extends object>(text: string, values: readonly unknown[] = []) =>
  (await service.pool.query<T>(text, [...values])).rows

/**
 * Every row of every table of the database, events, read models and all, and every stored file, as text;
 * bytes are tried as text, too.
 */
const dump = async (): Promise<string> => {
  const tables = await sql<{ name: string }>(
    `
      select format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where
        c.relkind in ('r', 'p', 'm')
        and n.nspname not in ('pg_catalog', 'information_schema')
        and n.nspname not like 'pg_toast%'
      order by 1`,
  )
  const texts: string[] = []
  for (const { name } of tables)
    texts.push(
      ...(await sql<{ text: string }>(`select t::text as text from ${name} t`)).map(({ text }) => text),
    )
  const files = readdirSync(directory.path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
  return [...texts, ...files].join('\n')
}
const foundIn = (text: string) =>
  Object.entries(canaries).flatMap(([name, value]) =>
    text.includes(value) || text.includes(Buffer.from(value).toString('hex')) ? [name] : [],
  )

/** The entries of feeds that were not understood, as the log has them and opened. */
const readFeedEntries = async () => {
  const event = (await log.readAfter('start')).find(({ type }) => type === 'FeedEntriesNotUnderstood')
  const sealer = createSealer({
    pool: service.pool,
    masterKey: SEALING_KEY,
    personal: () => ({ entries: 'hostAccountId' }),
  })
  return (await sealer.open(event?.stream ?? '', event?.type ?? '', event?.data)) as { entries?: unknown }
}

/** The feeds of an account as its export has them. */
const exportFeeds = async (accountId: string): Promise<string> => {
  const personal = (type: string) => eventDefinitions.get(type)?.personal ?? {}
  const sealer = createSealer({ pool: service.pool, masterKey: SEALING_KEY, personal })
  const readEvents = createEventReader({ sealer, definitions: eventDefinitions })
  const pages = []
  for await (const page of readExportedRows(
    { pool: service.pool, store: log, readEvents },
    icalFeeds,
    accountId,
  ))
    pages.push(page)
  return JSON.stringify(pages)
}

/** What waits to be mailed, opened. */
const mails = async () =>
  (await sql<{ id: string; content: Buffer }>('select id, content from app.mail')).map(({ id, content }) =>
    createBox(SEALING_KEY).open(content, `mail/${id}`),
  )

/** What reports add up. */
const numbers = async () => ({
  bookings: await sql(
    `
      select
        status,
        count(*)::int as count,
        sum(guest_total_minor)::text as paid,
        sum(host_payout_minor)::text as payout,
        sum(nights)::int as nights,
        sum(guests)::int as guests
      from read.booking
      group by status
      order by status`,
  ),
  nights: await sql(`select kind, state, count(*)::int as count from read.claim group by 1, 2 order by 1, 2`),
  members: await sql(
    `select role, status, count(*)::int as count from read.member group by 1, 2 order by 1, 2`,
  ),
})

const deliverUntil = (what: string, condition: () => Promise<boolean>) =>
  waitUntil(
    async () => {
      await service.relay.deliver()
      return condition()
    },
    undefined,
    what,
  )

const createOwner = (tenantId: string, id = newId()): Principal => ({
  actor: { id, kind: 'host', role: 'owner', name: 'Ada' },
  tenantId,
  listingIds: 'all',
  provedAt: Date.now(),
})
const send = async (type: string, by: Principal, data: unknown, id: string, expected?: bigint) =>
  accepted(await service.handle(command(type, by, data, { id, ...(expected !== undefined && { expected }) })))
const erase = (by: Principal, accountId: string, kind: string, subjectId: string) =>
  send('EraseSubject', by, { kind, subjectId }, accountId)

const staff = (role: 'admin' | 'finance' | 'support'): Principal => ({
  actor: { id: newId(), kind: 'staff', role, name: 'Sam' },
  listingIds: 'all',
  provedAt: Date.now(),
})

/** A guest who asked for other dates, and wrote what is to be erased. */
const plantAlteration = async ({ accountId, listingId }: Place, bookingId: string): Promise<string> => {
  const dates = { checkIn: null, checkOut: inDays(42), party: null, after: null }
  const wanted = { listingId, bookingId, ...dates, message: canaries.guestWrites }
  const gateway = { hostAccountId: accountId }
  const asked = command('RequestAlteration', PEOPLE.gateway, wanted, gateway)
  const { id } = accepted(await service.handle(asked))
  await send('WithdrawRequest', PEOPLE.gateway, {}, id)
  return id
}

/** A stay that moves to another house of the account, with a message to its guest. */
const plantMove = async (place: Place, owner: Principal, guestRef: string): Promise<void> => {
  const { listingId: toListingId } = await openSecondHouse(service, place)
  const guest = { guestRef, displayName: canaries.guestName, email: canaries.guestAddress }
  const { id, revision } = accepted(await service.handle(receive(place, inDays(70), 2, { guest })))
  await send('MoveBooking', owner, { toListingId, message: canaries.moveMessage }, id, revision)
  // A guest who is expected cannot be erased.
  await send('CancelBookingByGuest', PEOPLE.gateway, {}, id)
}

/** Answers the alteration that the guest asked for. */
const plantBookings = async (place: Place, owner: Principal, guestRef: string): Promise<string> => {
  const guest = (displayName: string, email: string | null = null) => ({
    guest: { guestRef, displayName, email },
  })
  const booked = guest(canaries.guestName, canaries.guestAddress)
  const first = accepted(await service.handle(receive(place, inDays(40), 3, booked)))
  accepted(
    await service.handle(
      receive(place, inDays(40), 3, {
        ...guest(canaries.overbookedGuest),
        source: 'airbnb',
        externalRef: 'HM1',
      }),
    ),
  )
  const other = accepted(
    await service.handle(
      receive(place, inDays(60), 4, { guest: { guestRef: 'another', displayName: 'Bo Other', email: null } }),
    ),
  )
  const alterationId = await plantAlteration(place, first.id)
  await plantMove(place, owner, guestRef)
  const goodwill = { amountMinor: 100, reason: `For the noise: ${canaries.goodwill}` }
  await send('IssueGoodwillRefund', staff('support'), goodwill, other.id, other.revision)
  await send('AddBookingNote', owner, { text: canaries.hostNote, visibility: 'host' }, first.id)
  await send('AddBookingNote', staff('support'), { text: canaries.staffNote, visibility: 'staff' }, first.id)
  const { state, revision } = await service.handler.view(booking, first.id, 0)
  if (state.status === 'none') throw new Error('no booking')
  const quoted = { ...state, id: first.id, revision: Number(revision) }
  const quote = signToken(
    QUOTE_SECRET,
    QUOTE_TOKEN,
    quotePayload(quoted, cancellationQuote(quoted, 'host', new Date().toISOString())),
  )
  accepted(
    await service.handle(
      command(
        'CancelBookingByHost',
        owner,
        { quote, reason: 'owner_use', message: canaries.cancelMessage },
        { id: first.id, expected: revision },
      ),
    ),
  )
  return alterationId
}

/** What a guest without a booking writes, with an address that is hidden, and what the host answers. */
const plantThread = async ({ accountId, listingId }: Place, owner: Principal, guestRef: string) => {
  const message = {
    listingId,
    guest: { guestRef, displayName: canaries.guestName },
    bookingId: null,
    messageId: 'm1',
    body: `${canaries.guestWrites}: write to ${canaries.guestMail}`,
    sentAt: new Date().toISOString(),
  }
  const gateway = { hostAccountId: accountId }
  const threadId = deriveThreadId(listingId, guestRef)
  const { id: fileId } = await service.uploads.receive({
    id: newId(),
    tenantId: accountId,
    listingId,
    threadId,
    name: `${canaries.fileName}.pdf`,
    bytes: pdf(canaries.fileText),
  })
  await service.uploads.inspect(fileId)
  const { id } = accepted(
    await service.handle(
      command('ReceiveGuestMessage', PEOPLE.gateway, { ...message, attachments: [fileId] }, gateway),
    ),
  )
  await send('SendMessage', owner, { body: canaries.hostAnswers }, id)
  return id
}

/** A guest who asked to book, and named and wrote what is to be erased. */
const plantRequest = async ({ accountId, listingId }: Place, guestRef: string) => {
  const wanted = stay(listingId, inDays(80), 2, {
    guest: { guestRef, displayName: canaries.guestName, email: canaries.guestAddress },
    message: canaries.guestWrites,
  })
  const gateway = { hostAccountId: accountId }
  const { id } = accepted(await service.handle(command('RequestBooking', PEOPLE.gateway, wanted, gateway)))
  await send('WithdrawRequest', PEOPLE.gateway, {}, id)
  return id
}

/** Notes of a block that was changed, and what a feed says that is not understood. */
const plantCalendar = async ({ listingId }: Place, owner: Principal): Promise<void> => {
  const block = { listingId, start: inDays(20), end: inDays(22) }
  const made = accepted(
    await service.handle(
      command('CreateBlock', owner, {
        ...block,
        kind: 'maintenance',
        note: canaries.blockNote,
        ownerStay: null,
      }),
    ),
  )
  await send('EditBlock', owner, { ...block, note: canaries.changedNote }, made.id)
  const feed = accepted(
    await service.handle(
      command('AddFeed', owner, {
        listingId,
        name: canaries.feedName,
        url: 'https://calendars.example.test/a.ics',
      }),
    ),
  )
  const entries = [{ title: canaries.feedTitle, date: inDays(30), problem: ENTRY_PROBLEMS[0] }]
  const fetched = { kind: 'fetched', contentHash: 'a', entries: 1, added: 0, moved: 0, removed: 0 }
  accepted(
    await service.handle(
      command(
        'RecordFetch',
        SCHEDULER,
        { outcome: { ...fetched, unread: { total: 1, count: 1, entries } } },
        { id: feed.id, internal: true },
      ),
    ),
  )
}

/** A view of the bookings whose name and search name a guest. */
const plantView = async ({ accountId }: Place, owner: Principal): Promise<void> => {
  const view = {
    list: 'bookings',
    name: canaries.viewName,
    shared: true,
    filter: { q: canaries.viewSearch },
    order: { field: 'checkIn', direction: 'ASC' },
    columns: null,
  }
  await send('SaveView', owner, view, accountId)
}

/** What people write about an account in their own words. */
const plantTexts = async ({ accountId, listingId }: Place, owner: Principal): Promise<void> => {
  const { revision } = await service.handler.view(account, accountId, 0)
  await send('RenameAccount', staff('admin'), { displayName: canaries.renamed }, accountId, revision)
  await send('PauseListing', owner, { until: null, reason: canaries.paused }, listingId)
  await send('SuspendListing', staff('admin'), { reason: canaries.suspended }, listingId)
  await send('ReinstateListing', staff('admin'), {}, listingId)
  await send('DelistListing', owner, { reason: canaries.delisted, effectiveOn: inDays(90) }, listingId)
  const hold = { reason: 'dispute', methodId: null, until: null, whatToDo: canaries.whatToDo }
  await send('PlaceHold', staff('finance'), hold, accountId)
  const holds: string[] = []
  for await (const { type, data } of service.store.read(formatStream('payoutAccount', accountId)))
    if (type === 'HoldPlaced') holds.push(String((data as Readonly<{ holdId: string }>).holdId))
  await send('ReleaseHold', staff('finance'), { holdId: holds[0], why: canaries.released }, accountId)
  const about = { accountId, listingId, bookingId: null, currency: 'EUR' }
  for (const amountMinor of [500, -500]) {
    const proposal = { ...about, amountMinor, reason: `Agreed by phone: ${canaries.adjusted}` }
    const { id } = accepted(await service.handle(command('ProposeAdjustment', staff('support'), proposal)))
    await send('ApproveAdjustment', staff('finance'), { accountId }, id)
  }
  const other = { ...about, amountMinor: 700, reason: `Also agreed by phone: ${canaries.adjusted}` }
  const { id } = accepted(await service.handle(command('ProposeAdjustment', staff('support'), other)))
  await send('RejectAdjustment', staff('finance'), { accountId, reason: `No: ${canaries.refused}` }, id)
}

/** What a host sent about a declared event, and what staff answered; the stay was cancelled before. */
const plantEvidence = async (place: Place, owner: Principal): Promise<void> => {
  const disruptionId = newId()
  const event = { title: 'Storm Ana', area: { country: 'IS' }, start: inDays(100), end: inDays(102) }
  const reason = 'The coast was evacuated by the civil protection.'
  await send('DeclareDisruption', staff('admin'), { ...event, reason }, disruptionId)
  await send('ApproveDisruption', staff('admin'), {}, disruptionId)
  const guest = { guestRef: 'guest-8', displayName: 'Bo Shop', email: null }
  const { id } = accepted(await service.handle(receive(place, inDays(100), 2, { guest })))
  accepted(
    await service.handle(command('RecordDisruption', SCHEDULER, { disruptionId }, { id, internal: true })),
  )
  await send('CancelBookingByGuest', PEOPLE.gateway, {}, id)
  const evidence = { text: `The road is open: ${canaries.evidence}`, fileIds: [] }
  await send('SendDisruptionEvidence', owner, evidence, id)
  await send(
    'AnswerDisruptionEvidence',
    staff('finance'),
    { answer: `We have read it: ${canaries.evidenceAnswer}` },
    id,
  )
}

/** A stay that ended, with the reviews of both sides and a claim that the guest has answered. */
const plantPastStay = async (
  place: Place,
  guest: Readonly<{ guestRef: string; displayName: string }>,
  texts: Readonly<Record<'item' | 'guestAnswer' | 'hostReview' | 'guestReview', string>>,
): Promise<void> => {
  const { accountId, listingId } = place
  const about = { source: 'import', guest: { ...guest, email: null } }
  const past = receive(place, inDays(-6), 4, about, { principal: PEOPLE.importer })
  const { id } = accepted(await service.handle(past))
  await send('CheckInBooking', PEOPLE.importer, {}, id)
  await send('CheckOutBooking', PEOPLE.importer, {}, id)
  const opened = { hostAccountId: accountId, listingId, bookingId: id }
  accepted(await service.handle(command('OpenReviewWindow', PEOPLE.importer, opened)))
  const written = { ...hostReview, publicText: texts.hostReview }
  await send('SubmitHostReview', PEOPLE.owner(accountId), written, id)
  await send('ReceiveGuestReview', PEOPLE.gateway, { ...guestReview, publicText: texts.guestReview }, id)
  const claim = await fileClaim(service, place, id, [10_000], texts.item)
  await send(
    'RecordGuestResponse',
    PEOPLE.gateway,
    { acceptedItemIds: [], text: texts.guestAnswer },
    claim.claimId,
  )
}

const plantIncident = async ({ listingId }: Place, owner: Principal): Promise<void> => {
  const reported = {
    listingId,
    bookingId: null,
    category: 'property_damage',
    severity: null,
    occurredAt: new Date().toISOString(),
    description: `The door is broken: ${canaries.incident}`,
    peopleHurt: false,
    authorities: { police: false, fire: false, reference: null },
    fileIds: [],
  }
  const { id } = accepted(await service.handle(command('ReportIncident', owner, reported)))
  await send('AmendIncident', owner, { text: `Also the lock: ${canaries.amended}` }, id)
}

const newestMember = async (email: string) => {
  await waitUntil(
    async () => (await sql(`select id from read.member where email = $1`, [email])).length === 1,
    undefined,
    'the member',
  )
  return (await sql<{ id: string }>(`select id from read.member where email = $1`, [email]))[0]?.id ?? ''
}

/** A person whom staff proposed as an owner, and then did not invite. */
const plantOwnerChange = async ({ accountId }: Place): Promise<string> => {
  const admin: Principal = {
    actor: { id: newId(), kind: 'staff', role: 'admin', name: 'Joan' },
    listingIds: 'all',
    provedAt: Date.now(),
  }
  const change = { kind: 'invite', email: canaries.proposedEmail }
  const reasonText = 'The owner asked us on the phone.'
  await send('ProposeOwnerChange', admin, { change, reasonText }, accountId)
  const { state } = await service.handler.view(account, accountId, 0)
  const [proposed] = state.status === 'none' ? [] : Object.values(state.ownerChanges)
  if (proposed === undefined) throw new Error('no change of owners')
  await send('DeclineOwnerChange', admin, { changeId: proposed.changeId }, accountId)
  return proposed.memberId
}

const plantPeople = async (place: Place, owner: Principal) => {
  const trace = { correlationId: newId(), traceparent: '' }
  const userId = newId()
  await service.pool.query('insert into app.app_user (id, email, display_name) values ($1, $2, $3)', [
    userId,
    canaries.memberEmail,
    canaries.userName,
  ])
  const record = (data: Parameters<typeof service.tickets.record>[0], id: string) =>
    service.tickets.record(data, id, SCHEDULER.actor, trace)
  await record(
    {
      type: 'RegisterUser',
      data: { email: canaries.memberEmail, displayName: canaries.userName, staffRole: null },
    },
    userId,
  )
  await record(
    {
      type: 'RecordLogin',
      data: { method: 'password', provider: null, address: canaries.loginAddress, userAgent: 'Test' },
    },
    userId,
  )
  await record(
    {
      type: 'RecordFailedLogin',
      data: { reason: 'password', address: canaries.failedAddress, userAgent: 'Test' },
    },
    userId,
  )
  await send(
    'InviteMember',
    owner,
    { email: canaries.memberEmail, role: 'cohost_messaging', listingIds: null },
    place.accountId,
  )
  await send(
    'InviteMember',
    owner,
    { email: canaries.invitedEmail, role: 'cohost_calendar', listingIds: null },
    place.accountId,
  )
  const [memberId, invitedId] = [
    await newestMember(canaries.memberEmail),
    await newestMember(canaries.invitedEmail),
  ]
  await deliverUntil('the invitations', async () => (await sql('select from app.ticket')).length === 2)
  const ticket =
    (await sql<{ id: string }>(`select id from app.ticket where context->>'memberId' = $1`, [memberId]))[0]
      ?.id ?? ''
  await record(
    { type: 'RedeemTicket', data: { userId, address: canaries.redeemedAddress, userAgent: 'Test' } },
    ticket,
  )
  accepted(
    await service.handle(
      command(
        'AcceptInvitation',
        SCHEDULER,
        { memberId, userId, name: canaries.memberName, email: canaries.memberEmail },
        { id: place.accountId, internal: true },
      ),
    ),
  )
  await send(
    'RequestPermission',
    {
      ...createOwner(place.accountId, userId),
      actor: { id: userId, kind: 'host', role: 'cohost_messaging', name: 'Lee' },
    },
    { capability: 'booking.cancel', text: canaries.wish },
    place.accountId,
  )
  return { userId, memberId, invitedId }
}

test(
  'after an erasure, and after a rebuild from zero, none of 53 canaries is anywhere, and the ' +
    'numbers are what they were',
  { timeout: 300_000 },
  async () => {
    expect(Object.keys(canaries)).toHaveLength(53)
    const box = createBox(SEALING_KEY)
    const vault = openVault({ pool: service.pool, box })
    const place = await openPlace(service)
    const ada = await signedIn(service.pool, { name: 'Ada', hostAccountId: place.accountId })
    await send(
      'ImportMember',
      PEOPLE.importer,
      { userId: ada.id, name: 'Ada Vale', email: ada.email, role: 'owner', listingIds: null },
      place.accountId,
    )
    const owner = createOwner(place.accountId, ada.id)
    const threadId = await plantThread(place, owner, 'guest-7')
    const requestId = await plantRequest(place, 'guest-7')
    const alterationId = await plantBookings(place, owner, 'guest-7')
    const { userId, memberId, invitedId } = await plantPeople(place, owner)
    const proposedId = await plantOwnerChange(place)
    const shop = await openPlace(service)
    const shopOwner = createOwner(shop.accountId)
    await send(
      'ChangeAccountProfile',
      shopOwner,
      {
        displayName: canaries.accountName,
        defaultCurrency: 'EUR',
        timezone: 'Europe/Lisbon',
        contactEmail: canaries.contactEmail,
        contactPhone: canaries.contactPhone,
      },
      shop.accountId,
    )
    await send(
      'ChangeLegalIdentity',
      shopOwner,
      {
        kind: 'company',
        country: 'PT',
        legalName: canaries.legalName,
        legalAddress: canaries.legalAddress,
        companyNumber: canaries.companyNumber,
      },
      shop.accountId,
    )
    await plantCalendar(shop, shopOwner)
    const plain = 'As it was agreed.'
    const ofGuest = { guestAnswer: canaries.guestAnswer, guestReview: canaries.guestReview }
    const ofStay = { item: 'Front door', hostReview: canaries.hostReview, ...ofGuest }
    await plantPastStay(place, { guestRef: 'guest-7', displayName: canaries.guestName }, ofStay)
    const ofShop = { item: canaries.claimedItem, guestAnswer: plain, hostReview: plain, guestReview: plain }
    await plantPastStay(shop, { guestRef: 'guest-8', displayName: 'Bo Shop' }, ofShop)
    await plantIncident(shop, shopOwner)
    await plantEvidence(shop, shopOwner)
    await plantTexts(shop, shopOwner)
    await plantView(shop, shopOwner)
    const bank = await vault.seal({
      tenantId: place.accountId,
      subjectId: userId,
      kind: 'bank_account',
      number: canaries.bankAccount,
    })
    await vault.seal({
      tenantId: shop.accountId,
      subjectId: shop.accountId,
      kind: 'tax_number',
      number: canaries.taxNumber,
    })
    for (const name of ACCOUNT_FOLDERS)
      await service.storage.put(
        `${accountFolder(name, shop.accountId)}file`,
        Buffer.from(canaries.accountFile),
        '',
      )
    expect(bank.last4).toBe(canaries.bankAccount.slice(-4))
    expect(await vault.open(place.accountId, bank.id)).toBe(canaries.bankAccount)
    expect(await vault.open(shop.accountId, bank.id)).toBeUndefined()

    // A copy of the data, with all of it inside.
    await send('RequestDataExport', owner, {}, place.accountId)
    await deliverUntil(
      'the export',
      async () => (await sql(`select from read.data_export where status = 'ready'`)).length === 1,
    )
    const exportId = (await sql<{ id: string }>('select id from read.data_export'))[0]?.id ?? ''
    const pieces = (
      await sql<{ part: number; sealed: Buffer }>(
        'select part, sealed from app.data_export_part where export_id = $1 order by part',
        [exportId],
      )
    ).map(({ part, sealed }) =>
      Buffer.from(box.open(sealed, dataExportPartContext(exportId, part)), 'base64'),
    )
    const files = unzipSync(Buffer.concat(pieces))
    const text = (name: string) => Buffer.from(files[name] ?? []).toString('utf8')
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        'bookings.json',
        'bookings.csv',
        'members.json',
        'listings.csv',
        'events.json',
      ]),
    )
    expect(JSON.parse(text('bookings.json'))).toHaveLength(5)
    expect(text('messages.json')).toContain(canaries.guestWrites)
    expect(text('bookings.csv').trim().split('\r\n')).toHaveLength(6)
    expect(text('bookings.csv')).toContain(canaries.guestName)
    expect(text('events.json')).toContain(canaries.cancelMessage)
    expect(await sql('select host_account_id from app.data_export where id = $1', [exportId])).toEqual([
      { host_account_id: place.accountId },
    ])

    // They are where they may be, and every personal field that hosts' people have holds one.
    const ofHosts: readonly Aggregate[] = [domain.account, domain.booking, domain.user, domain.login]
    const declared = ofHosts.flatMap(({ events }) =>
      Object.entries(events).flatMap(([type, { personal = {} }]) =>
        Object.keys(personal).map((field) => `${type}.${field}`),
      ),
    )
    await vi.waitFor(
      async () => {
        expect(foundIn(await dump())).toEqual(
          expect.arrayContaining([
            'guestName',
            'guestAddress',
            'accountFile',
            'overbookedGuest',
            'hostNote',
            'cancelMessage',
            'memberName',
            'memberEmail',
            'invitedEmail',
            'proposedEmail',
            'wish',
            'contactPhone',
            'legalAddress',
            'changedNote',
            'renamed',
            'feedName',
            'delisted',
            'whatToDo',
            'released',
            'adjusted',
            'refused',
            'evidence',
            'evidenceAnswer',
            'guestAnswer',
            'guestReview',
            'hostReview',
            'claimedItem',
            'incident',
            'amended',
            'viewName',
            'viewSearch',
          ]),
        )
        const sealedFields = new Set(
          (await log.readAfter('start')).flatMap(({ type, data }) =>
            Object.entries(Object(data)).flatMap(([key, value]) =>
              typeof value === 'string' && value.startsWith('sealed:1:') ? [`${type}.${key}`] : [],
            ),
          ),
        )
        expect(declared.filter((field) => !sealedFields.has(field))).toEqual([])
        expect(JSON.stringify(await readFeedEntries())).toContain(canaries.feedTitle)
        expect(await exportFeeds(shop.accountId)).toContain(canaries.feedTitle)
      },
      { timeout: 30_000, interval: 50 },
    )
    expect(foundIn(JSON.stringify(await mails()))).toEqual(
      expect.arrayContaining(['memberEmail', 'invitedEmail']),
    )
    const before = await numbers()

    // Another process that has the keys in its memory.
    const sealed = (await log.readAfter('start')).find(
      ({ type, data }) => type === 'BookingConfirmed' && textIn(data, 'guestRef') === 'guest-7',
    )
    const elsewhere = createSealer({
      pool: service.pool,
      masterKey: SEALING_KEY,
      personal: () => ({ guestName: 'guestRef' }),
    })
    const following = followErasures({
      connectionString: stack.databaseUrl,
      sealer: elsewhere,
      log: silentLog,
    })
    const nameElsewhere = async () =>
      (
        (await elsewhere.open(sealed?.stream ?? '', 'BookingConfirmed', sealed?.data)) as {
          guestName: string
        }
      ).guestName
    expect(await nameElsewhere()).toBe(canaries.guestName)

    const keys = await sql(
      'select key_id, tenant_id, subject_id, wrapped_key, created_at from app.subject_key',
    )
    await send('RemoveMember', owner, { memberId }, place.accountId)
    await send('WithdrawInvitation', owner, { memberId: invitedId }, place.accountId)
    // What a guest was written of a claim is in their conversation, and is erased with them.
    await erase(shopOwner, shop.accountId, 'guest', 'guest-8')
    await send('CloseAccount', shopOwner, {}, shop.accountId)
    await erase(owner, place.accountId, 'member', memberId)
    await erase(owner, place.accountId, 'member', invitedId)
    await erase(owner, place.accountId, 'member', proposedId)
    await erase(owner, place.accountId, 'guest', 'guest-7')
    await erase(shopOwner, shop.accountId, 'account', shop.accountId)
    const afterwards = { ...before, members: (await numbers()).members }
    const done = async () =>
      (await sql(`select from read.erasure where status = 'done' and key_destroyed_at is not null`))
        .length === 6
    await deliverUntil('the erasures', done)
    // Each read model comes to what was written before the proof by itself.
    const ends = await Promise.all(
      [place, shop].map(async ({ accountId }) => (await service.handler.view(account, accountId, 0)).commit),
    )
    const areUpToDate = async () =>
      (await Promise.all(ends.map((commit) => isBehind(service.pool, readModels, commit)))).every(
        (behind) => !behind,
      )
    await waitUntil(areUpToDate, undefined, 'the read models')
    const [proof] = await sql<{ at: string }>(
      `select key_destroyed_at as at from read.erasure where kind = 'guest'`,
    )
    await waitUntil(
      async () => (await nameElsewhere()) === ERASED,
      1_000,
      'the other process to forget the key',
    )
    await following.close()
    expect(proof?.at).toBeTruthy()
    expect((await readFeedEntries()).entries).toBe(ERASED)

    expect(foundIn(await dump())).toEqual([])
    expect(await readTypes(service, formatStream('thread', threadId))).toContain('ThreadGuestErased')
    expect(await readTypes(service, formatStream('request', alterationId))).toEqual([
      'AlterationRequested',
      'RequestWithdrawn',
      'RequestGuestErased',
    ])
    expect(await readTypes(service, formatStream('request', requestId))).toEqual([
      'BookingRequested',
      'RequestWithdrawn',
      'RequestGuestErased',
    ])
    expect(await sql('select guest_name from read.booking order by guest_name')).toEqual(GUEST_NAMES)
    expect(
      await sql('select guest_name, last_text from read.thread where tenant_id = $1', [place.accountId]),
    ).toEqual(ERASED_THREADS)
    expect(await sql('select from app.app_user where id = $1', [userId])).toHaveLength(0)
    expect(await sql('select from app.data_export')).toHaveLength(0)
    // The account that is still open keeps the bank account that its listing was imported with.
    expect(await sql('select tenant_id, kind, last4 from app.vault')).toEqual([
      { tenant_id: place.accountId, kind: 'bank_account', last4: '3000' },
    ])
    expect(foundIn(JSON.stringify(await mails()))).toEqual([])
    expect({ ...(await numbers()), members: [] }).toEqual({ ...afterwards, members: [] })
    const beforeRebuild = await numbers()

    printed.push(...projector.lines)
    await projector.stop()
    await service.pool.query('drop schema read cascade')
    projector = await startProjector()
    await waitUntil(() => done().catch(() => false), undefined, 'the rebuild')
    await waitUntil(
      async () => JSON.stringify(await numbers().catch(() => undefined)) === JSON.stringify(beforeRebuild),
      undefined,
      'the same numbers',
    )
    await waitUntil(areUpToDate, undefined, 'the rebuilt read models')
    expect(foundIn(await dump())).toEqual([])
    expect(await sql('select guest_name from read.booking order by guest_name')).toEqual(GUEST_NAMES)
    expect(
      await sql('select guest_name, last_text from read.thread where tenant_id = $1', [place.accountId]),
    ).toEqual(ERASED_THREADS)
    expect(await sql('select stream, projection, event_type, error from read.parked_stream')).toEqual([])

    // An older backup of the keys is restored: the handbook's statement takes those of erased people away
    // again.
    for (const key of keys)
      await service.pool.query(
        `
          insert into app.subject_key (key_id, tenant_id, subject_id, wrapped_key, created_at)
          values ($1, $2, $3, $4, $5)
          on conflict do nothing`,
        Object.values(key),
      )
    const handbook = readFileSync(new URL('../../../docs/operate.md', import.meta.url), 'utf8')
    await service.pool.query(/delete from app\.subject_key [^;]+;/.exec(handbook)?.[0] ?? '')
    const subjects = (
      await sql<{ id: string }>(`select subject_id as id from app.subject_key where tenant_id = any($1)`, [
        [place.accountId, shop.accountId],
      ])
    ).map(({ id }) => id)
    expect(
      subjects.filter((id) =>
        [userId, memberId, invitedId, proposedId, 'guest-7', shop.accountId].includes(id),
      ),
    ).toEqual([])
    expect(subjects).toContain('another')
    printed.push(...projector.lines, JSON.stringify(service.lines))
    expect(foundIn(printed.join('\n'))).toEqual([])
  },
)
