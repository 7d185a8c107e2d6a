import { categoryOfStream, handleBy, idOfStream, textIn, type RecordedEvent } from '../kernel/message.ts'
import { defineProcess, type Job } from '../kernel/process.ts'
import { payoutAccount, type PayoutAccountEvent } from './messages.ts'

/** Owners are notified of every change by any person by email (docs/domain/payout-account.md#notices). */
export type PayoutAccountNotice = PayoutAccountEvent['type']

/** Jobs carry ids only, nothing personal. */
const idsIn = (data: unknown): Job['data'] =>
  Object.fromEntries(
    ['hostAccountId', 'methodId', 'listingId', 'holdId'].flatMap((field) => {
      const id = textIn(data, field)
      return id === undefined ? [] : [[field, id]]
    }),
  )

const notify = ({ id: eventId, type: what, data, metadata }: RecordedEvent): Job => ({
  kind: 'job',
  name: 'tell-payout-change',
  data: { ...idsIn(data), what, eventId, by: metadata['actorKind'] ?? 'service' },
})
const forgetNumber = ({ data }: RecordedEvent): Job => ({
  kind: 'job',
  name: 'forget-bank-numbers',
  data: idsIn(data),
})
const sendDeposits = ({ data }: RecordedEvent): Job => ({
  kind: 'job',
  name: 'send-micro-deposits',
  data: idsIn(data),
})

// An imported account comes with its history, which its owners know already.
const isImported = ({ metadata }: RecordedEvent) => metadata['actorId'] === 'importer'
const notices = (event: RecordedEvent): readonly Job[] => (isImported(event) ? [] : [notify(event)])

const jobsFor = handleBy<PayoutAccountEvent, [], readonly Job[]>({
  PayoutMethodAdded: (event) => (isImported(event) ? [] : [sendDeposits(event), notify(event)]),
  MethodRemoved: (event) => [...notices(event), forgetNumber(event)],
})

/**
 * Sends two small deposits to a new bank account, emails the owners about every change, and erases the number
 * of a removed bank account.
 */
export const payoutAccountProcess = defineProcess<never>({
  name: 'payout-account',
  version: 1,
  correlate: ({ stream }) =>
    categoryOfStream(stream) === payoutAccount.category ? idOfStream(stream) : undefined,
  on: (_state, event) => [undefined, ...(jobsFor(event) ?? notices(event))],
})
