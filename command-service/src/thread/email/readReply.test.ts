import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ANSWER_ABOVE } from './composeMail.ts'
import { parseMail } from './parseMail.ts'
import { readReply } from './readReply.ts'

const MARK = ANSWER_ABOVE
const ANSWER = 'Yes, at four.\n\nSee you then!'
const OURS = [ANSWER_ABOVE, '', 'When do you arrive?', '', 'Casa Sol, through Hearth']
const quoted = OURS.map((line) => `> ${line}`).join('\n')
const plain = OURS.join('\n')
const REPLY_TO = 'a3f0@guests.hearth.example'

describe('the answer in an email', () => {
  it.each([
    [
      'Gmail, whose line breaks in two',
      `${ANSWER}\n\nOn Fri, Nov 27, 2026 at 4:01 PM Casa Sol <\nhearth@hearth.example> wrote:\n\n${quoted}\n`,
    ],
    [
      'Gmail in German',
      `${ANSWER}\n\nAm Fr., 27. Nov. 2026 um 16:01 Uhr schrieb Casa Sol <${REPLY_TO}>:\n\n${quoted}`,
    ],
    [
      'Gmail in French',
      `${ANSWER}\n\nLe ven. 27 nov. 2026 à 16:01, Casa Sol <${REPLY_TO}> a écrit :\n\n${quoted}`,
    ],
    [
      'Gmail in Spanish',
      `${ANSWER}\n\nEl vie, 27 nov 2026 a las 16:01, Casa Sol (<${REPLY_TO}>) escribió:\n\n${quoted}`,
    ],
    ['Gmail in Japanese', `${ANSWER}\n\n2026年11月27日(金) 16:01 Casa Sol <${REPLY_TO}>:\n\n${quoted}`],
    ['Apple Mail', `${ANSWER}\n\n> On 27 Nov 2026, at 16:01, Casa Sol <${REPLY_TO}> wrote:\n> \n${quoted}`],
    [
      'Apple Mail on a phone',
      `${ANSWER}\n\nOn Nov 27, 2026, at 4:01 PM, Casa Sol <${REPLY_TO}> wrote:\n\n﻿${quoted}`,
    ],
    ['Thunderbird', `${ANSWER}\n\nAm 27.11.26 um 16:01 schrieb Casa Sol:\n${quoted}`],
    [
      'Outlook, which quotes without a mark',
      `${ANSWER}\n\n________________________________\nFrom: Casa Sol <hearth@hearth.example>\nSent: Friday, 27 November 2026 16:01\nTo: Ana\nSubject: Your stay\n\n${plain}`,
    ],
    [
      'Outlook in German',
      `${ANSWER}\n\nVon: Casa Sol <hearth@hearth.example>\nGesendet: Freitag, 27. November 2026 16:01\nAn: Ana\nBetreff: Ihr Aufenthalt\n\n${plain}`,
    ],
    ['an old Outlook', `${ANSWER}\n\n-----Original Message-----\nFrom: Casa Sol\n\n${plain}`],
    ['a program that only copies our text', `${ANSWER}\n\n${plain}`],
    ['a program of another language that copies our text', `${ANSWER}\n\n${plain.replace('When', 'Cuándo')}`],
    [
      'lines that end as mail’s do',
      `${ANSWER.replaceAll('\n', '\r\n')}\r\n\r\n${quoted.replaceAll('\n', '\r\n')}`,
    ],
  ])('is read from %s', (_, text) => expect(readReply(text)).toBe(ANSWER))

  it('keeps what is written between quoted lines', () =>
    expect(
      readReply(
        `On Friday, Casa Sol <${REPLY_TO}> wrote:\n> When do you arrive?\nAt four.\n> With a dog?\nNo dog.`,
      ),
    ).toBe('At four.\nNo dog.'))

  it.each([
    'We arrive at four.\n\nCheers,\nAna',
    'We need:\n- a cot\n--\n- a chair',
    'From: the station, to: your house. How long is it?',
    'My sister wrote:\nit is lovely there',
    'On Monday we leave. The agency wrote: no later than ten.',
    '',
  ])('is all of a text without history', (text) => expect(readReply(text)).toBe(text))

  it('never has a line that the email does not have', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', '> b', '', 'On x wrote:', 'From: x', 'To: y', 'Date: z', MARK), {
          maxLength: 12,
        }),
        (lines) => {
          const reply = readReply(lines.join('\n'))
          for (const line of reply === '' ? [] : reply.split('\n')) expect(lines).toContain(line)
        },
      ),
    ))

  it('takes a moment for a text made to take long', () => {
    const started = process.cpuUsage()
    for (const hostile of [
      'On a '.repeat(40_000),
      'On \n'.repeat(50_000),
      '<a@'.repeat(60_000),
      'From: \n'.repeat(30_000),
    ])
      readReply(hostile)
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(2_000)
  })
})

describe('an email of HTML only', () => {
  const read = async (html: string) => {
    const raw = `Content-Type: text/html; charset=utf-8\r\nMIME-Version: 1.0\r\n\r\n${html}`
    return readReply((await parseMail(Buffer.from(raw))).text)
  }
  const ours = OURS.map((line) => `<div>${line}</div>`).join('')

  it.each([
    [
      'Gmail',
      `<div dir="ltr">Yes, at four.</div><br><div class="gmail_quote"><div class="gmail_attr">On Fri, Nov 27, 2026 at 4:01 PM Casa Sol &lt;<a href="mailto:${REPLY_TO}">${REPLY_TO}</a>&gt; wrote:<br></div><blockquote class="gmail_quote">${ours}</blockquote></div>`,
    ],
    [
      'Apple Mail',
      `<html><body>Yes, at four.<br><div><br><blockquote type="cite"><div>On 27 Nov 2026, at 16:01, Casa Sol &lt;${REPLY_TO}&gt; wrote:</div><br><div>${ours}</div></blockquote></div></body></html>`,
    ],
    [
      'Outlook',
      `<div>Yes, at four.</div><hr><div><b>From:</b> Casa Sol<br><b>Sent:</b> Friday<br><b>To:</b> Ana<br><b>Subject:</b> Your stay<br></div><div>${ours}</div>`,
    ],
  ])('of %s is read without its history', async (_, html) => expect(await read(html)).toBe('Yes, at four.'))
})
