import { connect } from 'node:net'
import { pathToFileURL } from 'node:url'
import { newId } from '@hearth/contracts/kernel/ids'
import type { Running } from '@hearth/platform/http/serve'
import { createPrincipals } from '@hearth/platform/session/principals'
import { silentLog } from '@hearth/platform/testing/log'
import { noisePicture } from '@hearth/platform/testing/pictures'
import { startTestStack, type TestStack } from '@hearth/platform/testing/stack'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { createWorkDirectory } from '@hearth/platform/testing/workDirectory'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { accepted, command, openTestService, PEOPLE, rejected, type TestService } from '../testing/fixture.ts'
import { startPlace, type Place } from '../testing/place.ts'
import { signedIn } from '../testing/people.ts'
import { serveRoutes } from '../testing/serveRoutes.ts'
import { createIntake } from './intake.ts'
import { uploadRoute } from './uploadRoute.ts'

const directory = createWorkDirectory()
const publicUrl = new URL('http://localhost:3999')
let stack: TestStack
let service: TestService
let running: Running
let mine: Place
let theirs: Place
let owner: string
let photo: Buffer

beforeAll(async () => {
  stack = await startTestStack()
  service = await openTestService(stack, { storageUrl: pathToFileURL(directory.path) })
  const principals = createPrincipals({
    pool: service.pool,
    log: silentLog,
    publicUrl,
    serviceTokens: new Map(),
  })
  running = await serveRoutes({
    publicUrl,
    principals,
    onShutdown: [service.close],
    routes: [uploadRoute({ intake: createIntake(service.uploads), handler: service.handler })],
  })
  ;[mine, theirs] = await Promise.all([startPlace(service), startPlace(service)])
  owner = (await signedIn(service.pool, { name: 'Ada Owner', hostAccountId: mine.accountId })).cookie
  photo = await noisePicture(1200, 800)
})
afterAll(async () => {
  await running.close()
  await stack.stop()
  directory.remove()
})

type Sent = Readonly<{
  cookie?: string
  key?: string
  listingId?: string
  name?: string
  headers?: Readonly<Record<string, string>>
}>
const send = async (
  bytes: Buffer | string,
  {
    cookie = owner,
    key = newId(),
    listingId = mine.listingId,
    name = 'kitchen.jpg',
    headers = {},
  }: Sent = {},
) => {
  const answer = await fetch(`${running.url}/api/uploads?${new URLSearchParams({ listingId, name })}`, {
    method: 'POST',
    body: new Uint8Array(Buffer.from(bytes)),
    headers: {
      origin: publicUrl.origin,
      cookie,
      'content-type': 'application/octet-stream',
      ...(key === '' ? {} : { 'idempotency-key': key }),
      ...headers,
    },
  })
  return {
    status: answer.status,
    ...((await answer.json()) as Readonly<{
      id?: string
      code?: string
      detail?: string
      state?: string
      width?: number
      height?: number
      type?: string
      errors?: unknown
    }>),
  }
}

/** Sends the head of an upload and one byte of the file; resolves when the server has it, with what it answers. */
const sendHalf = async (cookie: string, listingId: string): Promise<() => string> => {
  const socket = connect(running.port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let heard = ''
  socket.on('data', (chunk) => (heard += String(chunk)))
  socket.on('error', () => undefined)
  socket.write(
    `POST /api/uploads?listingId=${listingId}&name=slow.jpg HTTP/1.1\r\nhost: localhost\r\n` +
      `cookie: ${cookie}\r\norigin: ${publicUrl.origin}\r\nidempotency-key: ${newId()}\r\n` +
      'expect: 100-continue\r\ncontent-length: 5000000\r\n\r\nx',
  )
  await waitUntil(() => heard.includes('100 Continue'))
  return () => heard
}

describe('a file of a listing', () => {
  it('is inspected before the answer, and only once when it is sent again', async () => {
    const key = newId()
    const first = await send(photo, { key })
    expect(first).toMatchObject({ status: 201, state: 'clean', type: 'image/jpeg', width: 1200, height: 800 })
    expect(await send(photo, { key })).toEqual(first)
    expect(await send(await noisePicture(1100, 700), { key })).toMatchObject({
      status: 422,
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
  })

  it('becomes a photo of its own listing only', async () => {
    const { id: fileId = '' } = await send(photo)
    const add = (listingId: string) =>
      service.handle(
        command('AddListingPhoto', PEOPLE.importer, { fileId, caption: '', room: null }, { id: listingId }),
      )
    expect(accepted(await add(mine.listingId)).events).toEqual(['PhotoAdded'])
    expect(rejected(await add(theirs.listingId))).toMatchObject({
      code: 'VALIDATION_FAILED',
      facts: { errors: [{ pointer: '/fileId' }] },
    })
  })

  it('that can’t be read is refused with the reason, also when sent again', async () => {
    const key = newId()
    const refused = {
      status: 422,
      code: 'VALIDATION_FAILED',
      errors: [{ pointer: '', detail: expect.stringContaining('Use a photo') }],
    }
    expect(await send('<svg onload="alert(1)"/>', { key })).toMatchObject(refused)
    expect(await send('<svg onload="alert(1)"/>', { key })).toMatchObject(refused)
    expect(await send('')).toMatchObject({ status: 422, code: 'VALIDATION_FAILED' })
  })

  it('has at most ten megabytes', async () => {
    expect(await send(Buffer.alloc(10_000_001))).toMatchObject({ status: 413, code: 'TOO_LARGE' })
  })

  it('is not held up by slow uploads of another account, which are refused', async () => {
    const { cookie } = await signedIn(service.pool, { name: 'Sly Slow', hostAccountId: theirs.accountId })
    const slow = await Promise.all(Array.from({ length: 4 }, () => sendHalf(cookie, theirs.listingId)))
    expect(await send(photo)).toMatchObject({ status: 201, state: 'clean' })
    await waitUntil(() => slow.some((heard) => /^HTTP\/1\.1 408 /m.test(heard())))
  })

  it('needs the right to change this listing', async () => {
    const calendar = (
      await signedIn(service.pool, {
        name: 'Cal Endar',
        hostAccountId: mine.accountId,
        role: 'cohost_calendar',
      })
    ).cookie
    const unknown = await send(photo, { listingId: newId() })
    expect(unknown).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(await send(photo, { listingId: theirs.listingId })).toEqual(unknown)
    expect(await send(photo, { cookie: calendar })).toMatchObject({ status: 403, code: 'FORBIDDEN' })
    expect(await send(photo, { cookie: '' })).toMatchObject({ status: 401 })
    expect(await send(photo, { headers: { origin: 'https://evil.example' } })).toMatchObject({ status: 403 })
  })

  it('is sent as raw bytes, with a key', async () => {
    expect(await send(photo, { key: '' })).toMatchObject({ status: 400, code: 'IDEMPOTENCY_KEY_REQUIRED' })
    expect(await send(photo, { headers: { 'content-encoding': 'gzip' } })).toMatchObject({ status: 415 })
    expect(await send(photo, { listingId: 'x' })).toMatchObject({ status: 422, code: 'VALIDATION_FAILED' })
  })
})
