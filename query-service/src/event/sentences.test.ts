import { expect, it } from 'vitest'
import { describeEvent } from './sentences.ts'

const context = (details: boolean) => ({
  currency: 'USD',
  refundMinor: () => undefined,
  details,
})
const stay = {
  guestName: 'Nina P.',
  checkIn: '2026-07-16',
  checkOut: '2026-07-19',
  source: 'direct',
  conflicts: [],
  money: { guestTotalMinor: 83_600, currency: 'USD' },
}
const sentence = [
  { type: 'BookingConfirmed', data: stay },
  { type: 'OverbookingDetected', data: stay },
  {
    type: 'BookingCancellationStarted',
    data: {
      reason: 'personal_use',
      effectiveAt: '2026-07-01T12:00:00.000Z',
      message: 'Dear Nina, I am sorry',
      outcome: { refundTotalMinor: 1 },
    },
  },
  {
    type: 'BookingCancelled',
    data: { reason: 'personal_use', outcome: { initiator: 'host', refundTotalMinor: 1 } },
  },
  { type: 'BookingNoteAdded', data: { visibility: 'host', text: 'Nina brings a dog' } },
]

it('shows guests, reasons and messages only to those who may see them, and dates to all', () => {
  const texts = (details: boolean) =>
    sentence.map((event) => describeEvent(event, context(details))?.text ?? '').join('\n')
  expect(texts(true).match(/Nina/g)).toHaveLength(4)
  expect(texts(false)).not.toMatch(/Nina|personal/)
  expect(texts(false)).toContain('A guest booked 3 nights, Thu 16 – Sun 19 Jul 2026.')
})

it('leaves instants to the screen, which knows the zone of its page', () => {
  const at = '2026-12-05T02:08:00.000Z'
  const events = [
    { type: 'ReimbursementSubmitted', data: { totalMinor: 1, currency: 'USD', guestBy: at } },
    { type: 'ReimbursementInfoRequested', data: { questions: ['When?'], dueAt: at } },
    { type: 'ReferralAccepted', data: { qualifyBy: at } },
    { type: 'ReferralQualified', data: { rewardAt: at } },
    { type: 'BookingCancellationStarted', data: { effectiveAt: at, outcome: {} } },
  ]
  for (const event of events) expect(describeEvent(event, context(false))?.text).toContain(at)
})

it('says what the nightly price was before it was changed', () => {
  const changed = (before: { baseNightMinor: number } | null) =>
    describeEvent(
      { type: 'PricingChanged', data: { before, after: { baseNightMinor: 22_900 } } },
      context(true),
    )
  expect(changed({ baseNightMinor: 20_000 })).toMatchObject({
    amountMinor: 22_900,
    amountBeforeMinor: 20_000,
  })
  expect(changed(null)).toEqual({ text: 'The nightly price was set.', amountMinor: 22_900 })
})
