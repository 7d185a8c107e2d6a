import { readFileSync, rmSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { CHILD_SETTINGS, openTestService } from '@hearth/command-service/testing/fixture'
import { startPlace } from '@hearth/command-service/testing/place'
import { newId } from '@hearth/contracts/kernel/ids'
import { startChild } from '@hearth/platform/testing/child'
import { hostileFiles } from '@hearth/platform/testing/hostileFiles'
import { noisePicture } from '@hearth/platform/testing/pictures'
import { startTestStack } from '@hearth/platform/testing/stack'
import { temporaryDirectory } from '../postgres/temporaryPostgres.ts'

/**
 * `npm run test:uploads [-- --files N --at-once N]`: hostile files, many at the same time, against the upload
 * of a command service in a process of its own, with good photos of 40 megapixels among them. Every hostile
 * file must be refused with a 4xx, no part of it may be kept, no address in it may be requested, and memory
 * has a limit.
 */
const { values } = parseArgs({
  options: { files: { type: 'string', default: '500' }, 'at-once': { type: 'string', default: '24' } },
})
const [count, concurrency] = [Number(values.files), Number(values['at-once'])]
const MAX_MB = 400
const GOOD = 8
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
  MALLOC_ARENA_MAX: '2',
  DATABASE_URL: stack.databaseUrl,
  EVENTSTORE_URL: stack.eventStoreUrl,
  STORAGE_URL: pathToFileURL(directory).href,
})
const token = /importer=([^,]+)/.exec(CHILD_SETTINGS.SERVICE_TOKENS)?.[1] ?? ''
const problems: string[] = []

/** Sends it until it is accepted or refused. */
const send = async (bytes: Buffer): Promise<Readonly<{ status: number; code: unknown; tries: number }>> => {
  const key = newId()
  for (let tries = 1; ; tries += 1) {
    try {
      const answer = await fetch(
        `${worker.url}/api/uploads?${new URLSearchParams({ listingId, name: '../../x\0.jpg' })}`,
        {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'idempotency-key': key, 'content-type': 'image/jpeg' },
          body: new Uint8Array(bytes),
        },
      )
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
const judge = async (what: string, bytes: Buffer, isGood: boolean) => {
  const answer = await send(bytes)
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

const work = Array.from({ length: count + GOOD }, (_, index) => async () => {
  if (index % Math.ceil((count + GOOD) / GOOD) === 0)
    return judge('a good photo of 40 megapixels', large, true)
  const [what, bytes] = hostileFiles({ jpeg, png, webp }, mark(index))[index % bases] ?? [
    '',
    () => Buffer.alloc(0),
  ]
  return judge(what, bytes(), false)
})
const begun = performance.now()
await Promise.all(
  Array.from({ length: concurrency }, async () => {
    for (let next = work.shift(); next; next = work.shift()) await next()
  }),
)
const seconds = (performance.now() - begun) / 1_000

const peakMb = Math.round(
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${worker.pid}/status`, 'utf8'))?.[1]) / 1024,
)
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
const good = rows.find(({ state }) => state === 'clean')?.n ?? 0
if (asked.length > 0) problems.push(`asked for ${asked.join(', ')}`)
if (leaked > 0) problems.push(`${leaked} kept files hold what was hidden in the hostile ones`)
if (kept.length !== good * 4)
  problems.push(`${kept.length} files are kept where ${good * 4} belong to good photos`)
if (rows.some(({ state, bytes }) => bytes > 0 || state === 'quarantined'))
  problems.push(`the quarantine is not empty: ${JSON.stringify(rows)}`)
if (!(peakMb < MAX_MB)) problems.push(`the service took ${peakMb} MB, ${MAX_MB} are allowed`)

console.log(
  `${count} hostile files and ${good} good ones of 40 megapixels, ` +
    `${concurrency} at a time, in ${seconds.toFixed(1)} s (${tries} requests)`,
)
console.log([...codes].map(([code, n]) => `${n} ${code}`).join(', '))
console.log(`memory of the service at its highest: ${peakMb} MB; requests to the canary: ${asked.length}`)
await worker.stop()
await service.close()
await stack.stop()
canary.close()
rmSync(directory, { recursive: true, force: true })
for (const problem of new Set(problems)) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
