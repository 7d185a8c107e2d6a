import { describe, expect, test } from 'vitest'
import { sum } from '../../kernel/money.ts'
import { bookingX } from '../../testing/index.ts'
import { zCancellationQuote, zQuotePayload } from '../quote.ts'
import { cancellationQuote, quotePayload } from './cancellationQuote.ts'
import { quoteHash } from './nextBoundary.ts'
import { refundStages } from './refundStages.ts'

const booking = { ...bookingX('moderate'), id: '0197f3a0-0000-7000-8000-000000000001', revision: 3 }
const NOW = '2026-06-12T13:42:00.000Z'

describe('a quote to the host, 28 days before', () => {
  const quote = cancellationQuote(booking, 'host', NOW)
  const [now, later, guest] = quote.scenarios

  test('has three outcomes', () => {
    expect(zCancellationQuote.safeParse(quote).error).toBeUndefined()
    expect(
      quote.scenarios.map(({ key, differenceMinor, nightsStayBlocked }) => [
        key,
        differenceMinor,
        nightsStayBlocked,
      ]),
    ).toEqual([
      ['now', -122_640, true],
      ['later', -150_640, true],
      ['guest', -94_640, false],
    ])
    expect([now?.until, later?.at, guest?.until]).toEqual([
      '2026-07-08T19:00:00.000Z',
      '2026-07-08T19:00:00.001Z',
      '2026-07-05T19:00:00.000Z',
    ])
    expect(quote).toMatchObject({
      nextBoundaryAt: '2026-07-05T19:00:00.000Z',
      validUntil: '2026-06-12T13:57:00.000Z',
      quote: null,
    })
  })

  test('explains every difference with lines that add up', () => {
    for (const scenario of quote.scenarios)
      expect(sum(scenario.lines.map((line) => line.amountMinor))).toBe(scenario.differenceMinor)
    expect(now?.lines).toEqual([
      {
        text: 'Fee, more than 48 hours and up to 30 days before',
        formula: '25% × 1,120.00 nights and cleaning',
        amountMinor: -28_000,
      },
      { text: 'You won’t earn', formula: '1,120.00 − 15.5% fee 173.60', amountMinor: -94_640 },
    ])
  })

  test('promises what the command will compute some minutes later', () => {
    const payload = quotePayload(booking, quote)
    expect(zQuotePayload.safeParse(payload).error).toBeUndefined()
    expect(payload.resultHash).toBe(
      quoteHash(cancellationQuote(booking, 'host', '2026-06-12T13:50:00.000Z').outcome),
    )
    expect(payload.resultHash).not.toBe(quoteHash(quote.scenarios[1]?.outcome ?? quote.outcome))
  })
})

test('ends with the outcome that it names', () => {
  expect(cancellationQuote(booking, 'guest', '2026-07-05T18:50:00.000Z').validUntil).toBe(
    '2026-07-05T19:00:00.000Z',
  )
})

test('names the tier in the fee lines', () => {
  const words = (at: string) => cancellationQuote(booking, 'host', at).scenarios[0]?.lines[0]
  expect(words('2026-05-20T00:00:00.000Z')?.text).toBe('Fee, more than 30 days before')
  expect(words('2026-07-10T00:00:00.000Z')?.text).toBe('Fee, up to 48 hours before')
  expect(words('2026-07-11T20:00:00.000Z')).toEqual({
    text: 'Fee, at or after check-in',
    formula: '100% × 1,120.00 nights and cleaning × 3 of 5 nights',
    amountMinor: -67_200,
  })
})

test('reads refund stages like a sentence', () => {
  expect(refundStages(booking, NOW).map(({ until, label }) => [until, label])).toEqual([
    ['2026-07-05T19:00:00.000Z', 'Full refund'],
    ['2026-07-10T19:00:00.000Z', '50% refund, first night excluded'],
  ])
  expect(refundStages(bookingX('limited'), NOW).map(({ label }) => label)).toEqual([
    'Full refund',
    '50% refund of the nights',
    'No refund of the nights',
  ])
  expect(refundStages(bookingX('strict'), '2026-05-01T12:00:00.000Z')[0]).toMatchObject({
    until: '2026-05-02T12:00:00.000Z',
    label: 'Full refund',
    tier: 'grace',
  })
})
