import { createRequire } from 'node:module'
import type PdfDocument from 'pdfkit'

// The standard fonts of PDF know Western letters only, and listings have other names.
const fontFile = createRequire(import.meta.url).resolve
export const REGULAR = fontFile('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')
const BOLD = fontFile('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')

export const MARGIN = 48
const WIDTH = 499
const ROW = 15
const BOTTOM = 842 - 64

type Doc = InstanceType<typeof PdfDocument>
type Element = ReturnType<Doc['struct']>
/** The file with the element that what is printed belongs to, for screen readers. */
export type Page = Readonly<{ doc: Doc; root: Element }>
export type Column<L> = Readonly<{
  title: string
  width: number
  isRight?: boolean
  cell: (line: L) => string
  /** What the last row says in this column; a table in which no column has one has no such row. */
  total?: string
}>
type Row = Readonly<{ cells: readonly string[]; isBold?: boolean }>

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

export const printText = ({ doc, root }: Page, type: 'H1' | 'H2' | 'H3' | 'P', text: string): void => {
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
  columns: readonly Pick<Column<never>, 'width' | 'isRight'>[],
  { cells, isBold = false }: Row,
  type: 'TH' | 'TD',
): void => {
  ensureSpace(doc, ROW)
  const line = doc.struct('TR')
  table.add(line)
  const y = doc.y
  let x = MARGIN
  columns.forEach(({ width, isRight = false }, index) => {
    const at = x
    const print = () => {
      doc
        .font(type === 'TH' || isBold ? BOLD : REGULAR)
        .fontSize(8)
        .fillColor(type === 'TH' ? '#555555' : '#111111')
      const text = fit(doc, cells[index] ?? '', width - 6)
      const start = isRight ? at + width - doc.widthOfString(text) : at
      doc.text(text, start, y + 3, { lineBreak: false })
    }
    line.add(doc.struct(type, {}, print))
    x += width
  })
  doc.y = y + ROW
  doc.x = MARGIN
}

/** A table with a row for each line and its total. */
export const printTable = <L>(
  { doc, root }: Page,
  columns: readonly Column<L>[],
  lines: readonly L[],
): void => {
  const table = doc.struct('Table')
  root.add(table)
  printRow(doc, table, columns, { cells: columns.map(({ title }) => title) }, 'TH')
  for (const line of lines)
    printRow(doc, table, columns, { cells: columns.map(({ cell }) => cell(line)) }, 'TD')
  if (columns.some(({ total }) => total !== undefined))
    printRow(doc, table, columns, { cells: columns.map(({ total = '' }) => total), isBold: true }, 'TD')
}

/** The same below a heading; nothing where there are no lines. */
export const printSection = <L>(
  page: Page,
  title: string,
  columns: readonly Column<L>[],
  lines: readonly L[],
): void => {
  if (lines.length === 0) return
  printText(page, 'H3', title)
  printTable(page, columns, lines)
}
