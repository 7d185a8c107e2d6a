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
import {
  accepted,
  command,
  PEOPLE,
  rejected,
  startTestSystem,
  type TestService,
  type TestSystem,
} from '../testing/fixture.ts'
import { signedIn } from '../testing/people.ts'
import { startPlace, type Place } from '../testing/place.ts'
import { serveRoutes } from '../testing/serveRoutes.ts'
import { attachmentRoutes } from './attachmentRoutes.ts'
import { createAttachmentFinder } from './findAttachment.ts'

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
