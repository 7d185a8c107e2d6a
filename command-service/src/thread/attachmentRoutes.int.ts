import { readdirSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { MAX_FILE_BYTES } from '@hearth/contracts/file'
import { newId, type Id } from '@hearth/contracts/kernel/ids'
import { deriveThreadId } from '@hearth/contracts/thread'
import { secret } from '@hearth/platform/config/secret'
import type { Running } from '@hearth/platform/http/serve'
import { createPrincipals } from '@hearth/platform/session/principals'
import { hostileFiles, pdf } from '@hearth/platform/testing/hostileFiles'
import { silentLog } from '@hearth/platform/testing/log'
import { noisePicture } from '@hearth/platform/testing/pictures'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { createWorkDirectory } from '@hearth/platform/testing/workDirectory'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIntake } from '../file/intake.ts'
import { createUnsentFileSweep } from '../file/unsentFiles.ts'
import { findUpload } from '../file/uploadTable.ts'
import {
  accepted,
  command,
  inDays,
  PEOPLE,
  receive,
  rejected,
  startTestSystem,
  type stay,
  type TestService,
  type TestSystem,
} from '../testing/fixture.ts'
import { signedIn } from '../testing/people.ts'
import { openPlace, startPlace, type Place } from '../testing/place.ts'
import { serveRoutes } from '../testing/serveRoutes.ts'
import { attachmentRoutes } from './attachmentRoutes.ts'
import { createAttachmentFinder } from './findAttachment.ts'
import { createSentFileCheck } from './sentFiles.ts'
import { threadFold } from './thread.state.ts'

const MARK = 'canary<script>alert(1)</script>'
const directory = createWorkDirectory()
const publicUrl = new URL('http://localhost:3999')
const GATEWAY_TOKEN = 'gateway-token-for-attachment-tests'
let system: TestSystem
let service: TestService
let running: Running
let mine: Place
let theirs: Place
let owner: string
let cohost: string
let threadId: Id
let photo: Buffer

/** A guest writes to the place; answers the thread. */
const writeAsGuest = async ({ accountId, listingId }: Place, guestRef: string, attachments: Id[] = []) =>
  accepted(
    await service.handle(
      command(
        'ReceiveGuestMessage',
        PEOPLE.gateway,
        {
          listingId,
          guest: { guestRef, displayName: 'Daniel W.' },
          bookingId: null,
          messageId: newId(),
          body: 'Is there a cot?',
          attachments,
          sentAt: new Date().toISOString(),
        },
        { hostAccountId: accountId },
      ),
    ),
  ).id

beforeAll(async () => {
  system = await startTestSystem({ storageUrl: pathToFileURL(directory.path) })
  ;({ service } = system)
  await waitUntil(
    async () =>
      (await service.pool.query(`select to_regclass('read.booking') is not null as there`)).rows[0]?.there ===
      true,
    undefined,
    'the read models',
  )
  running = await serveRoutes({
    publicUrl,
    principals: createPrincipals({
      pool: service.pool,
      log: silentLog,
      publicUrl,
      serviceTokens: new Map([['gateway', secret(GATEWAY_TOKEN)]]),
    }),
    onShutdown: [],
    routes: attachmentRoutes({ intake: createIntake(service.uploads), handler: service.handler }),
  })
  ;[mine, theirs] = await Promise.all([startPlace(service), startPlace(service)])
  owner = (await signedIn(service.pool, { name: 'Ada Owner', hostAccountId: mine.accountId })).cookie
  cohost = (
    await signedIn(service.pool, {
      name: 'Ben Cohost',
      hostAccountId: mine.accountId,
      role: 'cohost_messaging',
    })
  ).cookie
  threadId = await writeAsGuest(mine, 'guest-1')
  photo = await noisePicture(1200, 800)
})
afterAll(async () => {
  await running?.close()
  await system?.stop()
  directory.remove()
})

type Answered = Readonly<{ id: Id; code: string; detail: string; state: string; type: string }>
const post = async (path: string, bytes: Buffer, headers: Readonly<Record<string, string>>) => {
  const answer = await fetch(running.url + path, {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: { 'content-type': 'application/octet-stream', 'idempotency-key': newId(), ...headers },
  })
  return { status: answer.status, ...((await answer.json()) as Answered) }
}
const attach = (bytes: Buffer, { to = threadId, cookie = owner, name = 'boiler.jpg' } = {}) =>
  post(`/api/threads/${to}/attachments?${new URLSearchParams({ name })}`, bytes, {
    cookie,
    origin: publicUrl.origin,
  })
const attachAsGuest = (bytes: Buffer, guestRef: string) =>
  post(
    `/api/guest-attachments?${new URLSearchParams({ listingId: mine.listingId, guestRef, name: 'door.jpg' })}`,
    bytes,
    { authorization: `Bearer ${GATEWAY_TOKEN}`, 'x-host-account': mine.accountId },
  )
const send = (attachments: Id[], body = 'See here.') =>
  service.handle(
    command('SendMessage', PEOPLE.owner(mine.accountId), { body, attachments }, { id: threadId }),
  )
describe('a file for a message', () => {
  it('is taken from those who write to guests, and sent with the message', async () => {
    for (const cookie of [owner, cohost]) {
      const { id, ...answer } = await attach(photo, { cookie, name: '../Boiler\u202E.png' })
      expect(answer).toMatchObject({ status: 201, state: 'clean', type: 'image/jpeg' })
      expect(await createAttachmentFinder(service.pool)(threadId, id)).toEqual({
        fileId: id,
        name: 'Boiler.jpg',
        type: 'image/jpeg',
        size: expect.any(Number),
        width: 1200,
        height: 800,
      })
      accepted(await send([id]))
    }
    const calendar = await signedIn(service.pool, {
      name: 'Cy',
      hostAccountId: mine.accountId,
      role: 'cohost_calendar',
    })
    expect(await attach(photo, { cookie: calendar.cookie })).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  })

  it('loses where the picture was taken', async () => {
    const taken = await sharp(photo)
      .withExif({ IFD0: { Copyright: MARK } })
      .jpeg()
      .toBuffer()
    expect(taken.includes('canary')).toBe(true)
    const { id } = await attach(taken)
    const stored = await service.storage.get(`files/${mine.accountId}/${id}/full`)
    expect(stored?.includes('canary')).toBe(false)
  })

  it('is refused where it is not what it says, is damaged or too large', async () => {
    const [jpeg, png, webp] = await Promise.all([
      noisePicture(60, 40),
      noisePicture(60, 40, 'png'),
      noisePicture(60, 40, 'webp'),
    ])
    for (const [what, make] of hostileFiles({ jpeg, png, webp }, MARK)) {
      const bytes = make()
      if (bytes.length > MAX_FILE_BYTES) continue
      expect(await attach(bytes), what).toMatchObject({ status: 422, code: 'VALIDATION_FAILED' })
    }
    expect(await attach(Buffer.alloc(MAX_FILE_BYTES + 1, 1))).toMatchObject({ status: 413 })
  })

  it('is unknown in the conversation of another account, as in one that does not exist', async () => {
    const foreign = await writeAsGuest(theirs, 'guest-1')
    const [there, nowhere] = [await attach(photo, { to: foreign }), await attach(photo, { to: newId() })]
    expect(there).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect({ ...nowhere, correlationId: null }).toEqual({ ...there, correlationId: null })
  })

  it('belongs to its conversation only', async () => {
    const { id } = await attach(photo)
    const other = await writeAsGuest(mine, 'guest-2')
    const elsewhere = await service.handle(
      command('SendMessage', PEOPLE.owner(mine.accountId), { body: '', attachments: [id] }, { id: other }),
    )
    expect(rejected(elsewhere)).toMatchObject({
      code: 'VALIDATION_FAILED',
      facts: { errors: [{ pointer: '/attachments/0' }] },
    })
    const asPhoto = await service.handle(
      command('AddListingPhoto', PEOPLE.owner(mine.accountId), { fileId: id }, { id: mine.listingId }),
    )
    expect(rejected(asPhoto)).toMatchObject({
      code: 'VALIDATION_FAILED',
      facts: { errors: [{ pointer: '/fileId' }] },
    })
    expect(rejected(await send([newId()])).code).toBe('VALIDATION_FAILED')
  })

  it('of a guest comes through the gateway, also before the guest has written', async () => {
    const { id, ...answer } = await attachAsGuest(photo, 'guest-3')
    expect(answer).toMatchObject({ status: 201, state: 'clean' })
    expect(await writeAsGuest(mine, 'guest-3', [id])).toBe(deriveThreadId(mine.listingId, 'guest-3'))
  })

  it('is sent with the first message of a host', async () => {
    const place = await openPlace(service)
    const { accountId, listingId } = place
    const booking = receive(place, inDays(40), 2)
    const { guestRef } = (booking.data as ReturnType<typeof stay>).guest
    const bookingId = accepted(await service.handle(booking)).id
    const { cookie } = await signedIn(service.pool, { name: 'Eva Owner', hostAccountId: accountId })
    const upload = (listing: Id) =>
      post(
        `/api/first-attachments?${new URLSearchParams({ listingId: listing, guestRef, name: 'key.jpg' })}`,
        photo,
        { cookie, origin: publicUrl.origin },
      )
    const { id, ...answer } = await upload(listingId)
    expect(answer).toMatchObject({ status: 201, state: 'clean' })
    const write = (attachments: readonly Id[]) =>
      service.handle(
        command('WriteToGuest', PEOPLE.owner(accountId), {
          listingId,
          guest: { guestRef },
          bookingId,
          body: '',
          attachments,
        }),
      )
    expect(rejected(await write([]))).toMatchObject({
      code: 'VALIDATION_FAILED',
      facts: { errors: [{ pointer: '/body' }] },
    })
    const sent = accepted(await write([id]))
    expect(sent.id).toBe(deriveThreadId(listingId, guestRef))
    expect((await service.handler.view(threadFold, sent.id, 0)).state).toMatchObject({ fileIds: [id] })
    for (const other of [mine.listingId, newId()])
      expect(await upload(other)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  it('ends with the data of the guest', async () => {
    const [first, second] = [
      await attachAsGuest(photo, 'guest-4'),
      await attachAsGuest(pdf('/Type'), 'guest-4'),
    ]
    const thread = await writeAsGuest(mine, 'guest-4', [first.id, second.id])
    const stored = () => readdirSync(directory.path, { recursive: true }).map(String)
    expect(stored().filter((path) => path.includes(first.id) || path.includes(second.id))).not.toEqual([])
    accepted(
      await service.handle(
        command(
          'EraseThreadGuest',
          PEOPLE.owner(mine.accountId),
          { erasureId: newId() },
          {
            id: thread,
            internal: true,
          },
        ),
      ),
    )
    expect(stored().filter((path) => path.includes(first.id) || path.includes(second.id))).toEqual([])
    const { rows } = await service.pool.query('select from app.upload where thread_id = $1', [thread])
    expect(rows).toEqual([])
  })
})

describe('a file that was not sent', () => {
  const sweep = () => createUnsentFileSweep({ ...service, isSent: createSentFileCheck(service.handler) })()
  /** As if it had been uploaded, or withdrawn, that long before. */
  const age = (column: 'created_at' | 'withdrawn_at', by: string, ids: readonly Id[]) =>
    service.pool.query(
      `update app.upload set ${column} = coalesce(${column}, now()) - $1::interval where id = any($2)`,
      [by, ids],
    )
  const isStored = async (id: Id) =>
    (await service.storage.get(`files/${mine.accountId}/${id}/full`)) !== undefined

  it('is withdrawn after a day and then removed; what a message names stays', async () => {
    const [sent, retracted, unsent, young] = [
      (await attach(photo)).id,
      (await attach(photo)).id,
      (await attach(photo)).id,
      (await attach(photo)).id,
    ]
    accepted(await send([sent]))
    const message = accepted(await send([retracted]))
    const { state } = await service.handler.view(threadFold, threadId, 0)
    const messageId = state.status === 'none' ? '' : (state.messages.at(-1)?.messageId ?? '')
    accepted(
      await service.handle(
        command('RetractMessage', PEOPLE.owner(mine.accountId), { messageId }, { id: message.id }),
      ),
    )
    await age('created_at', '25 hours', [sent, retracted, unsent])
    await sweep()
    expect(rejected(await send([unsent])).code).toBe('VALIDATION_FAILED')
    expect(await isStored(unsent)).toBe(true)
    await age('withdrawn_at', '11 minutes', [unsent])
    await sweep()
    expect(await findUpload(service.pool, unsent)).toBeUndefined()
    expect(await isStored(unsent)).toBe(false)
    for (const id of [sent, retracted, young]) {
      expect(await findUpload(service.pool, id)).toMatchObject({ withdrawn: false })
      expect(await isStored(id)).toBe(true)
    }
    accepted(await send([young]))
  })

  it('stays if a message named it while it was being withdrawn', async () => {
    const { id } = await attach(photo)
    accepted(await send([id]))
    await age('created_at', '25 hours', [id])
    await age('withdrawn_at', '11 minutes', [id])
    await sweep()
    expect(await findUpload(service.pool, id)).toMatchObject({ state: 'clean', withdrawn: false })
    expect(await isStored(id)).toBe(true)
  })

  it('can be sent once it is uploaded again', async () => {
    const key = { 'idempotency-key': newId(), cookie: owner, origin: publicUrl.origin }
    const upload = () => post(`/api/threads/${threadId}/attachments?name=door.jpg`, photo, key)
    const { id } = await upload()
    await age('created_at', '25 hours', [id])
    await sweep()
    expect(rejected(await send([id])).code).toBe('VALIDATION_FAILED')
    expect((await upload()).id).toBe(id)
    accepted(await send([id]))
  })
})
