import { REGULAR } from './printPdf.ts'
import { MARGIN, type Page } from './printTable.ts'

export type TaggedOptions = Readonly<{
  title: string
  /** The file’s dates come from its content, never from the clock, so that equal content gives equal bytes. */
  createdAt: Date
  layout?: 'portrait' | 'landscape'
  /** Printed at the foot of each page, with its number. */
  footer: string
}>

const printFooters = ({ doc }: Page, footer: string): void => {
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
      .text(`${footer} · page ${page + 1} of ${count}`, MARGIN, doc.page.height - 36, { lineBreak: false })
    doc.endMarkedContent()
  }
}

/** A PDF file, A4, tagged for screen readers, that `draw` fills. */
export const printTagged = async (
  { title, createdAt, layout = 'portrait', footer }: TaggedOptions,
  draw: (page: Page) => void,
): Promise<Buffer> => {
  // Loading it takes a fifth of the start of a process, and few processes print.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size: 'A4',
    layout,
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
      CreationDate: createdAt,
      ModDate: createdAt,
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
  draw(page)
  root.end()
  printFooters(page, footer)
  doc.end()
  return printed
}
