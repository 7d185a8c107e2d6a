import { ANSWER_ABOVE } from './composeMail.ts'

/** Code points that are read; history is at the end. */
const MAX_LENGTH = 100_000
const MAX_ATTRIBUTION_LINES = 4
const MAX_ATTRIBUTION_LENGTH = 500

const QUOTED = /^\s*>/
const MARKER = ANSWER_ABOVE.replaceAll(/^[- ]+|[- ]+$/g, '')

/** “On Friday, Ana wrote:” as common mail programs write it, over several lines if it is long. */
const ATTRIBUTIONS: readonly RegExp[] = [
  /^On\s.*\swrote\s?:$/i,
  /^Le\s.*\sécrit\s?:$/i,
  /^El\s.*\sescribió\s?:$/i,
  /^Il\s.*\sscritto\s?:$/i,
  /^Em\s.*\sescreveu\s?:$/i,
  /^Am\s.*\sschrieb\s.*:$/i,
  /^Op\s.*\sschreef\s.*:$/i,
  /^Den\s.*\sskrev\s.*:$/i,
]
/** The same without a word at its beginning, so on one line only. */
const SHORT_ATTRIBUTIONS: readonly RegExp[] = [
  /\snapisał(?:\(a\))?\s?:$/i,
  /\skirjoitti\s?:$/i,
  /(?:写道|のメッセージ|작성)\s?[:：]$/,
  /<[^<>\s]+@[^<>\s]+>(?:\s\w+)?\s?:$/,
]

/** Lines of Outlook above what it quotes without a mark: `From:`, and two of the others soon after. */
const FROM_LINE = /^\*?(?:From|Von|De|Da|Van|Från|Fra|Od|差出人|发件人)\*?\s?[:：]/i
const HEADER_LINE =
  /^\*?(?:Sent|Date|To|Cc|Subject|Gesendet|Datum|An|Betreff|Envoyé|À|Objet|Enviado|Para|Asunto|Assunto|Inviato|A|Oggetto|Verzonden|Aan|Onderwerp|Skickat|Till|Ämne|Sendt|Til|Emne|Wysłano|Do|Temat)\*?\s?[:：]/i
const HEADERS_WITHIN = 7

const ORIGINAL_MESSAGE =
  /^-{2,}\s?(?:Original Message|Original Appointment|Ursprüngliche Nachricht|Message d['’]origine|Mensaje original|Mensagem original|Messaggio originale|Oorspronkelijk bericht)\s?-{2,}$/i
const SEPARATOR = /^[_-]{5,}$/

type Lines = readonly string[]

const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === ''

const matchesOne = (text: string, patterns: readonly RegExp[]): boolean =>
  patterns.some((pattern) => pattern.test(text))

/** How many lines from here on say who wrote what is quoted below them; 0 for other lines. */
const countAttribution = (lines: Lines, start: number): number => {
  let joined = ''
  for (let count = 1; count <= MAX_ATTRIBUTION_LINES; count += 1) {
    const line = lines[start + count - 1]
    if (line === undefined || isBlank(line) || QUOTED.test(line)) return 0
    joined = `${joined} ${line.trim()}`.trim()
    if (joined.length > MAX_ATTRIBUTION_LENGTH) return 0
    if (!matchesOne(joined, ATTRIBUTIONS) && !(count === 1 && matchesOne(joined, SHORT_ATTRIBUTIONS)))
      continue
    const next = lines.slice(start + count, start + count + 3).find((following) => !isBlank(following))
    return next !== undefined && (QUOTED.test(next) || next.includes(MARKER)) ? count : 0
  }
  return 0
}

/** Whether everything from this line on is history that has no marks of its own. */
const startsHistory = (lines: Lines, index: number): boolean => {
  const line = lines[index]?.trim() ?? ''
  if (line.includes(MARKER)) return !QUOTED.test(line)
  if (ORIGINAL_MESSAGE.test(line)) return true
  if (!FROM_LINE.test(line)) return false
  const following = lines.slice(index + 1, index + HEADERS_WITHIN)
  return following.filter((next) => HEADER_LINE.test(next.trim())).length >= 2
}

const trimEnd = (lines: string[]): string[] => {
  while (lines.length > 0 && (isBlank(lines.at(-1)) || SEPARATOR.test(lines.at(-1)?.trim() ?? '')))
    lines.pop()
  return lines
}

/**
 * What the guest wrote in an email, without the history that mail programs add. Lines between quoted ones stay,
 * and so does whatever is not known to be history (docs/decisions/0067-quoted-history.md).
 */
export const readReply = (text: string): string => {
  const lines = text.slice(0, MAX_LENGTH).split(/\r\n?|\n/)
  const written: string[] = []
  for (let index = 0; index < lines.length && !startsHistory(lines, index);) {
    const attribution = countAttribution(lines, index)
    const line = lines[index] ?? ''
    if (attribution === 0 && !QUOTED.test(line)) written.push(line)
    index += Math.max(1, attribution)
  }
  return (written.length === lines.length ? written : trimEnd(written)).join('\n').trim()
}
