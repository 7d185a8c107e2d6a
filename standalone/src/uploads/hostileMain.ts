import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, request as openRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import {
  accepted,
  CHILD_SETTINGS,
  command,
  openTestService,
  PEOPLE,
} from '@hearth/command-service/testing/fixture'
import { startPlace } from '@hearth/command-service/testing/place'
import { MAX_VIDEO_BYTES } from '@hearth/contracts/file'
import { newId } from '@hearth/contracts/kernel/ids'
import { startChild } from '@hearth/platform/testing/child'
import { hostileFiles } from '@hearth/platform/testing/hostileFiles'
import { noisePicture } from '@hearth/platform/testing/pictures'
import { mp4, webm } from '@hearth/platform/testing/videos'
import { startTestStack } from '@hearth/platform/testing/stack'
import { NODE_FLAGS } from '../installation/parts.ts'
import { temporaryDirectory } from '../postgres/temporaryPostgres.ts'

/**
 * `npm run test:uploads [-- --files N --at-once N]`: hostile files, many at the same time, against the upload
 * of a command service in a process of its own, with good photos of 40 megapixels among them. Every hostile
 * file must be refused with a 4xx, no part of it may be kept, no address in it may be requested, and memory
 * has a limit. Then the same with videos of a claim, some of 50 MB, some cut off while they are sent.
 */
const { values } = parseArgs({
  options: { files: { type: 'string', default: '500' }, 'at-once': { type: 'string', default: '24' } },
})
const [count, concurrency] = [Number(values.files), Number(values['at-once'])]
const MAX_MB = 400
const GOOD = 8
const GOOD_VIDEOS = 6
const REFUSALS = new Set(['VALIDATION_FAILED', 'TOO_LARGE'])
const BUSY = new Set(['OVERLOADED', 'OUTCOME_UNKNOWN'])

const asked: string[] = []
const canary = createServer((request, response) => {
  asked.push(request.url ?? '')
  response.end()
})
await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
const mark = (index: number) => `http://127.0.0.1:${(canary.address() as AddressInfo).port}/canary-${index}`

const [jpeg, png, webp, large] = await Promise.all([
  noisePicture(1200, 800),
  noisePicture(300, 200, 'png'),
  noisePicture(1200, 800, 'webp'),
  noisePicture(7_300, 5_475),
])
const bases = hostileFiles({ jpeg, png, webp }, mark(0)).length

const directory = temporaryDirectory()
const stack = await startTestStack()
const service = await openTestService(stack)
const { accountId, listingId } = await startPlace(service)
const worker = await startChild('command-service/src/main.ts', [], {
  ...CHILD_SETTINGS,
  PORT: '0',
  LOG_LEVEL: 'error',
  // As an installation runs it.
  MALLOC_ARENA_MAX: '2',
  NODE_OPTIONS: NODE_FLAGS.join(' '),
  DATABASE_URL: stack.databaseUrl,
  EVENTSTORE_URL: stack.eventStoreUrl,
  STORAGE_URL: pathToFileURL(directory).href,
})
const { id: claimId } = accepted(
  await service.handle(
    command('DraftReimbursement', PEOPLE.owner(accountId), {
      kind: 'expense',
      listingId,
      bookingId: null,
      incidentId: null,
      after: null,
    }),
  ),
)
const PHOTOS = `/api/uploads?${new URLSearchParams({ listingId, name: '../../x\0.jpg' })}`
const VIDEOS = `/api/reimbursements/${claimId}/videos?${new URLSearchParams({ name: '../../x\0.mp4' })}`
const token = /importer=([^,]+)/.exec(CHILD_SETTINGS.SERVICE_TOKENS)?.[1] ?? ''
const problems: string[] = []

/** Sends it until it is accepted or refused. */
const send = async (
  path: string,
  bytes: Buffer,
): Promise<Readonly<{ status: number; code: unknown; tries: number }>> => {
  const key = newId()
  for (let tries = 1; ; tries += 1) {
    try {
      const answer = await fetch(`${worker.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': key, 'content-type': 'image/jpeg' },
        body: new Uint8Array(bytes),
      })
      const { code } = (await answer.json()) as Readonly<{ code?: unknown }>
      if (!BUSY.has(String(code))) return { status: answer.status, code, tries }
    } catch (error) {
      // A file that is too large is answered before it is read to its end; the connection may end first.
      if (tries > 100) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const codes = new Map<string, number>()
let tries = 0
const judge = async (what: string, bytes: Buffer, isGood: boolean, path = PHOTOS) => {
  const answer = await send(path, bytes)
  tries += answer.tries
  const name = isGood ? `good ${answer.status}` : String(answer.code)
  codes.set(name, (codes.get(name) ?? 0) + 1)
  if (
    isGood
      ? answer.status !== 201
      : answer.status < 400 || answer.status >= 500 || !REFUSALS.has(String(answer.code))
  )
    problems.push(`${what}: ${answer.status} ${String(answer.code)}`)
}

/** The most memory that the service took since this was last asked, in MB. */
const takePeakMb = () => {
  const status = readFileSync(`/proc/${worker.pid}/status`, 'utf8')
  writeFileSync(`/proc/${worker.pid}/clear_refs`, '5')
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024)
}

const work = Array.from({ length: count + GOOD }, (_, index) => async () => {
  if (index % Math.ceil((count + GOOD) / GOOD) === 0)
    return judge('a good photo of 40 megapixels', large, true)
  const [what, bytes] = hostileFiles({ jpeg, png, webp }, mark(index))[index % bases] ?? [
    '',
    () => Buffer.alloc(0),
  ]
  return judge(what, bytes(), false)
})
const idleMb = takePeakMb()
const begun = performance.now()
await Promise.all(
  Array.from({ length: concurrency }, async () => {
    for (let next = work.shift(); next; next = work.shift()) await next()
  }),
)
const seconds = (performance.now() - begun) / 1_000

const photosMb = takePeakMb()

/** Leaves in the middle of a video. */
const cutOff = (bytes: Buffer) =>
  new Promise<void>((resolve) => {
    const sending = openRequest(`${worker.url}${VIDEOS}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': newId(),
        'content-length': String(bytes.length),
      },
    })
    sending.on('error', () => resolve())
    sending.on('close', () => resolve())
    sending.write(bytes.subarray(0, bytes.length / 2), () => sending.destroy())
  })
const video = (size: number) => mp4({ mark: mark(-1), pictures: Buffer.alloc(size, 0x5a) })
const whole = video(MAX_VIDEO_BYTES - 1_000)
const hostileVideos: readonly (readonly [what: string, bytes: Buffer])[] = [
  ['nothing as a video', Buffer.alloc(0)],
  ['a page as a video', Buffer.from(`<!doctype html>${mark(-1)}`)],
  ['a photo as a video', jpeg],
  ['half an MP4', whole.subarray(0, 20_000_000)],
  ['half a WebM', webm({ mark: mark(-1), pictures: Buffer.alloc(2_000) }).subarray(0, 1_500)],
  ['more than 50 MB', video(MAX_VIDEO_BYTES)],
]
await Promise.all([
  ...Array.from({ length: GOOD_VIDEOS }, () => judge('a good video of 50 MB', whole, true, VIDEOS)),
  ...hostileVideos.map(([what, bytes]) => judge(what, bytes, false, VIDEOS)),
  ...Array.from({ length: 4 }, () => cutOff(whole)),
])
const listReceived = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(`hearth-video-${worker.pid}-`))
for (let waited = 0; waited < 50 && (await listReceived()).length > 0; waited += 1)
  await new Promise((resolve) => setTimeout(resolve, 200))
const videosMb = takePeakMb()
if ((await listReceived()).length > 0) problems.push('parts of videos are left on this machine')

const { rows } = await service.pool.query<{ state: string; n: number; bytes: number }>(
  `
    select state, count(*)::int as n, coalesce(sum(length(content)), 0)::int as bytes
    from app.upload
    where tenant_id = $1
    group by state
    order by state`,
  [accountId],
)
const kept = (await readdir(directory, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name))
const leaked = (
  await Promise.all(kept.map(async (path) => (await readFile(path)).includes('canary')))
).filter(Boolean).length
const good = (rows.find(({ state }) => state === 'clean')?.n ?? 0) - GOOD_VIDEOS
if (asked.length > 0) problems.push(`asked for ${asked.join(', ')}`)
if (leaked > 0) problems.push(`${leaked} kept files hold what was hidden in the hostile ones`)
const expected = good * 4 + GOOD_VIDEOS
if (kept.length !== expected)
  problems.push(`${kept.length} files are kept where ${expected} belong to good photos and videos`)
if (rows.some(({ state, bytes }) => bytes > 0 || state === 'quarantined'))
  problems.push(`the quarantine is not empty: ${JSON.stringify(rows)}`)
for (const mb of [photosMb, videosMb])
  if (!(mb < MAX_MB)) problems.push(`the service took ${mb} MB, ${MAX_MB} are allowed`)

console.log(
  `${count} hostile files and ${good} good ones of 40 megapixels, ` +
    `${concurrency} at a time, in ${seconds.toFixed(1)} s (${tries} requests)`,
)
console.log(
  `${hostileVideos.length} hostile videos, 4 that were cut off, and ${GOOD_VIDEOS} good ones of 50 MB`,
)
console.log([...codes].map(([code, n]) => `${n} ${code}`).join(', '))
console.log(
  `memory of the service at its highest: ${idleMb} MB before, ${photosMb} MB with photos, ${videosMb} MB with videos; requests to the canary: ${asked.length}`,
)
await worker.stop()
await service.close()
await stack.stop()
canary.close()
rmSync(directory, { recursive: true, force: true })
for (const problem of new Set(problems)) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
