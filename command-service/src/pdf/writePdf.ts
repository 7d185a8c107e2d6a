import type PdfDocument from 'pdfkit'

export type PdfContent = Readonly<{
  title: string
  /** The file's dates come from its content, never from the clock, so that equal content gives equal bytes. */
  createdAt: Date
}>

/** The bytes of an A4 document that `draw` fills. */
export const writePdf = async (
  { title, createdAt, ...layout }: PdfContent & NonNullable<ConstructorParameters<typeof PdfDocument>[0]>,
  draw: (doc: InstanceType<typeof PdfDocument>) => void,
): Promise<Buffer> => {
  // Loading it takes a fifth of the start of a process, and few processes print.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    ...layout,
    size: 'A4',
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
  const written = new Promise<Buffer>((resolve, reject) =>
    doc
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', reject),
  )
  draw(doc)
  doc.end()
  return written
}
