import type { Fields } from '../saving/autosave.ts'

/** Decides from the other values whether a field is shown. */
type When = (values: Fields) => boolean
type Option = string | number

/**
 * One question of a form. Its texts are in i18n under the section's name,
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
        /** An empty list is an answer: there are none. */
        none?: true
      }>
    | Readonly<{ kind: 'yesNo' }>
    /** Can only be answered with yes. */
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
