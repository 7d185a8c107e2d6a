import { categoryOfStream, idOfStream, type RecordedEvent } from '../kernel/message.ts'
import { defineProcess, type Effect, type Job } from '../kernel/process.ts'
import { payoutAccount, type PayoutAccountEvent } from './messages.ts'

/** What owners hear of by mail: every change, whoever made it (domain.md §2.12). */
export type PayoutAccountNotice = PayoutAccountEvent['type']

const textsOf = (data: unknown): Job['data'] =>
  Object.fromEntries(
    Object.entries(data as Readonly<Record<string, unknown>>).filter(
      (entry): entry is [string, string] =>
        ['hostAccountId', 'methodId', 'listingId', 'holdId'].includes(entry[0]) &&
        typeof entry[1] === 'string',
    ),
  )

const tell = ({ id: eventId, type: what, data, metadata }: RecordedEvent): Job => ({
  kind: 'job',
  name: 'tell-payout-change',
  data: { ...textsOf(data), what, eventId, by: metadata['actorKind'] ?? 'service' },
})
const forgetNumber = ({ data }: RecordedEvent): Job => ({
  kind: 'job',
  name: 'forget-bank-numbers',
  data: textsOf(data),
})
const sendDeposits = ({ data }: RecordedEvent): Job => ({
  kind: 'job',
  name: 'send-micro-deposits',
  data: textsOf(data),
})

// Brought over with its history, nothing of it is new to its owners.
const isImported = ({ metadata }: RecordedEvent) => metadata['actorId'] === 'importer'

/**
 * What a payout account asks for by itself: two small deposits to a new bank account, a mail to the owners
 * about every change, and the number of a removed one forgotten.
 */
export const payoutAccountProcess = defineProcess<never>({
  name: 'payout-account',
  version: 1,
  correlate: ({ stream }) =>
    categoryOfStream(stream) === payoutAccount.category ? idOfStream(stream) : undefined,
  on: (_state, event) => {
    const effects: Effect[] = isImported(event)
      ? []
      : [...(event.type === 'PayoutMethodAdded' ? [sendDeposits(event)] : []), tell(event)]
    return [undefined, ...effects, ...(event.type === 'MethodRemoved' ? [forgetNumber(event)] : [])]
  },
})
