import { pathToFileURL } from 'node:url'
import {
  accepted,
  CHILD_SETTINGS,
  command,
  inDays,
  PEOPLE,
  readTypes,
  receive,
  rejected,
  startTestSystem,
  type TestSystem,
} from '@hearth/command-service/testing/fixture'
import { openPlace, type Place } from '@hearth/command-service/testing/place'
import { MAIL_SIGNATURE_HEADER, MAX_MAIL_BYTES } from '@hearth/command-service/thread/email/mailRoute'
import { threadFold, type KnownThread } from '@hearth/command-service/thread/thread.state'
import { addMinutes } from '@hearth/contracts/kernel/dates'
import { newId, type Id } from '@hearth/contracts/kernel/ids'
import { deriveThreadId } from '@hearth/contracts/thread'
import { signWebhook } from '@hearth/platform/http/webhookSignature'
import { freePort } from '@hearth/platform/process/freePort'
import { startChild, type ReadyChild } from '@hearth/platform/testing/child'
import { noisePicture } from '@hearth/platform/testing/pictures'
import { createWorkDirectory } from '@hearth/platform/testing/workDirectory'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { createTransport, type Transporter } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composeAnswer } from './composeAnswer.ts'
import { openGuestMail, type GuestMail } from './guestMail.ts'
import { openMailCatcher, type CaughtMail, type MailCatcher } from './mailCatcher.ts'

const SECRET = 'a-secret-of-the-mail-provider'
const DOMAIN = 'guests.hearth.example'

const directory = createWorkDirectory()
let system: TestSystem
let catcher: MailCatcher
let guestMail: GuestMail
let smtp: Transporter
let worker: ReadyChild
let startWorker: () => Promise<ReadyChild>
let place: Place
let url: string
let days = 10

beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}/api/webhooks/mail`
  guestMail = openGuestMail({ domain: DOMAIN, url, secret: SECRET })
  catcher = await openMailCatcher({ host: '127.0.0.1', port: 0, guestMail })
  smtp = createTransport(`smtp://127.0.0.1:${catcher.port}`)
  const storageUrl = pathToFileURL(directory.path)
  // Hosts write so long ago that their messages can't be retracted any more.
  system = await startTestSystem({ now: () => addMinutes(new Date().toISOString(), -3), storageUrl })
  startWorker = () =>
    startChild('command-service/src/main.ts', [], {
      ...CHILD_SETTINGS,
      PORT: String(port),
      LOG_LEVEL: 'error',
      DATABASE_URL: system.stack.databaseUrl,
      EVENTSTORE_URL: system.stack.eventStoreUrl,
      STORAGE_URL: storageUrl.href,
      SWEEP_INTERVAL_MS: '300',
      RATE_LIMIT_FACTOR: '1000',
      SMTP_URL: `smtp://127.0.0.1:${catcher.port}`,
      MAIL_FROM: 'Hearth <hearth@hearth.example>',
      GUEST_MAIL_DOMAIN: DOMAIN,
      GUEST_MAIL_SECRET: SECRET,
    })
  await waitUntil(
    async () =>
      (
        await system.service.pool.query<{ found: boolean }>(
          `select to_regclass('read.booking') is not null as found`,
        )
      ).rows[0]?.found === true,
    30_000,
    'the read models',
  )
  place = await openPlace(system.service)
  worker = await startWorker()
})
afterAll(async () => {
  await worker?.stop()
  smtp?.close()
  guestMail?.close()
  await catcher?.close()
  await system?.stop()
  directory.remove()
})

type Guest = Readonly<{ guestRef: string; email: string; bookingId: Id; threadId: Id }>

/** A guest who booked directly. */
const book = async (): Promise<Guest> => {
  const guestRef = newId()
  const email = `${guestRef}@vale.example`
  const guest = { guestRef, displayName: 'Ana P.', email }
  days += 4
  const { id: bookingId } = accepted(await system.service.handle(receive(place, inDays(days), 2, { guest })))
  return { guestRef, email, bookingId, threadId: deriveThreadId(place.listingId, guestRef) }
}

const write = async ({ guestRef, bookingId }: Guest, body: string): Promise<void> => {
  const data = { listingId: place.listingId, guest: { guestRef }, bookingId, body }
  accepted(
    await system.service.handle(
      command('WriteToGuest', PEOPLE.owner(place.accountId), data, { hostAccountId: place.accountId }),
    ),
  )
}

const viewThread = async ({ threadId }: Pick<Guest, 'threadId'>): Promise<KnownThread> => {
  const { state } = await system.service.handler.view(threadFold, threadId, 0)
  if (state.status === 'none') throw new Error('There is no conversation')
  return state
}
const readStatuses = async (guest: Guest) =>
  Object.values((await viewThread(guest)).deliveries).map(({ status }) => status)
const countAnswers = async (guest: Guest) =>
  (await viewThread(guest)).messages.filter(({ from }) => from === 'guest').length

const waitForMails = async ({ email }: Guest, count = 1): Promise<readonly CaughtMail[]> => {
  await waitUntil(() => catcher.mails(email).length >= count, 30_000, 'the email to the guest')
  return catcher.mails(email).toReversed()
}

/** Writes to a new guest; answers the email that they got. */
const writeToNewGuest = async (body = 'When do you arrive?'): Promise<[Guest, CaughtMail]> => {
  const guest = await book()
  await write(guest, body)
  const [mail] = await waitForMails(guest)
  if (mail === undefined) throw new Error('There is no email')
  await waitUntil(async () => (await readStatuses(guest))[0] === 'handed_over', 30_000, 'the record of it')
  return [guest, mail]
}

/** Delivers an email as the provider does; answers the status and how it was handled. */
const post = async (raw: Buffer | string, { key = SECRET, ageS = 0 } = {}) => {
  const bytes = Buffer.from(raw)
  const signature = signWebhook(key, bytes, Math.floor(Date.now() / 1_000) - ageS)
  const response = await fetch(url, {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: { 'content-type': 'message/rfc822', [MAIL_SIGNATURE_HEADER]: signature },
  })
  const body = (await response.json()) as Readonly<{ taken?: string; why?: string; code?: string }>
  return { status: response.status, ...body }
}
const compose = (headers: readonly string[], body: string | Buffer = 'At four.') =>
  Buffer.concat([Buffer.from([...headers, '', ''].join('\r\n')), Buffer.from(body)])
const FROM = 'From: Ana <ana@vale.example>'

/** The texts of a conversation, from the log. */
const readTexts = async ({ threadId }: Guest): Promise<readonly string[]> => {
  const texts: string[] = []
  for await (const event of system.service.store.read(`thread-${threadId}`)) {
    const [read] = await system.service.readEvents([event])
    if (read !== undefined && 'event' in read && event.type === 'GuestMessageReceived')
      texts.push((read.event.data as Readonly<{ body: string }>).body)
  }
  return texts
}

describe('a message to the guest of a direct booking', () => {
  it('goes out as one email, which the guest answers in the same conversation', async () => {
    const [guest, mail] = await writeToNewGuest()
    expect(mail).toMatchObject({ to: [guest.email], inReplyTo: '' })
    expect(mail.text).toContain('When do you arrive?')
    expect(mail.replyTo).toMatch(/^[0-9a-f]{56}@guests\.hearth\.example$/)
    const [messageId] = Object.keys((await viewThread(guest)).deliveries)
    expect(mail.messageId).toBe(`<${messageId}@${DOMAIN}>`)

    const picture = await noisePicture(300, 200)
    await smtp.sendMail({
      from: guest.email,
      to: mail.replyTo,
      subject: `Re: ${mail.subject}`,
      inReplyTo: mail.messageId,
      text: `At four.\n\nOn Friday, Casa <${mail.replyTo}> wrote:\n${mail.text.replaceAll(/^/gm, '> ')}`,
      attachments: [
        { filename: 'us.jpg', content: picture },
        { filename: 'plan.docx', content: 'not a document' },
      ],
    })
    await waitUntil(async () => (await countAnswers(guest)) === 1, 30_000, 'the answer')
    const [text] = await readTexts(guest)
    expect(text).toMatch(/^At four\.\n\n\[plan\.docx: .+\]$/)
    const { rows } = await system.service.pool.query(
      `select name, state from app.upload where thread_id = $1 order by name`,
      [guest.threadId],
    )
    expect(rows).toEqual([
      { name: 'plan.docx', state: 'refused' },
      { name: 'us.jpg', state: 'clean' },
    ])

    await write(guest, 'See you then.')
    const [, second] = await waitForMails(guest, 2)
    expect(second).toMatchObject({ inReplyTo: mail.messageId, replyTo: mail.replyTo, subject: mail.subject })
  })

  it('is sent again under the same Message-ID when the process died after the server took it', async () => {
    await worker.kill()
    const guest = await book()
    await write(guest, 'Sent before the end')
    worker = await startWorker()
    await waitForMails(guest)
    // As if the process had died between the answer of the server and its record.
    await worker.kill()
    const before = await readStatuses(guest)
    worker = await startWorker()
    await waitUntil(async () => (await readStatuses(guest))[0] === 'handed_over', 60_000, 'the record of it')
    const mails = await waitForMails(guest)
    expect(['started', 'handed_over']).toContain(before[0])
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1)
  })

  it('goes to the gateway without an address, and by email once there is one', async () => {
    const guestRef = newId()
    days += 4
    const booked = receive(place, inDays(days), 2, { guest: { guestRef, displayName: 'Ben', email: null } })
    const { id: bookingId } = accepted(await system.service.handle(booked))
    const threadId = deriveThreadId(place.listingId, guestRef)
    const guest = { guestRef, bookingId, threadId, email: `${guestRef}@vale.example` }
    await write(guest, 'Waits for the gateway')
    accepted(
      await system.service.handle(
        command('RecordGuestEmail', PEOPLE.owner(place.accountId), { email: guest.email }, { id: bookingId }),
      ),
    )
    await write(guest, 'Goes by email')
    const [mail] = await waitForMails(guest)
    expect(mail?.text).toContain('Goes by email')
    expect(Object.values((await viewThread(guest)).deliveries).map(({ channel }) => channel)).toEqual([
      'gateway',
      'email',
    ])
  })
})

describe('an email to Hearth', () => {
  it('adds one message, however often and by how many senders it is delivered', async () => {
    const [guest, mail] = await writeToNewGuest()
    const raw = composeAnswer(mail, 'At four.')
    const answers = await Promise.all([post(raw), post(raw), post(raw)])
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1)
    expect(await post(raw)).toEqual({ status: 200, taken: 'message' })
    expect(await readTexts(guest)).toEqual(['At four.'])
  })

  it('is believed only with a fresh signature', async () => {
    const [guest, mail] = await writeToNewGuest()
    const raw = composeAnswer(mail, 'At four.')
    expect((await post(raw, { key: 'another-secret-than-agreed' })).status).toBe(401)
    expect((await post(raw, { ageS: 301 })).status).toBe(401)
    expect((await fetch(url, { method: 'POST', body: new Uint8Array(raw) })).status).toBe(401)
    expect(await countAnswers(guest)).toBe(0)
  })

  it('with a forged token answers like one of an unknown conversation', async () => {
    const [guest, mail] = await writeToNewGuest()
    const unknown = `${newId().replaceAll('-', '')}${'0'.repeat(24)}@${DOMAIN}`
    const forged = `${mail.replyTo.slice(0, 32)}${'0'.repeat(24)}@${DOMAIN}`
    const answers = await Promise.all(
      [unknown, forged, `x@${DOMAIN}`].map((to) => post(compose([FROM, `To: ${to}`]))),
    )
    expect(new Set(answers.map((answer) => JSON.stringify({ ...answer, instance: '' }))).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 404 })
    expect(await countAnswers(guest)).toBe(0)
  })

  it('of a program, or with nothing to read, adds nothing; one that is too large is refused', async () => {
    const [guest, { replyTo }] = await writeToNewGuest()
    const to = `To: ${replyTo}`
    const before = await readTypes(system.service, `thread-${guest.threadId}`)
    expect(await post(compose([FROM, to, 'Auto-Submitted: auto-replied']))).toEqual({
      status: 200,
      taken: 'nothing',
      why: 'automatic',
    })
    expect(await post(compose([`From: <${replyTo}>`, to]))).toMatchObject({ status: 200, why: 'own' })
    expect((await post(compose([FROM, to], '\u0000\u0007 '))).status).toBe(422)
    expect((await post(compose([FROM, to], 'word '.repeat(5_000)))).status).toBe(422)
    const large = await fetch(url, { method: 'POST', body: new Uint8Array(MAX_MAIL_BYTES + 1) }).catch(
      () => undefined,
    )
    expect([413, undefined]).toContain(large?.status)
    expect(await readTypes(system.service, `thread-${guest.threadId}`)).toEqual(before)
  })

  it('is read in any charset, without a text part, and without what can’t be stored', async () => {
    const [guest, { replyTo }] = await writeToNewGuest()
    const to = `To: ${replyTo}`
    const typed = (type: string) => [FROM, to, 'MIME-Version: 1.0', `Content-Type: ${type}`]
    const cyrillic = Buffer.from([0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4])
    expect(await post(compose(typed('text/plain; charset=koi8-r'), cyrillic))).toMatchObject({ status: 200 })
    expect(await post(compose(typed('text/plain; charset=x-unknown'), 'Plain'))).toMatchObject({
      status: 200,
    })
    expect(await post(compose(typed('text/html'), '<p>Only <b>HTML</b></p>'))).toMatchObject({ status: 200 })
    expect(await post(compose(typed('text/plain; charset=utf-8'), 'Bell\u0007 \u202eback'))).toMatchObject({
      status: 200,
    })
    expect(await post(compose(typed('text/plain'), `${'long '.repeat(1_000)}end`))).toMatchObject({
      status: 200,
    })
    const texts = await readTexts(guest)
    expect(texts.slice(0, 4)).toEqual(['Привет', 'Plain', 'Only HTML', 'Bell back'])
    expect(texts.slice(4).join(' ')).toBe(`${'long '.repeat(1_000)}end`)
  })

  it('that reports a failure says so at the message, which can be sent again', async () => {
    const [guest, mail] = await writeToNewGuest()
    const report = [
      'Return-Path: <>',
      'From: MAILER-DAEMON@mx.example',
      `To: ${mail.replyTo}`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    ]
    const parts =
      '--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\n' +
      'Action: failed\r\nStatus: 5.1.1\r\n--b\r\nContent-Type: text/rfc822-headers\r\n\r\n' +
      `Message-ID: ${mail.messageId}\r\n\r\n--b--\r\n`
    expect(await post(compose(report, parts))).toEqual({ status: 200, taken: 'bounce' })
    expect(await post(compose(report, parts))).toEqual({ status: 200, taken: 'bounce' })
    const [messageId, delivery] = Object.entries((await viewThread(guest)).deliveries)[0] ?? []
    expect(delivery).toMatchObject({ status: 'failed', failure: 'unreachable' })
    accepted(
      await system.service.handle(
        command('RetryDelivery', PEOPLE.owner(place.accountId), { messageId }, { id: guest.threadId }),
      ),
    )
    const mails = await waitForMails(guest, 2)
    expect(mails.map((one) => one.messageId)).toEqual([mail.messageId, mail.messageId])
  })

  it('leaves no text and no address where it is not sealed', async () => {
    const [guest, mail] = await writeToNewGuest('Findable host text')
    await post(composeAnswer(mail, 'Findable guest text'))
    const { rows } = await system.service.pool.query<{ found: number }>(
      `select count(*)::int as found from app.outbox o where o::text like '%indable%' or o::text like $1`,
      [`%${guest.email}%`],
    )
    expect(rows).toEqual([{ found: 0 }])
    for await (const event of system.service.store.read(`booking-${guest.bookingId}`))
      expect(JSON.stringify(event.data)).not.toContain(guest.email)
  })
})

it('is refused for a guest of a channel', async () => {
  days += 4
  const guest = { guestRef: newId(), displayName: 'Cem', email: 'cem@vale.example' }
  const more = { guest, source: 'airbnb', externalRef: newId(), cancellationPolicyCode: 'firm' }
  expect(rejected(await system.service.handle(receive(place, inDays(days), 2, more))).code).toBe(
    'VALIDATION_FAILED',
  )
})
