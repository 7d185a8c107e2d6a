import { BOLD, REGULAR, type Doc } from './printPdf.ts'

export const MARGIN = 48
const ROW = 15
const BOTTOM_MARGIN = 64
const GAP = 6

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
type Row = Readonly<{ cells: readonly string[]; size: number; isBold?: boolean }>

/** The text, shortened to one line of this width. */
const fit = (doc: Doc, text: string, width: number): string => {
  if (doc.widthOfString(text) <= width) return text
  const letters = Array.from(text)
  while (letters.length > 0 && doc.widthOfString(`${letters.join('')}…`) > width) letters.pop()
  return `${letters.join('')}…`
}

const ensureSpace = (doc: Doc, height: number): void => {
  if (doc.y + height > doc.page.height - BOTTOM_MARGIN) doc.addPage()
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
        .text(text, MARGIN, doc.y, { width: doc.page.width - 2 * MARGIN, lineGap: 2 })
    }),
  )
  doc.y += type === 'P' ? 2 : 4
}

const printRow = (
  doc: Doc,
  table: Element,
  columns: readonly Pick<Column<never>, 'width' | 'isRight'>[],
  { cells, size, isBold = false }: Row,
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
        .fontSize(size)
        .fillColor(type === 'TH' ? '#555555' : '#111111')
      const text = fit(doc, cells[index] ?? '', width - GAP)
      // The last column ends at the margin, the others leave a gap.
      const end = at + width - (index === columns.length - 1 ? 0 : GAP)
      const start = isRight ? end - doc.widthOfString(text) : at
      doc.text(text, start, y + 3, { lineBreak: false })
    }
    line.add(doc.struct(type, {}, print))
    x += width
  })
  doc.y = y + ROW
  doc.x = MARGIN
}

/** A table with a row for each line and its total; `size` of its text in points. */
export const printTable = <L>(
  { doc, root }: Page,
  columns: readonly Column<L>[],
  lines: readonly L[],
  size = 8,
): void => {
  const table = doc.struct('Table')
  root.add(table)
  printRow(doc, table, columns, { cells: columns.map(({ title }) => title), size }, 'TH')
  for (const line of lines)
    printRow(doc, table, columns, { cells: columns.map(({ cell }) => cell(line)), size }, 'TD')
  if (columns.some(({ total }) => total !== undefined))
    printRow(doc, table, columns, { cells: columns.map(({ total = '' }) => total), size, isBold: true }, 'TD')
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
