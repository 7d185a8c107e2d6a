import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { secret } from '../config/secret.ts'
import { appMigrations, appSchema } from '../postgres/appSchema.ts'
import { migrate } from '../postgres/migrate.ts'
import { withTransaction } from '../postgres/pool.ts'
import { createBox } from '../sealing/box.ts'
import { createMemoryLog } from '../testing/log.ts'
import { openTestPool } from '../testing/pool.ts'
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts'
import { waitUntil } from '../testing/waitUntil.ts'
import { openMailQueue, type MailQueue } from './mailQueue.ts'
import { createMailWorker } from './mailWorker.ts'
import type { Message } from './message.ts'
import { openSmtp, type SendMail } from './sendMail.ts'

let postgres: TestPostgres
let pool: pg.Pool
let queue: MailQueue
let smtp: SendMail
const { log, lines } = createMemoryLog()
const caught: string[] = []
/** What the server says to the next mails instead of taking them. */
const refusals: number[] = []

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const refusal = refusals.shift()
      if (refusal === undefined) caught.push(Buffer.concat(chunks).toString())
      done(
        refusal === undefined
          ? null
          : Object.assign(new Error('Not from you, ana@vale.example'), { responseCode: refusal }),
      )
    })
  },
})

beforeAll(async () => {
  postgres = await startTestPostgres()
  pool = openTestPool(postgres.databaseUrl, 4)
  await migrate(pool, appSchema, appMigrations)
  queue = openMailQueue({ pool, box: createBox(randomBytes(32).toString('base64')) })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  smtp = openSmtp({
    smtpUrl: secret(`smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`),
    from: 'Hearth <mail@hearth.example>',
  })
})
afterAll(async () => {
  smtp.close()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  await pool.end()
  await postgres.stop()
})
beforeEach(() => {
  caught.length = 0
})

const message: Message = {
  to: 'ana@vale.example',
  subject: 'Hello',
  lines: ['A secret line'],
  link: { label: 'Open', url: 'http://localhost/login/ticket#token=abc' },
}
const worker = () =>
  createMailWorker({
    queue,
    send: smtp.send,
    makers: { message: (content) => content as Message, nothing: () => undefined },
    log,
  })
const waiting = async () =>
  (
    await pool.query<{ attempts: number; content: Buffer; error: string | null }>(
      'select attempts, content, error from app.mail',
    )
  ).rows
/** Lets what was put back be due at once. */
const hurry = () => pool.query(`update app.mail set retry_at = now()`)

test('seals a queued email until it is sent, and sends none of a failed change', async () => {
  await queue.add('message', message)
  await withTransaction(pool, async (transaction) => {
    await queue.add('message', { ...message, subject: 'Never' }, transaction)
    throw new Error('changed my mind')
  }).catch(() => undefined)
  const [row] = await waiting()
  expect(row?.content.toString('latin1')).not.toContain('ana@vale.example')
  await worker().deliver()
  expect(caught).toHaveLength(1)
  expect(caught[0]).toMatch(/^From: Hearth <mail@hearth\.example>\r\nTo: ana@vale\.example\r\nSubject: Hello/)
  expect(caught[0]).toContain('http://localhost/login/ticket#token=')
  expect(await waiting()).toEqual([])
})

test('retries an unavailable or busy mail server, but not after a permanent refusal', async () => {
  await queue.add('message', message)
  refusals.push(421, 451)
  await worker().deliver()
  expect(await waiting()).toMatchObject([{ attempts: 1, error: 'EMESSAGE' }])
  await hurry()
  await worker().deliver()
  await hurry()
  await worker().deliver()
  expect([caught.length, await waiting()]).toEqual([1, []])
  await queue.add('message', message)
  refusals.push(550)
  await worker().deliver()
  expect([caught.length, await waiting()]).toEqual([1, []])
  expect(JSON.stringify(lines)).not.toContain('ana@vale.example')
})

test('shares work between workers, replaces a dead one, and drops mail without a recipient', async () => {
  for (let index = 0; index < 40; index += 1)
    await queue.add('message', { ...message, subject: `Number ${index}` })
  await queue.add('nothing', {})
  expect(await queue.take(3)).toHaveLength(3)
  await Promise.all([worker().deliver(), worker().deliver()])
  expect(caught).toHaveLength(37)
  await hurry()
  const third = worker()
  third.start()
  await waitUntil(async () => (await waiting()).length === 0, 5_000)
  await third.stop()
  expect(new Set(caught.map((text) => /Subject: (Number \d+)/.exec(text)?.[1])).size).toBe(40)
})
