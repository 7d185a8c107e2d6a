import { MONTHS } from '@hearth/contracts/kernel/calendarNames'
import { toDayNumber, DAY_MS, type LocalDate } from '@hearth/contracts/kernel/dates'
import { humanCode } from '@hearth/contracts/kernel/ids'
import { formatAmount, sum } from '@hearth/contracts/kernel/money'
import { ledgerKindOf } from '@hearth/contracts/ledger'
import {
  groupByKind,
  groupByListing,
  nextMonth,
  sumPart,
  type Month,
  type StatementContent,
  type StatementEntry,
  type StatementSection,
} from '@hearth/contracts/statement'
import { formatDay } from '../pdf/formatDay.ts'
import { printSection, printTable, printText, type Column, type Page } from '../pdf/printTable.ts'
import { printTagged } from '../pdf/printTagged.ts'

/** Whose statement it is. */
export type StatementParty = Readonly<{ name: string; address: string | null }>

const formatMonth = (month: Month): string => `${MONTHS[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`
const firstDay = (month: Month): LocalDate => `${month}-01`
const lastDay = (month: Month): LocalDate =>
  new Date((toDayNumber(firstDay(nextMonth(month))) - 1) * DAY_MS).toISOString().slice(0, 10)

const sumAmounts = (of: readonly Readonly<{ amountMinor: number }>[]): number =>
  sum(of.map(({ amountMinor }) => amountMinor))
const bookingCode = ({ bookingId }: StatementEntry): string =>
  bookingId === null ? '' : humanCode('HB', bookingId)
const kindTitle = ({ kind }: Pick<StatementEntry, 'kind'>): string => ledgerKindOf(kind).title

/** The last column of each table. */
const amountColumn = <L>(
  { currency }: StatementSection,
  width: number,
  read: (line: L) => number,
  totalMinor?: number,
): Column<L> => ({
  title: currency,
  width,
  isRight: true,
  cell: (line) => formatAmount(read(line), currency),
  ...(totalMinor !== undefined && { total: formatAmount(totalMinor, currency) }),
})
const readAmount = ({ amountMinor }: Readonly<{ amountMinor: number }>): number => amountMinor

const printSums = (page: Page, { month }: StatementContent, section: StatementSection): void => {
  const { openingMinor, closingMinor, entries, payouts } = section
  const prior = sumAmounts(entries.filter(({ priorMonth }) => priorMonth !== null))
  const closing = `Closing balance on ${formatDay(lastDay(month))}`
  const lines = [
    { text: `Opening balance on ${formatDay(firstDay(month))}`, amountMinor: openingMinor },
    { text: `Movements of ${formatMonth(month)}`, amountMinor: sumAmounts(entries) - prior },
    { text: 'Adjustments of earlier months', amountMinor: prior },
    { text: 'Paid to your bank', amountMinor: -sumAmounts(payouts) },
  ]
  printTable(
    page,
    [
      { title: 'Summary', width: 379, cell: ({ text }) => text, total: closing },
      amountColumn(section, 120, readAmount, closingMinor),
    ],
    lines,
  )
}

const printKinds = (page: Page, section: StatementSection): void => {
  const lines = groupByKind(section.entries)
  const entries = String(sum(lines.map((line) => line.entries)))
  printSection(
    page,
    'Movements by kind',
    [
      { title: 'Kind', width: 299, cell: kindTitle, total: 'Total' },
      { title: 'Entries', width: 80, isRight: true, cell: (line) => String(line.entries), total: entries },
      amountColumn(section, 120, readAmount, sumAmounts(lines)),
    ],
    lines,
  )
}

const printPrior = (page: Page, section: StatementSection): void => {
  const prior = section.entries.filter(({ priorMonth }) => priorMonth !== null)
  printSection(
    page,
    'Adjustments of earlier months',
    [
      {
        title: 'Statement',
        width: 109,
        cell: ({ priorMonth }) => (priorMonth === null ? '' : formatMonth(priorMonth)),
        total: 'Total',
      },
      { title: 'Kind', width: 180, cell: kindTitle },
      { title: 'Booking', width: 110, cell: bookingCode },
      amountColumn(section, 100, readAmount, sumAmounts(prior)),
    ],
    prior,
  )
}

const printListings = (page: Page, { listings }: StatementContent, section: StatementSection): void => {
  const { entries, currency } = section
  const lines = groupByListing(entries, listings)
  const numbers = (
    title: string,
    width: number,
    read: (line: (typeof lines)[number]) => number,
    format = (minor: number) => formatAmount(minor, currency),
  ) => ({
    title,
    width,
    isRight: true,
    cell: (line: (typeof lines)[number]) => format(read(line)),
    total: format(sum(lines.map(read))),
  })
  printSection(
    page,
    'By listing',
    [
      { title: 'Listing', width: 149, cell: ({ title }) => title ?? 'No listing', total: 'Total' },
      numbers('Stays', 40, ({ stays }) => stays, String),
      numbers('Gross', 80, ({ grossMinor }) => grossMinor),
      numbers('Hearth fee', 75, ({ feeMinor }) => feeMinor),
      numbers('Other', 75, ({ otherMinor }) => otherMinor),
      numbers(`Net, ${currency}`, 80, ({ netMinor }) => netMinor),
    ],
    lines,
  )
  if (lines.length === 0) return
  const fee = `${formatAmount(sumPart(entries, 'platform_fee'), currency)} ${currency}`
  printText(page, 'P', `Hearth fee: ${fee}. No VAT was charged on the fee.`)
}

const printPayouts = (page: Page, section: StatementSection): void =>
  printSection(
    page,
    'Paid to your bank',
    [
      { title: 'Day', width: 89, cell: ({ paidOn }) => formatDay(paidOn), total: 'Total' },
      { title: 'Payout', width: 110, cell: ({ payoutId }) => humanCode('PO', payoutId) },
      { title: 'Bank reference', width: 200, cell: ({ reference }) => reference },
      amountColumn(section, 100, readAmount, sumAmounts(section.payouts)),
    ],
    section.payouts,
  )

const printEntries = (page: Page, { listings }: StatementContent, section: StatementSection): void =>
  printSection(
    page,
    'All entries',
    [
      { title: 'Day', width: 69, cell: (entry) => formatDay(entry.earnedOn) },
      { title: 'Kind', width: 130, cell: kindTitle },
      { title: 'Listing', width: 120, cell: ({ listingId }) => listings[listingId ?? ''] ?? '' },
      { title: 'Booking', width: 90, cell: bookingCode },
      amountColumn(section, 90, readAmount),
    ],
    section.entries,
  )

/** The statement as a PDF file, A4, tagged for screen readers. Equal content gives equal bytes. */
export const printStatement = (content: StatementContent, party: StatementParty): Promise<Buffer> => {
  const { month, timezone, sections, hostAccountId, ledgerRevision } = content
  const title = `Statement, ${formatMonth(month)}`
  const createdAt = new Date(`${lastDay(month)}T00:00:00.000Z`)
  const footer = `Hearth · ${formatMonth(month)} · account ${hostAccountId} · ledger event ${ledgerRevision}`
  return printTagged({ title, createdAt, footer }, (page) => {
    printText(page, 'H1', title)
    printText(page, 'P', [party.name, party.address].filter(Boolean).join(', '))
    printText(
      page,
      'P',
      `${formatDay(firstDay(month))} to ${formatDay(lastDay(month))}, ${timezone}. Earnings count on the day ` +
        'a stay begins, and payouts on the bank’s day.',
    )
    for (const section of sections) {
      printText(page, 'H2', section.currency)
      printSums(page, content, section)
      printKinds(page, section)
      printPrior(page, section)
      printListings(page, content, section)
      printPayouts(page, section)
      printEntries(page, content, section)
    }
  })
}
