import { REGULAR, type PdfOptions } from './printPdf.ts'
import { MARGIN, type Page } from './printTable.ts'
import { writePdf } from './writePdf.ts'

export type TaggedOptions = PdfOptions & Readonly<{ layout?: 'portrait' | 'landscape' }>

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
export const printTagged = (
  { layout = 'portrait', footer, ...content }: TaggedOptions,
  draw: (page: Page) => void,
): Promise<Buffer> =>
  writePdf({ ...content, layout, margin: MARGIN, pdfVersion: '1.7', tagged: true }, (doc) => {
    const root = doc.struct('Document')
    doc.addStructure(root)
    const page = { doc, root }
    draw(page)
    root.end()
    printFooters(page, footer)
  })
