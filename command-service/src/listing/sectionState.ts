import {
  changeBy,
  formatPath,
  PERSONAL_FIELDS,
  readAnswers,
  withAnswers,
  type Change,
  type Fields,
  type SectionName,
} from '@hearth/contracts/listing'

export type Changer = Readonly<{ id: string; kind: 'host' | 'staff' | 'service' }>
/** A section's values, who last changed each answer, and what undoes each version. */
export type SectionState = Readonly<{
  version: number
  values: Fields
  changes: Readonly<Record<string, Readonly<{ version: number; by: Changer }>>>
  befores: readonly Readonly<{ version: number; before: Fields }>[]
}>
export type SectionStates = Readonly<Partial<Record<SectionName, SectionState>>>

export const UNTOUCHED: SectionState = { version: 0, values: {}, changes: {}, befores: [] }

/** A section after its next change. */
export const changeSectionState = (
  section: SectionName,
  old: SectionState,
  change: Change,
  by: Changer,
): SectionState => {
  const version = old.version + 1
  const answers = readAnswers(section, change.after)
  return {
    version,
    values: withAnswers(old.values, answers),
    changes: {
      ...old.changes,
      ...Object.fromEntries(answers.map((answer) => [formatPath(answer), { version, by }])),
    },
    befores: [...old.befores, { version, before: change.before }],
  }
}

/** The first version of each section that has values. */
export const createSections = (
  values: Readonly<Partial<Record<SectionName, Fields>>>,
  by: Changer,
): SectionStates =>
  Object.fromEntries(
    (Object.entries(values) as [SectionName, Fields][]).flatMap(([section, fields]) => {
      const change = changeBy({}, readAnswers(section, fields))
      return change === undefined ? [] : [[section, changeSectionState(section, UNTOUCHED, change, by)]]
    }),
  )

const dropPersonalFields = (section: SectionName, known: SectionState): SectionState => {
  const open = (fields: Fields): Fields =>
    Object.fromEntries(
      Object.entries(fields).filter(([field]) => !(PERSONAL_FIELDS[section] ?? []).includes(field)),
    )
  return {
    ...known,
    values: open(known.values),
    befores: known.befores.map(({ version, before }) => ({ version, before: open(before) })),
  }
}

/** All sections without the fields that hold personal data. */
export const erasePersonalFields = (sections: SectionStates): SectionStates =>
  Object.fromEntries(
    (Object.entries(sections) as [SectionName, SectionState][]).map(([section, state]) => [
      section,
      dropPersonalFields(section, state),
    ]),
  )
