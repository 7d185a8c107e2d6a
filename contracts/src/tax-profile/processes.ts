import { addHours, type Instant } from '../kernel/dates.ts'
import { deriveId, type Id } from '../kernel/ids.ts'
import { categoryOfStream, idOfStream, textIn, type RecordedEvent } from '../kernel/message.ts'
import { defineProcess, reactBy, type Effect, type Job } from '../kernel/process.ts'
import { occurredAtOf } from '../kernel/projection.ts'
import type { LedgerEvent } from '../ledger/messages.ts'
import type { ListingEvent } from '../listing/messages.ts'
import type { OnboardingEvent } from '../onboarding/messages.ts'
import type { PayoutAccountCommand } from '../payout-account/messages.ts'
import type { TaxProfileCommand, TaxProfileEvent } from './messages.ts'
import type { TaxPart } from './profile.ts'
import {
  computeDac7HoldAt,
  computeExpiryAt,
  computeReminderAt,
  EXPIRY_REMINDER_DAYS,
  REMINDER_DAYS,
} from './rules/status.ts'

/** The hold is placed this long before the first earnings can be paid out. */
const HOURS_BEFORE_PAYOUT = 1

type Command = TaxProfileCommand | PayoutAccountCommand
type TaxEffect = Effect<Command>

/** Since when the US form is asked for, and whether the account has earned anything since. */
export type TaxProcessState = Readonly<{ usSince: Instant | null; earnsAt: Instant | null }>

const NOTHING: TaxProcessState = { usSince: null, earnsAt: null }

const remind = (accountId: Id, part: TaxPart, number: number, requestedAt: Instant): TaxEffect => {
  const work = {
    kind: 'command',
    commandId: deriveId('remind-tax', accountId, part, requestedAt, String(number)),
    type: 'RemindTaxInfo',
    id: accountId,
    data: { part, number, requestedAt },
  } as const
  return number === 0
    ? work
    : { kind: 'timer', name: `remind-${part}-${number}`, at: computeReminderAt(requestedAt, number), work }
}

const hold = (accountId: Id, part: TaxPart, requestedAt: Instant, at: Instant): TaxEffect => ({
  kind: 'timer',
  name: `hold-${part}`,
  at,
  work: {
    kind: 'command',
    commandId: deriveId('hold-tax', accountId, part, requestedAt),
    type: 'HoldForTaxInfo',
    id: accountId,
    data: { part, requestedAt },
  },
})

/** Payouts to an account without its US form wait from the first one on. */
const holdFirstPayout = (accountId: Id, { usSince, earnsAt }: TaxProcessState): readonly TaxEffect[] =>
  usSince === null || earnsAt === null
    ? []
    : [hold(accountId, 'us', usSince, addHours(earnsAt, -HOURS_BEFORE_PAYOUT))]

const job = (name: string, event: RecordedEvent, data: Job['data'] = {}): Job => ({
  kind: 'job',
  name,
  data: { hostAccountId: idOfStream(event.stream), eventId: event.id, ...data },
})

const changeHold = (
  event: RecordedEvent<string, Readonly<{ part: TaxPart }>>,
  type: 'PlaceTaxHold' | 'ReleaseTaxHold',
): TaxEffect => ({
  kind: 'command',
  commandId: deriveId('tax-hold', event.id),
  type,
  id: idOfStream(event.stream),
  data: { part: event.data.part },
})

const followForm = (accountId: Id, signedAt: Instant, validUntil: string | null): readonly TaxEffect[] => {
  if (validUntil === null)
    return ['expire', ...EXPIRY_REMINDER_DAYS.map((_days, number) => `expires-${number}`)].map((name) => ({
      kind: 'cancel',
      name,
    }))
  const expiresAt = computeExpiryAt(validUntil)
  return [
    {
      kind: 'timer',
      name: 'expire',
      at: expiresAt,
      work: {
        kind: 'command',
        commandId: deriveId('expire-tax-form', accountId, signedAt),
        type: 'ExpireTaxForm',
        id: accountId,
        data: { signedAt },
      },
    },
    ...EXPIRY_REMINDER_DAYS.map((days, number): TaxEffect => ({
      kind: 'timer',
      name: `expires-${number}`,
      at: addHours(expiresAt, -24 * days),
      work: {
        kind: 'command',
        commandId: deriveId('remind-tax-expiry', accountId, signedAt, String(number)),
        type: 'RemindTaxExpiry',
        id: accountId,
        data: { number, signedAt },
      },
    })),
  ]
}

const request = (event: RecordedEvent, accountId: Id): TaxEffect => ({
  kind: 'command',
  commandId: deriveId('request-tax', event.id),
  type: 'RequestTaxInfo',
  id: accountId,
  data: { listingId: idOfStream(event.stream) },
})

const findAccountId = ({ stream, data, metadata }: RecordedEvent): Id | undefined => {
  switch (categoryOfStream(stream)) {
    case 'taxProfile':
    case 'hostLedger':
      return idOfStream(stream)
    case 'listing':
      return textIn(data, 'hostAccountId')
    case 'onboarding':
      return metadata['tenantId']
    default:
      return undefined
  }
}

/**
 * Asks a host for tax data once a listing can earn money, reminds, holds payouts and releases them
 * (docs/domain/tax-profile.md#reminders-and-holds). The profile decides whether a reminder or a hold still applies.
 */
export const taxProfileProcess = defineProcess<TaxProcessState, Command>({
  name: 'tax-profile',
  version: 1,
  correlate: findAccountId,
  on: reactBy<TaxProcessState, TaxProfileEvent | ListingEvent | OnboardingEvent | LedgerEvent, Command>({
    ListingPublished: (state, event) => [state, request(event, event.data.hostAccountId)],
    OnboardingSubmitted: (state, event) => [state, request(event, event.metadata['tenantId'] ?? '')],
    LedgerEntryPosted: (state = NOTHING, event) => {
      const { amountMinor, availableAt } = event.data
      if (amountMinor <= 0 || state.earnsAt !== null) return [state]
      const next = { ...state, earnsAt: availableAt }
      return [next, ...holdFirstPayout(idOfStream(event.stream), next)]
    },
    TaxInfoRequested: (state = NOTHING, event) => {
      const { part } = event.data
      const accountId = idOfStream(event.stream)
      const at = occurredAtOf(event)
      const next = part === 'us' ? { ...state, usSince: at } : state
      return [
        next,
        ...REMINDER_DAYS.map((_days, number) => remind(accountId, part, number, at)),
        ...(part === 'us'
          ? holdFirstPayout(accountId, next)
          : [hold(accountId, part, at, computeDac7HoldAt(at))]),
      ]
    },
    TaxFormSubmitted: (state, event) => [
      state,
      job('match-tin', event, { vaultRef: event.data.vaultRef }),
      ...followForm(idOfStream(event.stream), event.data.signedAt, event.data.validUntil),
    ],
    VatIdSet: (state, event) => [state, job('check-vat-id', event, { vaultRef: event.data.vaultRef })],
    VatIdRemoved: (state, event) => [state, job('forget-tax-numbers', event)],
    TaxInfoReminderSent: (state, event) => [
      state,
      job('tell-tax', event, { what: event.data.about, number: String(event.data.number) }),
    ],
    TinMismatched: (state, event) => [state, job('tell-tax', event, { what: 'mismatch' })],
    TaxProfileCompleted: (state, event) => [state, job('tell-tax', event, { what: 'complete' })],
    TaxHoldPlaced: (state, event) => [state, changeHold(event, 'PlaceTaxHold')],
    TaxHoldLifted: (state, event) => [state, changeHold(event, 'ReleaseTaxHold')],
  }),
})
