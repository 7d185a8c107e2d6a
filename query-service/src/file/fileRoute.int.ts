import { newId } from '@hearth/contracts/kernel/ids'
import { folderStorage } from '@hearth/platform/storage/folderStorage'
import { noisePicture } from '@hearth/platform/testing/pictures'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { createWorkDirectory } from '@hearth/platform/testing/workDirectory'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type Service } from '../testing/service.ts'
import { impersonate } from '../testing/impersonate.ts'
import { openAccount } from '../testing/stays.ts'
import { storeFile } from '../testing/storedFile.ts'

const [account, listing, thread, messageId] = [newId(), newId(), newId(), newId()]
const directory = createWorkDirectory()
const storage = folderStorage(directory.path)
const of = { threadId: thread, listingId: listing, guestRef: 'g1' }

let service: Service
let fileId: string
let as: Record<
  'owner' | 'messaging' | 'calendar' | 'stranger' | 'support' | 'finance' | 'inbox' | 'onboarding',
  Awaited<ReturnType<Service['as']>>
>

const by = () => ({
  tenantId: account,
  actorId: 'gateway',
  actorKind: 'service',
  at: '2026-07-01T10:00:00.000Z',
})
const happened = (type: string, at: string, data: object) => ({
  ...by(),
  stream: `thread-${thread}`,
  type,
  at,
  data,
})

const people = {
  owner: 'owner@example.test',
  messaging: 'messaging@example.test',
  calendar: 'calendar@example.test',
  stranger: 'stranger@example.test',
  support: 'support@example.test',
  finance: 'finance@example.test',
} as const

beforeAll(async () => {
  service = await startService({ storage })
  await service.addHost(people.owner, 'Ada', account, 'owner')
  await service.addHost(people.messaging, 'Ben', account, 'cohost_messaging')
  await service.addHost(people.calendar, 'Cy', account, 'cohost_calendar')
  await service.addHost(people.stranger, 'Dot', newId(), 'owner')
  await service.addStaff(people.support, 'Sam', 'support')
  await service.addStaff(people.finance, 'Fin', 'finance')
  const signIn = (name: keyof typeof people) => service.as(people[name])
  const impersonateIn = async (scope: 'inbox' | 'onboarding') =>
    (await impersonate(service, account, { mode: 'read_only', scopes: [scope] })).reader
  as = {
    owner: await signIn('owner'),
    messaging: await signIn('messaging'),
    calendar: await signIn('calendar'),
    stranger: await signIn('stranger'),
    support: await signIn('support'),
    finance: await signIn('finance'),
    inbox: await impersonateIn('inbox'),
    onboarding: await impersonateIn('onboarding'),
  }
  fileId = await storeFile(
    { pool: service.pool, storage },
    {
      tenantId: account,
      listingId: listing,
      threadId: thread,
      name: 'Call +351 910 000 001.jpg',
      type: 'image/jpeg',
      state: 'clean',
      sizes: [
        { size: '320', bytes: await noisePicture(320, 229, 'webp'), type: 'image/webp' },
        { size: 'full', bytes: await noisePicture(700, 500), type: 'image/jpeg' },
      ],
    },
  )
  await service.project([
    openAccount(account, 'Casa Ada', by()),
    happened('ThreadOpened', '2026-07-01T11:00:00.000Z', {
      ...of,
      hostAccountId: account,
      guestName: 'Daniel W.',
      bookingId: null,
    }),
  ])
})
afterAll(async () => {
  await service?.stop()
  directory.remove()
})

const serve = async (who: keyof typeof as, size = '320', id = fileId) => {
  const answer = await as[who](`/api/files/${id}/${size}`)
  await answer.arrayBuffer()
  return answer
}
const statusFor = async (who: keyof typeof as, id = fileId) => (await serve(who, '320', id)).status

test('a file is served once a message shows it, to those who read the conversation, until it is retracted', async () => {
  expect([await statusFor('owner'), await statusFor('support')]).toEqual([404, 404])
  await service.project([
    happened('MessageSent', '2026-07-01T12:00:00.000Z', {
      ...of,
      messageId,
      body: '',
      masked: [],
      attachments: [{ fileId, name: 'file.jpg', type: 'image/jpeg', size: 9, width: 700, height: 500 }],
      author: 'host',
      by: 'ada',
      automated: false,
    }),
  ])
  const served = await serve('owner', 'full')
  expect([served.status, served.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(served.headers.get('content-disposition')).toMatch(/^attachment; filename="file\.jpg"/)
  expect([await statusFor('messaging'), await statusFor('inbox')]).toEqual([200, 200])
  for (const who of ['calendar', 'stranger', 'finance', 'onboarding'] as const)
    expect([who, await statusFor(who)]).toEqual([who, 404])

  expect(await statusFor('support')).toBe(200)
  const readAccess = async () =>
    (
      await service.pool.query<{ record_ids: string[] }>(
        `select record_ids from app.staff_look where resource = 'files' and impersonation_id is null`,
      )
    ).rows
  await waitUntil(async () => (await readAccess()).length > 0)
  expect(await readAccess()).toEqual([{ record_ids: [fileId] }])

  await service.project([
    happened('MessageRetracted', '2026-07-01T12:01:00.000Z', {
      threadId: thread,
      listingId: listing,
      messageId,
    }),
  ])
  expect([await statusFor('owner'), await statusFor('support')]).toEqual([404, 404])
})

test('a file of a request is served to those who see the request', async () => {
  const requestId = newId()
  const requestFileId = await storeFile(
    { pool: service.pool, storage },
    {
      tenantId: account,
      listingId: listing,
      name: 'tap.jpg',
      type: 'image/jpeg',
      state: 'clean',
      sizes: [{ size: '320', bytes: await noisePicture(320, 229, 'webp'), type: 'image/webp' }],
    },
  )
  const statuses = async () =>
    Object.fromEntries(
      await Promise.all(
        (['owner', 'inbox', 'onboarding', 'calendar', 'stranger'] as const).map(
          async (who) => [who, await statusFor(who, requestFileId)] as const,
        ),
      ),
    )
  const unseen = { owner: 404, inbox: 404, onboarding: 404, calendar: 404, stranger: 404 }
  expect(await statuses()).toEqual(unseen)
  await service.project([
    {
      ...by(),
      stream: `request-${requestId}`,
      type: 'ServiceRequested',
      data: {
        requestId,
        listingId: listing,
        hostAccountId: account,
        code: 'RQ-0E5F33AB',
        bookingId: null,
        openedBy: 'ada',
        subject: 'The tap drips',
        body: '',
        fileIds: [requestFileId],
        type: 'maintenance',
        urgency: 'high',
        preferredSlots: [],
        acknowledgeBy: '2026-07-01T18:00:00.000Z',
      },
    },
  ])
  expect(await statuses()).toEqual({ ...unseen, owner: 200, inbox: 200 })
})
