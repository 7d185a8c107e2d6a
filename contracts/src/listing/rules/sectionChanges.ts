import { KEYED_FIELDS, PERSONAL_FIELDS, type SectionName } from '../sections/sections.ts'

export type Fields = Readonly<Record<string, unknown>>
/** Changed fields only; null: not answered. */
export type Change = Readonly<{ before: Fields; after: Fields }>
/** A change as events carry it: personal fields apart, as text when they cannot be read. */
export type StoredChange = Change &
  Readonly<{ personalBefore: Fields | string | null; personalAfter: Fields | string | null }>
/** One answer of a section: a field, or a key of a keyed field. */
export type Answer = Readonly<{ field: string; key: string | null; value: unknown }>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const sorted = (_name: string, value: unknown) =>
  isFields(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value
/**
 * Whether two answers are the same; not answered and null are, the order of an object's fields says nothing.
 */
export const isSameAnswer = (a: unknown, b: unknown) =>
  JSON.stringify(a ?? null, sorted) === JSON.stringify(b ?? null, sorted)

const isKeyed = (section: SectionName, field: string) => KEYED_FIELDS[section]?.includes(field) ?? false

/** What fields say, one by one. A keyed field that is null says that each key of `known` is taken back. */
export const readAnswers = (section: SectionName, fields: Fields, known: Fields = {}): readonly Answer[] =>
  Object.entries(fields).flatMap(([field, value]): readonly Answer[] => {
    if (value === undefined) return []
    if (!isKeyed(section, field)) return [{ field, key: null, value }]
    if (isFields(value))
      return Object.entries(value).flatMap(([key, each]) =>
        each === undefined ? [] : [{ field, key, value: each }],
      )
    return Object.keys(isFields(known[field]) ? known[field] : {}).map((key) => ({ field, key, value: null }))
  })

/** The name of an answer in `fieldVersions` and, behind a slash, in pointers. */
export const formatPath = ({ field, key }: Pick<Answer, 'field' | 'key'>) =>
  key === null ? field : `${field}/${key}`

export const answerAt = (values: Fields, { field, key }: Pick<Answer, 'field' | 'key'>): unknown => {
  const value = values[field]
  return (key === null ? value : isFields(value) ? value[key] : null) ?? null
}

/** The values with these answers in them; what is null goes away. */
export const withAnswers = (values: Fields, answers: readonly Answer[]): Fields =>
  answers.reduce<Fields>((all, { field, key, value }) => {
    const { [field]: old, ...others } = all
    if (key === null) return value === null ? others : { ...others, [field]: value }
    const { [key]: _former, ...keys } = isFields(old) ? old : {}
    const next = value === null ? keys : { ...keys, [key]: value }
    return Object.keys(next).length === 0 ? others : { ...others, [field]: next }
  }, values)

const toFields = (answers: readonly Answer[]): Fields =>
  answers.reduce<Record<string, unknown>>(
    (fields, { field, key, value }) => ({
      ...fields,
      [field]: key === null ? value : { ...(fields[field] as Fields | undefined), [key]: value },
    }),
    {},
  )

/** What becomes different when these answers are given; undefined: nothing. */
export const changeBy = (values: Fields, answers: readonly Answer[]): Change | undefined => {
  const changed = answers.filter((answer) => !isSameAnswer(answerAt(values, answer), answer.value))
  if (changed.length === 0) return undefined
  return {
    before: toFields(changed.map((answer) => ({ ...answer, value: answerAt(values, answer) }))),
    after: toFields(changed),
  }
}

/** The answers that lead from these values to those: the way back to an older version. */
export const answersBetween = (section: SectionName, from: Fields, to: Fields): readonly Answer[] => [
  ...readAnswers(section, from)
    .filter((answer) => answerAt(to, answer) === null)
    .map((answer) => ({ ...answer, value: null })),
  ...readAnswers(section, to),
]

const split = (section: SectionName, fields: Fields) => {
  const personal = PERSONAL_FIELDS[section] ?? []
  const part = (isPersonal: boolean) =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => personal.includes(field) === isPersonal))
  const own = part(true)
  return [part(false), Object.keys(own).length === 0 ? null : own] as const
}

/** Personal fields lie apart in events, so that they are sealed. */
export const toStored = (section: SectionName, { before, after }: Change): StoredChange => {
  const [openBefore, personalBefore] = split(section, before)
  const [openAfter, personalAfter] = split(section, after)
  return { before: openBefore, after: openAfter, personalBefore, personalAfter }
}

/** The change of an event, whole; personal fields that cannot be read are left out. */
export const fromStored = ({ before, after, personalBefore, personalAfter }: StoredChange): Change => ({
  before: { ...before, ...(isFields(personalBefore) ? personalBefore : {}) },
  after: { ...after, ...(isFields(personalAfter) ? personalAfter : {}) },
})

type Contents = Readonly<Partial<Record<SectionName, Fields>>>

/** What a draft begins with, as its event carries it. */
export const toDrafted = (sections: Contents): Readonly<{ sections: Contents; personal: Contents }> => {
  const parts = (Object.entries(sections) as [SectionName, Fields][]).map(
    ([section, fields]) => [section, split(section, fields)] as const,
  )
  return {
    sections: Object.fromEntries(parts.map(([section, [open]]) => [section, open])),
    personal: Object.fromEntries(
      parts.flatMap(([section, [, personal]]) => (personal === null ? [] : [[section, personal]])),
    ),
  }
}

/** What a draft begins with, whole; personal fields that cannot be read are left out. */
export const draftedSections = ({
  sections,
  personal,
}: Readonly<{ sections: Contents; personal: Contents | string }>): Contents =>
  Object.fromEntries(
    (Object.entries(sections) as [SectionName, Fields][]).map(([section, fields]) => [
      section,
      { ...fields, ...(typeof personal === 'string' ? {} : personal[section]) },
    ]),
  )
