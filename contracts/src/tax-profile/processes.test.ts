import { describe, expect, test } from 'vitest'
import { deriveId } from '../kernel/ids.ts'
import { formatStream, type RecordedEvent } from '../kernel/message.ts'
import { taxProfileProcess, type TaxProcessState } from './processes.ts'

const ACCOUNT = deriveId('test', 'account')
const AT = '2026-06-12T13:42:00.000Z'
const event = (type: string, data: object, stream = formatStream('taxProfile', ACCOUNT)): RecordedEvent => ({
  id: deriveId('event', type, JSON.stringify(data)),
  stream,
  revision: 0n,
  type,
  data: { hostAccountId: ACCOUNT, ...data },
  metadata: { occurredAt: AT, tenantId: ACCOUNT },
  position: { commit: 0n, prepare: 0n },
  recordedAt: AT,
})
const react = (state: TaxProcessState | undefined, one: RecordedEvent) => taxProfileProcess.on(state, one)
const summary = ([, ...effects]: ReturnType<typeof react>) =>
  effects.map((effect) => {
    if (effect.kind === 'timer')
      return `${effect.at.slice(0, 10)} ${effect.work.kind === 'command' ? effect.work.type : effect.work.name}`
    if (effect.kind === 'command') return effect.type
    return effect.name
  })
const earned = event(
  'LedgerEntryPosted',
  { amountMinor: 1_000, availableAt: '2026-07-11T19:00:00.000Z' },
  formatStream('hostLedger', ACCOUNT),
)

describe('requests', () => {
  test('follow a listing that goes live or asks for approval', () => {
    const listing = formatStream('listing', deriveId('test', 'listing'))
    const published = event('ListingPublished', {}, listing)
    expect(taxProfileProcess.correlate(published)).toBe(ACCOUNT)
    expect(summary(react(undefined, published))).toEqual(['RequestTaxInfo'])
    const submitted = event(
      'OnboardingSubmitted',
      {},
      formatStream('onboarding', deriveId('test', 'listing')),
    )
    expect(taxProfileProcess.correlate(submitted)).toBe(ACCOUNT)
    expect(summary(react(undefined, submitted))).toEqual(['RequestTaxInfo'])
  })

  test('for DAC7 remind on days 0, 14, 30 and 45 and hold on day 60', () => {
    expect(summary(react(undefined, event('TaxInfoRequested', { part: 'dac7' })))).toEqual([
      'RemindTaxInfo',
      '2026-06-26 RemindTaxInfo',
      '2026-07-12 RemindTaxInfo',
      '2026-07-27 RemindTaxInfo',
      '2026-08-11 HoldForTaxInfo',
    ])
  })

  test('for the US form hold an hour before the first payout, whichever comes first', () => {
    const [asked, ...reminders] = react(undefined, event('TaxInfoRequested', { part: 'us' }))
    expect(reminders).toHaveLength(4)
    expect(summary(react(asked, earned))).toEqual(['2026-07-11 HoldForTaxInfo'])
    const [rich] = react(undefined, earned)
    expect(summary(react(rich, event('TaxInfoRequested', { part: 'us' }))).at(-1)).toBe(
      '2026-07-11 HoldForTaxInfo',
    )
    expect(summary(react(rich, earned))).toEqual([])
  })
})

describe('forms', () => {
  test('of other countries are matched, and remind 90 and 30 days before they expire', () => {
    const signed = event('TaxFormSubmitted', { vaultRef: 'v', signedAt: AT, validUntil: '2029-12-31' })
    expect(summary(react(undefined, signed))).toEqual([
      'match-tin',
      '2030-01-01 ExpireTaxForm',
      '2029-10-03 RemindTaxExpiry',
      '2029-12-02 RemindTaxExpiry',
    ])
  })

  test('for US persons never expire', () => {
    const signed = event('TaxFormSubmitted', { vaultRef: 'v', signedAt: AT, validUntil: null })
    expect(summary(react(undefined, signed))).toEqual(['match-tin', 'expire', 'expires-0', 'expires-1'])
  })
})

test('a VAT number that is removed leaves the vault', () => {
  expect(summary(react(undefined, event('VatIdRemoved', {})))).toEqual(['forget-tax-numbers'])
})

test('holds of the profile are holds of the payout account', () => {
  expect(summary(react(undefined, event('TaxHoldPlaced', { part: 'us' })))).toEqual(['PlaceTaxHold'])
  expect(summary(react(undefined, event('TaxHoldLifted', { part: 'us' })))).toEqual(['ReleaseTaxHold'])
})
