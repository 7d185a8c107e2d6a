import type { Attachment, ParsedMail, SimpleParserOptions } from 'mailparser'

/** Code points of HTML that are turned into text at most. */
const MAX_HTML_LENGTH = 2_000_000

/** An email as it arrived, with what is needed of it. */
export type InboundMail = Readonly<{
  /** Every value of a header, unfolded. */
  header: (name: string) => readonly string[]
  /** The text part, or the HTML as text; empty where there is neither. */
  text: string
  sentAt: Date | undefined
  attachments: readonly Pick<Attachment, 'filename' | 'contentType' | 'related' | 'content' | 'size'>[]
  raw: Buffer
}>

const readHeaders = ({ headerLines }: Pick<ParsedMail, 'headerLines'>) => {
  const values = new Map<string, string[]>()
  for (const { key, line } of headerLines) {
    const value = line
      .slice(line.indexOf(':') + 1)
      .replaceAll(/\s+/g, ' ')
      .trim()
    values.set(key, [...(values.get(key) ?? []), value])
  }
  return (name: string): readonly string[] => values.get(name) ?? []
}

const OPTIONS: SimpleParserOptions = {
  skipTextToHtml: true,
  skipImageLinks: true,
  checksumAlgo: false,
  maxHtmlLengthToParse: MAX_HTML_LENGTH,
}

/** Parses RFC 5322 mail. Any bytes are one: what makes no sense is left out. */
export const parseMail = async (raw: Buffer): Promise<InboundMail> => {
  // Loaded with the first email: most processes never receive one.
  const { simpleParser } = await import('mailparser')
  const parsed = await simpleParser(raw, OPTIONS)
  const { text = '', date, attachments } = parsed
  return { header: readHeaders(parsed), text, sentAt: date, attachments, raw }
}
