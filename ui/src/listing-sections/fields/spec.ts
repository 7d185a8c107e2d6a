import type { Fields } from '../saving/autosave.ts'

/** What decides whether a field is asked for: the values around it. */
type When = (values: Fields) => boolean
type Option = string | number

/**
 * One question of a form. Its words stand in i18n under the section's name,
 * `onboarding.fields.<section>.<name>`.
 */
export type Spec = Readonly<{ name: string; when?: When }> &
  (
    | Readonly<{ kind: 'line'; max: number; autoComplete?: string }>
    | Readonly<{ kind: 'text'; max: number }>
    | Readonly<{ kind: 'phone' }>
    | Readonly<{ kind: 'number' }>
    /** Minor units of the listing's currency. */
    | Readonly<{ kind: 'amount' }>
    | Readonly<{ kind: 'choice'; options: readonly string[] }>
    | Readonly<{ kind: 'select'; options: readonly string[] }>
    /** Days of the week when `days`. */
    | Readonly<{
        kind: 'several'
        options: readonly Option[]
        days?: true
        /** An empty list says that there is none. */ none?: true
      }>
    | Readonly<{ kind: 'yesNo' }>
    /** Only yes can be said. */
    | Readonly<{ kind: 'confirm' }>
    | Readonly<{ kind: 'date' }>
    | Readonly<{ kind: 'time' }>
    | Readonly<{ kind: 'file' }>
    | Readonly<{ kind: 'languages' }>
    | Readonly<{ kind: 'group'; fields: readonly Spec[]; inline?: true }>
    /** `item` one question: a list of its answers; several: a list of groups. */
    | Readonly<{ kind: 'list'; item: Spec | readonly Spec[]; max: number; none?: true }>
  )

export type FormCard = Readonly<{ key: string; fields: readonly Spec[] }>
