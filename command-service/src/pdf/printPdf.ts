import { createRequire } from 'node:module'
import type PdfDocument from 'pdfkit'

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

export type PdfOptions = Readonly<{
  title: string
  /** The file's dates come from its content, never from the clock, so that equal content gives equal bytes. */
  createdAt: Date
  /** Printed at the foot of each page, with its number. */
  footer: string
}>

/** An A4 document that `draw` fills. */
export const printPdf = async (
  { title, createdAt, footer }: PdfOptions,
  draw: (doc: Doc) => void,
): Promise<Buffer> => {
  // Loading it takes a fifth of the start of a process, and few processes print.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size: 'A4',
    margin: 56,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
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
  draw(doc)
  printFooters(doc, footer)
  doc.end()
  return printed
}
