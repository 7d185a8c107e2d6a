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
type Row = Readonly<{ cells: readonly string[]; size: number; isBold?: boolean; isTitle?: boolean }>

/** The text, shortened to one line of this width. */
const fit = (doc: Doc, text: string, width: number): string => {
  if (doc.widthOfString(text) <= width) return text
  const letters = Array.from(text)
  while (letters.length > 0 && doc.widthOfString(`${letters.join('')}…`) > width) letters.pop()
  return `${letters.join('')}…`
}

const hasSpace = (doc: Doc, height: number): boolean => doc.y + height <= doc.page.height - BOTTOM_MARGIN
const ensureSpace = (doc: Doc, height: number): void => {
  if (!hasSpace(doc, height)) doc.addPage()
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

type Columns = readonly Pick<Column<never>, 'width' | 'isRight'>[]

/** The cells of a row side by side; `put` says what each is for screen readers. */
const printCells = (
  doc: Doc,
  columns: Columns,
  { cells, size, isBold = false, isTitle = false }: Row,
  put: (print: () => void) => void,
): void => {
  const y = doc.y
  let x = MARGIN
  columns.forEach(({ width, isRight = false }, index) => {
    const at = x
    put(() => {
      doc
        .font(isTitle || isBold ? BOLD : REGULAR)
        .fontSize(size)
        .fillColor(isTitle ? '#555555' : '#111111')
      const text = fit(doc, cells[index] ?? '', width - GAP)
      // The last column ends at the margin, the others leave a gap.
      const end = at + width - (index === columns.length - 1 ? 0 : GAP)
      const start = isRight ? end - doc.widthOfString(text) : at
      doc.text(text, start, y + 3, { lineBreak: false })
    })
    x += width
  })
  doc.y = y + ROW
  doc.x = MARGIN
}

const printRow = (doc: Doc, table: Element, columns: Columns, row: Row): void => {
  const line = doc.struct('TR')
  table.add(line)
  printCells(doc, columns, row, (print) => line.add(doc.struct(row.isTitle ? 'TH' : 'TD', {}, print)))
}

/** The titles again at the top of a page; screen readers have read them. */
const repeatTitles = (doc: Doc, columns: Columns, titles: Row): void => {
  doc.markContent('Artifact', { type: 'Pagination' })
  printCells(doc, columns, titles, (print) => print())
  doc.endMarkedContent()
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
  const titles = { cells: columns.map(({ title }) => title), size, isTitle: true }
  ensureSpace(doc, 2 * ROW)
  printRow(doc, table, columns, titles)
  const printLine = (row: Row): void => {
    if (!hasSpace(doc, ROW)) {
      doc.addPage()
      repeatTitles(doc, columns, titles)
    }
    printRow(doc, table, columns, row)
  }
  for (const line of lines) printLine({ cells: columns.map(({ cell }) => cell(line)), size })
  if (columns.some(({ total }) => total !== undefined))
    printLine({ cells: columns.map(({ total = '' }) => total), size, isBold: true })
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
