import type { ListingStatus, SafetyLoss } from '../resource.ts'
import type { SectionName } from '../sections/sections.ts'
import { answerAt, readAnswers, formatPath, type Answer, type Change, type Fields } from './sectionChanges.ts'

/** Guests have booked it as it was. */
const WATCHED: readonly ListingStatus[] = ['live', 'paused', 'suspended']
const AMENITIES: readonly string[] = [
  'smoke_alarm',
  'co_alarm',
  'fire_extinguisher',
  'fire_blanket',
  'first_aid',
  'emergency_exit_plan',
]
const COUNTED: readonly string[] = ['smokeAlarms', 'coAlarms']
const PROMISED: readonly string[] = [
  'extinguisherPlace',
  'firstAidPlace',
  'exitsNote',
  'camerasDisclosed',
  'noWeapons',
]

/** How much of it there is; null: it says nothing of safety. */
const measureSafety = (section: SectionName, { field, key }: Answer, value: unknown): number | null => {
  if (section === 'amenities')
    return field === 'answers' && AMENITIES.includes(key ?? '') ? Number(value === 'yes') : null
  if (section !== 'safety') return null
  if (COUNTED.includes(field)) return typeof value === 'number' ? value : 0
  return PROMISED.includes(field) ? Number(value !== null && value !== undefined && value !== false) : null
}

const only = ({ field, key }: Answer, value: unknown): Fields => ({
  [field]: key === null ? value : { [key]: value },
})
const isAbout = (loss: SafetyLoss, section: SectionName, answer: Answer) =>
  loss.section === section &&
  readAnswers(section, loss.after).some((lost) => formatPath(lost) === formatPath(answer))

/**
 * What a live listing has lost in safety after a change; what is restored does not count. It is a task for
 * staff (docs/domain/listing.md#safety).
 */
export const safetyLossesAfter = (
  status: ListingStatus,
  losses: readonly SafetyLoss[],
  section: SectionName,
  { before, after }: Change,
): SafetyLoss[] => {
  if (!WATCHED.includes(status) || (section !== 'safety' && section !== 'amenities')) return [...losses]
  return readAnswers(section, after).reduce<SafetyLoss[]>(
    (all, answer) => {
      if (measureSafety(section, answer, answer.value) === null) return all
      const known = all.find((loss) => isAbout(loss, section, answer))
      const was = answerAt(known?.before ?? before, answer)
      const others = all.filter((loss) => loss !== known)
      const isLess =
        (measureSafety(section, answer, answer.value) ?? 0) < (measureSafety(section, answer, was) ?? 0)
      return isLess
        ? [...others, { section, before: only(answer, was), after: only(answer, answer.value) }]
        : others
    },
    [...losses],
  )
}
