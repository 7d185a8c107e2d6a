import { utcDay } from '@hearth/contracts/kernel/dates'
import { payoutOfKey, type ProviderReport } from '@hearth/contracts/payout'
import { TRANSIENT_CODES, RetryableError, type Outcome } from '../../runtime/outcome.ts'
import { isDeposit, type DepositCosts } from '../depositCosts.ts'
import type { Sending } from '../sending.ts'
import { formatAmount } from './amounts.ts'
import { WITHOUT_DETAILS, type BankDocument, type Leftover } from './bankDocument.ts'
import { identifyLines, reportAttached, type BankLines, type IdentifiedLine } from './bankLines.ts'
import { readBankMessage } from './bankMessage.ts'
import type { createLineCommands } from './bookLine.ts'
import type { TakeTurn } from './documentTurns.ts'

export type BookingPorts = Pick<Sending, 'record' | 'recordStatus'> &
  ReturnType<typeof createLineCommands> &
  Readonly<{
    /** Makes the document the bank's present word; false when the bank has replaced it already. */
    keepDocument: (document: BankDocument) => Promise<boolean>
    takeTurn: TakeTurn
    lines: Pick<BankLines, 'readAttached' | 'add' | 'listGone' | 'remove'>
    costs: Pick<DepositCosts, 'find'>
  }>

/** How much of a message was about our payouts, and what was left. */
export type Booked = Readonly<{ reports: number; statuses: number; leftovers: readonly Leftover[] }>

const assertRecorded = (outcome: Outcome): void => {
  if (outcome.kind === 'rejected') throw new RetryableError(`${outcome.code}: the message is read again`)
}

/** A leftover for what is not one of our payouts; throws when it cannot be recorded now. */
const findLeftover = (outcome: Outcome, content: Omit<Leftover, 'kind' | 'why'>): readonly Leftover[] => {
  if (outcome.kind !== 'rejected') return []
  if (TRANSIENT_CODES.includes(outcome.code)) assertRecorded(outcome)
  return [{ kind: 'foreign', ...content, why: outcome.detail }]
}

const describeReport = (report: ProviderReport): Omit<Leftover, 'kind' | 'why'> => ({
  entry: report.attemptKey,
  direction: report.result === 'returned' ? 'in' : 'out',
  amount: formatAmount(report),
  amountMinor: report.amountMinor,
  currency: report.currency,
  day: utcDay(report.at),
  text: '',
})

/** The same words of a bank are one command; other words are another one. */
const identify = (key: string, { attemptKey, result, amountMinor, currency, at, code }: ProviderReport) =>
  [key, attemptKey, result, amountMinor, currency, at, code].join('/')

/** Lines that two people have attached to an attempt count as if the bank had named it. */
const readAttached = async (
  lines: readonly IdentifiedLine[],
  ports: BookingPorts,
): Promise<readonly ProviderReport[]> => {
  const attempts = await ports.lines.readAttached(lines.map(({ id }) => id))
  return lines.flatMap(({ id, line }) => {
    const attemptKey = attempts.get(id)
    return attemptKey === undefined ? [] : (reportAttached(line, attemptKey) ?? [])
  })
}

/**
 * Makes lines visible to finance, and takes back those that a correction no longer has. A line is noted
 * before it is visible: after an interruption, the correction still finds it.
 */
const keepLines = async (
  key: string,
  lines: readonly IdentifiedLine[],
  ports: BookingPorts,
): Promise<void> => {
  const ids = lines.map(({ id }) => id)
  await ports.lines.add(key, ids)
  for (const { id, line } of lines) assertRecorded(await ports.recordLine(id, line))
  const gone = await ports.lines.listGone(key, ids)
  for (const id of gone) assertRecorded(await ports.withdrawLine(id))
  await ports.lines.remove(gone)
}

const bookVersion = async (
  document: BankDocument,
  file: string,
  ports: BookingPorts,
): Promise<readonly Leftover[]> => {
  const { key } = document
  const attached = await readAttached(identifyLines(key, file, document.leftovers), ports)
  const reports = [...document.reports, ...attached]
  if (!(await ports.keepDocument({ ...document, reports }))) return []
  const left: Leftover[] = [...document.leftovers]
  const costs = await ports.costs.find(reports.map(({ attemptKey }) => attemptKey))
  for (const report of reports) {
    if (isDeposit(costs, report)) continue
    const outcome = await ports.record(payoutOfKey(report.attemptKey) ?? '', report, identify(key, report))
    left.push(...findLeftover(outcome, describeReport(report)))
  }
  for (const status of document.statuses)
    left.push(
      ...findLeftover(await ports.recordStatus(status), { ...WITHOUT_DETAILS, entry: status.attemptKey }),
    )
  await keepLines(key, identifyLines(key, file, left), ports)
  return left
}

const bookDocument = (
  document: BankDocument,
  file: string,
  ports: BookingPorts,
): Promise<readonly Leftover[]> => {
  // What has no name cannot be corrected by another document.
  const key = document.key === '' ? `file/${file}` : document.key
  return ports.takeTurn(key, () => bookVersion({ ...document, key }, file, ports))
}

/**
 * Books a message of a bank; booked again, it changes nothing. Throws when it cannot be read at all, when a
 * payout cannot be written now, and when another process books one of its documents.
 */
export const bookMessage = async (xml: string, file: string, ports: BookingPorts): Promise<Booked> => {
  const reading = readBankMessage(xml)
  if (!reading.ok) throw new Error(reading.why)
  const leftovers: Leftover[] = []
  for (const document of reading.documents) leftovers.push(...(await bookDocument(document, file, ports)))
  const count = (list: 'reports' | 'statuses') =>
    reading.documents.reduce((sum, document) => sum + document[list].length, 0)
  return { reports: count('reports'), statuses: count('statuses'), leftovers }
}
