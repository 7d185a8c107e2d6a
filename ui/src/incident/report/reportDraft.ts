import { z } from 'zod'
import { defaultSeverity, SEVERITIES, zAuthorities, zIncidentCategory } from '@hearth/contracts/incident'
import { zLocalDate, zLocalTime } from '@hearth/contracts/kernel/dates'
import { zText } from '@hearth/contracts/kernel/text'
import { browserZone, wallClock } from '../../components/dates/localDate.ts'
import { keepDraft, readDraft } from '../../data/drafts.ts'

/** The name of the one report that a person writes at a time, and of its files. */
export const REPORT_DRAFT = 'report-incident'

const isSeverity = (text: string) => SEVERITIES.map(String).includes(text)

/** What the fields of the report hold. */
export const zReport = z.strictObject({
  listingId: z.string().min(1),
  bookingId: z.string().nullable(),
  category: z.string().pipe(zIncidentCategory),
  severity: z.string().refine(isSeverity),
  date: zLocalDate,
  time: zLocalTime,
  description: zText(20, 5_000),
  peopleHurt: z.string(),
  police: z.boolean(),
  fire: z.boolean(),
  reference: zAuthorities.shape.reference,
})
/** The same as it is kept, whole or not. */
const zValues = z.strictObject({
  ...zReport.shape,
  listingId: z.string(),
  category: z.string(),
  severity: z.string(),
  date: z.string(),
  time: z.string(),
  description: z.string(),
  reference: z.string().nullable(),
})
export type ReportValues = z.input<typeof zReport>

/** `key`: of the command that reports it, so that it is reported once. `sent`: the command was given. */
const zDraft = z.strictObject({
  key: z.string(),
  values: zValues,
  sent: z.strictObject({ account: z.string() }).nullable(),
})
export type ReportDraft = z.infer<typeof zDraft>

/** Now, on the clock of the listing. */
export const readClock = (zone: string): Pick<ReportValues, 'date' | 'time'> => {
  const { date, time } = wallClock(Date.now(), zone)
  return { date, time }
}

/** A new report; it happened now. */
export const createDraft = (listingId = ''): ReportDraft => ({
  key: crypto.randomUUID(),
  sent: null,
  values: {
    listingId,
    bookingId: null,
    category: '',
    severity: '',
    ...readClock(browserZone()),
    description: '',
    peopleHurt: 'no',
    police: false,
    fire: false,
    reference: null,
  },
})

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The draft of this browser; undefined where there is none, or one of an earlier console. */
export const readReport = (): ReportDraft | undefined => zDraft.safeParse(parse(readDraft(REPORT_DRAFT))).data
export const keepReport = (draft: ReportDraft): void => keepDraft(REPORT_DRAFT, JSON.stringify(draft))
export const forgetReport = (): void => keepDraft(REPORT_DRAFT, '')

/** The severity that the kind sets; undefined until a kind is chosen. */
export const severityOf = ({ category, peopleHurt }: Pick<ReportValues, 'category' | 'peopleHurt'>) => {
  const known = zIncidentCategory.safeParse(category).data
  return known === undefined ? undefined : defaultSeverity(known, peopleHurt === 'yes')
}
