import { describe, expect, test } from 'vitest'
import { maskContacts } from './masking.ts'
import { MAX_MESSAGE_LENGTH, zMessageBody } from './messageBody.ts'

const mask = (text: string) => maskContacts(text, 'hearth.example')

describe('contact details', () => {
  test.for([
    ['write to Ana.Silva+hudson@mail.example.com please', 'write to [email hidden] please'],
    ['ana (at) example (dot) com', '[email hidden]'],
    ['ana＠example.com', '[email hidden]'],
    ['josé@exämple.de is mine', '[email hidden] is mine'],
    ['call +351 910 000 001 tonight', 'call [phone number hidden] tonight'],
    ['or (212) 555-0123', 'or [phone number hidden]'],
    ['my number: 0049 30 1234567.', 'my number: [phone number hidden].'],
    ['٠٩١٢٣٤٥٦٧٨٩', '[phone number hidden]'],
    ['see https://pay.example/x?y=1 now', 'see [link hidden] now'],
    ['www.cheaper-stays.example', '[link hidden]'],
    ['book at cheaper-stays.com', 'book at [link hidden]'],
    ['t.me/ana', '[link hidden]'],
    ['https://hearth.example.evil.com/a', '[link hidden]'],
  ] as const)('are hidden: %s', ([text, hidden]) => expect(mask(text).body).toBe(hidden))

  test.for([
    'We arrive 10.07.2026 - 15.07.2026 around 15:00.',
    'From 2026-07-10 to 2026-07-15, please.',
    'Our code is HB-7K2M9QXD, we paid 1,232.00.',
    'The flat is 3.5 km from the station.Thanks!',
    'Is the cot free? See https://hearth.example/listings/1 and https://help.hearth.example/.',
    'There are 4 of us: 2 adults, 2 children (5 and 7).',
  ])('are not seen in: %s', (text) => expect(mask(text)).toEqual({ body: text, masked: [] }))

  test('are kept in the order of the text, with the reason', () =>
    expect(mask('a@b.example, then +351910000001').masked).toEqual([
      { kind: 'email', text: 'a@b.example', reason: 'no_confirmed_booking' },
      { kind: 'phone', text: '+351910000001', reason: 'no_confirmed_booking' },
    ]))

  test.for([
    'a.'.repeat(2_000),
    'a-'.repeat(2_000),
    '1 '.repeat(2_000),
    `${'a'.repeat(2_000)}${' '.repeat(2_000)}(at`,
  ])('are found in a long text without much work (%#)', (text) => {
    // The process's own time: a busy machine makes it wait, but no busier.
    const begun = process.cpuUsage()
    mask(text)
    expect(process.cpuUsage(begun).user).toBeLessThan(500_000)
  })
})

describe('a message', () => {
  test.for([
    ['an emoji for each character', '👋'.repeat(MAX_MESSAGE_LENGTH), true],
    ['one emoji too many', '👋'.repeat(MAX_MESSAGE_LENGTH + 1), false],
    ['one letter too many', 'a'.repeat(MAX_MESSAGE_LENGTH + 1), false],
    ['an emoji alone', '👍🏽', true],
    ['several lines', 'Hello,\n\nis there a cot?', true],
    ['white space', ' \n\t ', false],
    ['invisible characters', '\u200b\u2060\u00ad', false],
    ['a control character', 'a\u0007b', false],
    ['a change of the direction of writing', 'a\u202eb', false],
    ['half a character', 'a\ud83d', false],
  ] as const)('is checked: %s', ([, body, isValid]) =>
    expect(zMessageBody.safeParse(body).success).toBe(isValid),
  )
})
