import { createRequire } from 'node:module'
import { MONTHS, SHORT_MONTHS } from '@hearth/contracts/kernel/calendarNames'
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
import type PdfDocument from 'pdfkit'

/** Whose statement it is. */
export type StatementParty = Readonly<{ name: string; address: string | null }>

// The standard fonts of PDF know Western letters only, and listings have other names.
const fontFile = createRequire(import.meta.url).resolve
const REGULAR = fontFile('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')
const BOLD = fontFile('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')

const MARGIN = 48
const WIDTH = 499
const ROW = 15
const BOTTOM = 842 - 64

type Doc = InstanceType<typeof PdfDocument>
type Element = ReturnType<Doc['struct']>
/** The file with the element that what is printed belongs to, for screen readers. */
type Page = Readonly<{ doc: Doc; root: Element }>
type Column = Readonly<{ title: string; width: number; align?: 'right' }>
type Row = Readonly<{ cells: readonly string[]; isTotal?: boolean }>

const formatMonth = (month: Month): string => `${MONTHS[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`
const formatDay = (day: LocalDate): string =>
  `${Number(day.slice(8))} ${SHORT_MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`
const firstDay = (month: Month): LocalDate => `${month}-01`
const lastDay = (month: Month): LocalDate =>
  new Date((toDayNumber(firstDay(nextMonth(month))) - 1) * DAY_MS).toISOString().slice(0, 10)

/** The text, shortened to one line of this width. */
const fit = (doc: Doc, text: string, width: number): string => {
  if (doc.widthOfString(text) <= width) return text
  const letters = Array.from(text)
  while (letters.length > 0 && doc.widthOfString(`${letters.join('')}…`) > width) letters.pop()
  return `${letters.join('')}…`
}

const ensureSpace = (doc: Doc, height: number): void => {
  if (doc.y + height > BOTTOM) doc.addPage()
}

const printText = ({ doc, root }: Page, type: 'H1' | 'H2' | 'H3' | 'P', text: string): void => {
  const [font, size, before] = {
    H1: [BOLD, 17, 0] as const,
    H2: [BOLD, 13, 14] as const,
    H3: [BOLD, 10, 10] as const,
    P: [REGULAR, 9, 2] as const,
  }[type]
  ensureSpace(doc, size + before + (type === 'P' ? 0 : 3 * ROW))
  doc.y += before
  root.add(
    doc.struct(type, {}, () => {
      doc
        .font(font)
        .fontSize(size)
        .fillColor('#111111')
        .text(text, MARGIN, doc.y, { width: WIDTH, lineGap: 2 })
    }),
  )
  doc.y += type === 'P' ? 2 : 4
}

const printRow = (
  doc: Doc,
  table: Element,
  columns: readonly Column[],
  row: Row,
  type: 'TH' | 'TD',
): void => {
  ensureSpace(doc, ROW)
  const line = doc.struct('TR')
  table.add(line)
  const y = doc.y
  let x = MARGIN
  columns.forEach(({ width, align = 'left' }, index) => {
    const at = x
    const print = () => {
      doc
        .font(type === 'TH' || row.isTotal === true ? BOLD : REGULAR)
        .fontSize(8)
        .fillColor(type === 'TH' ? '#555555' : '#111111')
      const text = fit(doc, row.cells[index] ?? '', width - 6)
      const start = align === 'right' ? at + width - doc.widthOfString(text) : at
      doc.text(text, start, y + 3, { lineBreak: false })
    }
    line.add(doc.struct(type, {}, print))
    x += width
  })
  doc.y = y + ROW
  doc.x = MARGIN
}

const printTable = ({ doc, root }: Page, columns: readonly Column[], rows: readonly Row[]): void => {
  const table = doc.struct('Table')
  root.add(table)
  printRow(doc, table, columns, { cells: columns.map(({ title }) => title) }, 'TH')
  for (const row of rows) printRow(doc, table, columns, row, 'TD')
}

const sumAmounts = (of: readonly Readonly<{ amountMinor: number }>[]): number =>
  sum(of.map(({ amountMinor }) => amountMinor))
const bookingCode = ({ bookingId }: StatementEntry): string =>
  bookingId === null ? '' : humanCode('HB', bookingId)
const kindTitle = ({ kind }: Pick<StatementEntry, 'kind'>): string => ledgerKindOf(kind).title

const printSums = (page: Page, { month }: StatementContent, section: StatementSection): void => {
  const { currency, openingMinor, closingMinor, entries, payouts } = section
  const money = (minor: number) => formatAmount(minor, currency)
  const prior = entries.filter(({ priorMonth }) => priorMonth !== null)
  const own = sumAmounts(entries) - sumAmounts(prior)
  const line = (text: string, minor: number, isTotal = false): Row => ({
    cells: [text, money(minor)],
    isTotal,
  })
  printTable(
    page,
    [
      { title: 'Summary', width: 379 },
      { title: currency, width: 120, align: 'right' },
    ],
    [
      line(`Opening balance on ${formatDay(firstDay(month))}`, openingMinor),
      line(`Movements of ${formatMonth(month)}`, own),
      line('Adjustments of earlier months', sumAmounts(prior)),
      line('Paid to your bank', -sumAmounts(payouts)),
      line(`Closing balance on ${formatDay(lastDay(month))}`, closingMinor, true),
    ],
  )
}

const printKinds = (page: Page, { entries, currency }: StatementSection): void => {
  const lines = groupByKind(entries)
  if (lines.length === 0) return
  printText(page, 'H3', 'Movements by kind')
  printTable(
    page,
    [
      { title: 'Kind', width: 299 },
      { title: 'Entries', width: 80, align: 'right' },
      { title: currency, width: 120, align: 'right' },
    ],
    [
      ...lines.map(({ kind, entries: count, amountMinor }) => ({
        cells: [kindTitle({ kind }), String(count), formatAmount(amountMinor, currency)],
      })),
      {
        cells: [
          'Total',
          String(sum(lines.map((line) => line.entries))),
          formatAmount(sumAmounts(lines), currency),
        ],
        isTotal: true,
      },
    ],
  )
}

const printPrior = (page: Page, { entries, currency }: StatementSection): void => {
  const prior = entries.filter(({ priorMonth }) => priorMonth !== null)
  if (prior.length === 0) return
  printText(page, 'H3', 'Adjustments of earlier months')
  printTable(
    page,
    [
      { title: 'Statement', width: 109 },
      { title: 'Kind', width: 180 },
      { title: 'Booking', width: 110 },
      { title: currency, width: 100, align: 'right' },
    ],
    [
      ...prior.map((entry) => ({
        cells: [
          entry.priorMonth === null ? '' : formatMonth(entry.priorMonth),
          kindTitle(entry),
          bookingCode(entry),
          formatAmount(entry.amountMinor, currency),
        ],
      })),
      { cells: ['Total', '', '', formatAmount(sumAmounts(prior), currency)], isTotal: true },
    ],
  )
}

const printListings = (
  page: Page,
  content: StatementContent,
  { entries, currency }: StatementSection,
): void => {
  const lines = groupByListing(entries, content.listings)
  if (lines.length === 0) return
  const money = (minor: number) => formatAmount(minor, currency)
  const right = { align: 'right' } as const
  const total = (read: (line: (typeof lines)[number]) => number) => sum(lines.map(read))
  printText(page, 'H3', 'By listing')
  printTable(
    page,
    [
      { title: 'Listing', width: 149 },
      { title: 'Stays', width: 40, ...right },
      { title: 'Gross', width: 80, ...right },
      { title: 'Hearth fee', width: 75, ...right },
      { title: 'Other', width: 75, ...right },
      { title: `Net, ${currency}`, width: 80, ...right },
    ],
    [
      ...lines.map((line) => ({
        cells: [
          line.title ?? 'No listing',
          String(line.stays),
          money(line.grossMinor),
          money(line.feeMinor),
          money(line.otherMinor),
          money(line.netMinor),
        ],
      })),
      {
        cells: [
          'Total',
          String(total(({ stays }) => stays)),
          money(total(({ grossMinor }) => grossMinor)),
          money(total(({ feeMinor }) => feeMinor)),
          money(total(({ otherMinor }) => otherMinor)),
          money(total(({ netMinor }) => netMinor)),
        ],
        isTotal: true,
      },
    ],
  )
  printText(
    page,
    'P',
    `Hearth fee: ${money(sumPart(entries, 'platform_fee'))} ${currency}. No VAT was charged on the fee.`,
  )
}

const printPayouts = (page: Page, { payouts, currency }: StatementSection): void => {
  if (payouts.length === 0) return
  printText(page, 'H3', 'Paid to your bank')
  printTable(
    page,
    [
      { title: 'Day', width: 89 },
      { title: 'Payout', width: 110 },
      { title: 'Bank reference', width: 200 },
      { title: currency, width: 100, align: 'right' },
    ],
    [
      ...payouts.map(({ paidOn, payoutId, reference, amountMinor }) => ({
        cells: [formatDay(paidOn), humanCode('PO', payoutId), reference, formatAmount(amountMinor, currency)],
      })),
      { cells: ['Total', '', '', formatAmount(sumAmounts(payouts), currency)], isTotal: true },
    ],
  )
}

const printEntries = (
  page: Page,
  { listings }: StatementContent,
  { entries, currency }: StatementSection,
): void => {
  if (entries.length === 0) return
  printText(page, 'H3', 'All entries')
  printTable(
    page,
    [
      { title: 'Day', width: 69 },
      { title: 'Kind', width: 130 },
      { title: 'Listing', width: 120 },
      { title: 'Booking', width: 90 },
      { title: currency, width: 90, align: 'right' },
    ],
    entries.map((entry) => ({
      cells: [
        formatDay(entry.earnedOn),
        kindTitle(entry),
        entry.listingId === null ? '' : (listings[entry.listingId] ?? ''),
        bookingCode(entry),
        formatAmount(entry.amountMinor, currency),
      ],
    })),
  )
}

const printFooters = (doc: Doc, { month, hostAccountId, ledgerRevision }: StatementContent): void => {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page)
    // Text below the margin would open another page.
    doc.page.margins.bottom = 0
    doc.markContent('Artifact', { type: 'Pagination' })
    doc
      .font(REGULAR)
      .fontSize(7)
      .fillColor('#666666')
      .text(
        `Hearth · ${formatMonth(month)} · account ${hostAccountId} · ledger event ${ledgerRevision} · ` +
          `page ${page + 1} of ${count}`,
        MARGIN,
        doc.page.height - 36,
        { lineBreak: false },
      )
    doc.endMarkedContent()
  }
}

/** The statement as a PDF file, A4, tagged for screen readers. Equal content gives equal bytes. */
export const printStatement = async (content: StatementContent, party: StatementParty): Promise<Buffer> => {
  // Loading it takes a fifth of the start of a process, and few processes print.
  const { default: PDFDocument } = await import('pdfkit')
  const { month, timezone, sections } = content
  const title = `Statement, ${formatMonth(month)}`
  // The file's id and dates come from the content, never from the clock.
  const CreationDate = new Date(`${lastDay(month)}T00:00:00.000Z`)
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    pdfVersion: '1.7',
    tagged: true,
    info: {
      Title: title,
      Author: 'Hearth',
      Producer: 'Hearth',
      Creator: 'Hearth',
      CreationDate,
      ModDate: CreationDate,
    },
  })
  const chunks: Buffer[] = []
  const printed = new Promise<Buffer>((resolve, reject) =>
    doc
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', reject),
  )
  const root = doc.struct('Document')
  doc.addStructure(root)
  const page = { doc, root }
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
  root.end()
  printFooters(doc, content)
  doc.end()
  return printed
}
