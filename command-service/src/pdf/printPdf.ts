import { createRequire } from 'node:module'
import type PdfDocument from 'pdfkit'
import { writePdf, type PdfContent } from './writePdf.ts'

// The standard fonts of PDF know Western letters only, and people have other names.
const fontFile = createRequire(import.meta.url).resolve
export const REGULAR = fontFile('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')
export const BOLD = fontFile('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')

export type Doc = InstanceType<typeof PdfDocument>

export const heading = (doc: Doc, text: string, size = 12) =>
  doc.moveDown(0.8).font(BOLD).fontSize(size).fillColor('#111111').text(text).moveDown(0.2)
export const paragraph = (doc: Doc, text: string) =>
  doc.font(REGULAR).fontSize(9.5).fillColor('#222222').text(text, { lineGap: 2 }).moveDown(0.35)

const printFooters = (doc: Doc, footer: string) => {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page)
    const { margins, height } = doc.page
    const bottom = margins.bottom
    // Text below the margin would open another page.
    doc.page.margins.bottom = 0
    doc
      .font(REGULAR)
      .fontSize(7.5)
      .fillColor('#666666')
      .text(`${footer} · page ${page + 1} of ${count}`, margins.left, height - 36, { lineBreak: false })
    doc.page.margins.bottom = bottom
  }
}

export type PdfOptions = PdfContent &
  Readonly<{
    /** Printed at the foot of each page, with its number. */
    footer: string
  }>

/** An A4 document that `draw` fills. */
export const printPdf = ({ footer, ...content }: PdfOptions, draw: (doc: Doc) => void): Promise<Buffer> =>
  writePdf({ ...content, margin: 56 }, (doc) => {
    draw(doc)
    printFooters(doc, footer)
  })
