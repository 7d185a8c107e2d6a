import { newId } from '@hearth/contracts/kernel/ids'
import { describe, expect, it } from 'vitest'
import { classifyMail } from './classifyMail.ts'
import { createMailAddresses } from './mailAddresses.ts'
import { parseMail } from './parseMail.ts'

const addresses = createMailAddresses({ domain: 'guests.hearth.example', key: 'key' })
const messageId = newId()
const to = addresses.format(newId())

const classify = async (headers: readonly string[], body = 'Hello') => {
  const raw = [...headers, `To: ${to}`, '', body].join('\r\n')
  return classifyMail(await parseMail(Buffer.from(raw)), addresses)
}
const FROM = 'From: Ana <ana@vale.example>'

/** What a mail server reports (RFC 3464). */
const report = (
  fields: readonly string[],
  original = `Message-ID: ${addresses.formatMessageId(messageId)}`,
) =>
  classify(
    [
      'From: MAILER-DAEMON@mx.example',
      'Return-Path: <>',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    ],
    [
      '--b',
      'Content-Type: text/plain',
      '',
      'I could not deliver it.',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example',
      '',
      'Final-Recipient: rfc822; ana@vale.example',
      ...fields,
      '--b',
      'Content-Type: text/rfc822-headers',
      '',
      'Subject: Your stay',
      original,
      '',
      '--b--',
    ].join('\r\n'),
  )

describe('an email', () => {
  it.each([
    ['of a person', []],
    ['that says that no program wrote it', ['Auto-Submitted: no']],
    ['of a person whose server adds what it likes', ['Precedence: first-class', 'Received: from a by b']],
  ])('%s is an answer', async (_, headers) =>
    expect(await classify([FROM, ...headers])).toEqual({ kind: 'answer' }),
  )

  it.each([
    ['an absence notice', [FROM, 'Auto-Submitted: auto-replied'], 'automatic'],
    ['a generated one', [FROM, 'Auto-Submitted: auto-generated (vacation)'], 'automatic'],
    ['bulk mail', [FROM, 'Precedence: bulk'], 'automatic'],
    ['an old autoresponder', [FROM, 'Precedence: auto_reply'], 'automatic'],
    ['Exchange’s out of office', [FROM, 'X-Auto-Response-Suppress: All'], 'automatic'],
    ['another autoresponder', [FROM, 'X-Autoreply: yes'], 'automatic'],
    ['a mailing list', [FROM, 'List-Id: <travellers.example>'], 'list'],
    ['an email without a sender', [FROM, 'Return-Path: <>'], 'report'],
    ['an email of a mail server', ['From: "Mail Delivery" <Postmaster@mx.example>'], 'report'],
    ['our own email', [FROM, `Message-ID: ${addresses.formatMessageId(messageId)}`], 'own'],
    ['an email of one of our addresses', [`From: Casa Sol <${to}>`], 'own'],
    [
      'an email that goes round',
      [FROM, ...Array.from({ length: 51 }, () => 'Received: from a by b')],
      'loop',
    ],
  ])('that is %s is none', async (_, headers, why) =>
    expect(await classify(headers)).toEqual({ kind: 'ignored', why }),
  )
})

describe('the report of a mail server', () => {
  it.each([
    ['an address that does not exist', '5.1.1', 'unreachable'],
    ['a mailbox that is full', '5.2.2', 'unreachable'],
    ['a policy', '5.7.1', 'blocked'],
    ['anything else', '5.3.4', 'rejected'],
  ])('of %s says which message did not arrive, and why', async (_, status, reason) =>
    expect(await report(['Action: failed', `Status: ${status}`])).toEqual({
      kind: 'bounce',
      messageId,
      reason,
    }),
  )

  it.each([
    ['a delay', ['Action: delayed', 'Status: 4.4.1'], undefined],
    ['a delivery', ['Action: delivered', 'Status: 2.0.0'], undefined],
    ['another message', ['Action: failed', 'Status: 5.1.1'], 'Message-ID: <a@b.example>'],
  ])('of %s changes nothing', async (_, fields, original) =>
    expect(await report(fields, original)).toEqual({ kind: 'ignored', why: 'report' }),
  )
})
