import { payoutOfKey, type ProviderReport } from '@hearth/contracts/payout'
import { TRANSIENT_CODES, RetryableError, type Outcome } from '../../runtime/outcome.ts'
import type { Sending } from '../sending.ts'
import { formatAmount } from './amounts.ts'
import type { BankDocument, Leftover } from './bankDocument.ts'
import { readBankMessage } from './bankMessage.ts'

export type BookingPorts = Pick<Sending, 'record' | 'recordStatus'> &
  Readonly<{
    /** Makes the document the bank's present word; false when the bank has replaced it already. */
    keepDocument: (document: BankDocument) => Promise<boolean>
  }>

/** How much of a message was about our payouts, and what was left. */
export type Booked = Readonly<{ reports: number; statuses: number; leftovers: readonly Leftover[] }>

/** A leftover for what is not one of our payouts; throws when it cannot be recorded now. */
const findLeftover = (
  outcome: Outcome,
  { attemptKey, amount }: Readonly<{ attemptKey: string; amount: string }>,
): readonly Leftover[] => {
  if (outcome.kind !== 'rejected') return []
  if (TRANSIENT_CODES.includes(outcome.code))
    throw new RetryableError(`${outcome.code}: the message is read again`)
  return [{ kind: 'foreign', entry: attemptKey, amount, why: outcome.detail }]
}

/** The same words of a bank are one command; other words are another one. */
const identify = (key: string, { attemptKey, result, amountMinor, currency, at, code }: ProviderReport) =>
  [key, attemptKey, result, amountMinor, currency, at, code].join('/')

const bookDocument = async (document: BankDocument, ports: BookingPorts): Promise<readonly Leftover[]> => {
  if (!(await ports.keepDocument(document))) return []
  const left: Leftover[] = [...document.leftovers]
  for (const report of document.reports) {
    const { attemptKey } = report
    const outcome = await ports.record(payoutOfKey(attemptKey) ?? '', report, identify(document.key, report))
    left.push(...findLeftover(outcome, { attemptKey, amount: formatAmount(report) }))
  }
  for (const status of document.statuses)
    left.push(...findLeftover(await ports.recordStatus(status), { ...status, amount: '' }))
  return left
}

/**
 * Books a message of a bank; booked again, it changes nothing. Throws when it cannot be read at all, and when
 * a payout cannot be written now.
 */
export const bookMessage = async (xml: string, ports: BookingPorts): Promise<Booked> => {
  const reading = readBankMessage(xml)
  if (!reading.ok) throw new Error(reading.why)
  const leftovers: Leftover[] = []
  for (const document of reading.documents) leftovers.push(...(await bookDocument(document, ports)))
  const count = (list: 'reports' | 'statuses') =>
    reading.documents.reduce((sum, document) => sum + document[list].length, 0)
  return { reports: count('reports'), statuses: count('statuses'), leftovers }
}
