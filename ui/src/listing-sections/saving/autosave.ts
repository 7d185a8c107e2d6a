import { hashKey } from '@tanstack/react-query'

export type Fields = Readonly<Record<string, unknown>>
/** A section as the server shows it; `version` counts its changes. */
export type Known = Readonly<{ version: number; values: Fields }>
/**
 * A change that is not being sent yet. `base`: the version that the person saw; null while an earlier change
 * of the same field is being sent.
 */
type Change = Readonly<{ value: unknown; base: number | null }>
type Sending = Readonly<{ key: string; baseVersion: number; fields: Fields }>
/** Another person changed the field to `theirs`, as seen in `version`; the person has to choose. */
export type Conflict = Readonly<{ theirs: unknown; changedBy: string | null; version: number }>
export type Draft = Readonly<{
  changes: Readonly<Record<string, Change>>
  sending: Sending | null
  conflicts: Readonly<Record<string, Conflict>>
  /** The server's reason for refusing the field, which is not sent again until it is changed. */
  refusals: Readonly<Record<string, string>>
}>

export const NO_DRAFT: Draft = { changes: {}, sending: null, conflicts: {}, refusals: {} }

/** Equal as JSON, whatever the order of names. */
export const same = (a: unknown, b: unknown) => hashKey([a ?? null]) === hashKey([b ?? null])
const without = <T>(
  record: Readonly<Record<string, T>>,
  names: readonly string[],
): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))

/** Whether the server has every change. */
export const isSaved = ({ changes, sending }: Draft) => sending === null && Object.keys(changes).length === 0

/** What the person sees: their own values over the server's. */
export const shown = ({ values }: Known, { changes, sending }: Draft): Fields => ({
  ...values,
  ...sending?.fields,
  ...Object.fromEntries(Object.entries(changes).map(([name, { value }]) => [name, value])),
})

export const edit = (draft: Draft, known: Known, name: string, value: unknown): Draft => {
  const before = draft.changes[name]
  const underway = draft.sending !== null && name in draft.sending.fields
  const refusals = without(draft.refusals, [name])
  if (!underway && same(value, known.values[name]))
    return {
      ...draft,
      changes: without(draft.changes, [name]),
      conflicts: without(draft.conflicts, [name]),
      refusals,
    }
  if (underway && same(value, draft.sending?.fields[name]))
    return { ...draft, changes: without(draft.changes, [name]), refusals }
  return {
    ...draft,
    changes: {
      ...draft.changes,
      [name]: { value, base: before === undefined ? (underway ? null : known.version) : before.base },
    },
    refusals,
  }
}

/** The value as it is stored, or undefined where it is invalid. */
export type Check = (name: string, value: unknown) => unknown

/**
 * Takes what can be sent now: fields of one base version, none that is invalid, refused or in conflict.
 * Returns the same draft if there is nothing.
 */
export const begin = (draft: Draft, check: Check, key: string): Draft => {
  if (draft.sending !== null) return draft
  const ready = Object.entries(draft.changes).flatMap(([name, { value, base }]) => {
    const stored =
      base === null || name in draft.conflicts || name in draft.refusals ? undefined : check(name, value)
    return stored === undefined || base === null ? [] : [{ name, stored, base }]
  })
  const baseVersion = Math.min(...ready.map(({ base }) => base))
  const taken = ready.filter(({ base }) => base === baseVersion)
  if (taken.length === 0) return draft
  return {
    ...draft,
    changes: without(
      draft.changes,
      taken.map(({ name }) => name),
    ),
    sending: {
      key,
      baseVersion,
      fields: Object.fromEntries(taken.map(({ name, stored }) => [name, stored])),
    },
  }
}

/** The server accepted the change and shows it in `known`; values typed in the meantime are based on that. */
export const acknowledged = (draft: Draft, known: Known): Draft => {
  const { sending } = draft
  if (sending === null) return draft
  const changes = Object.fromEntries(
    Object.entries(draft.changes).map(([name, change]) => {
      if (change.base !== null) return [name, change]
      // The server shows another value than was sent: another person changed it afterwards. The older base
      // lets the server detect the conflict.
      return [
        name,
        {
          ...change,
          base: same(known.values[name], sending.fields[name]) ? known.version : sending.baseVersion,
        },
      ]
    }),
  )
  return refreshed({ ...draft, changes, sending: null }, known)
}

/** The server shows a newer version. Changes that it already shows are dropped. */
export const refreshed = (draft: Draft, known: Known): Draft => {
  const stale = (name: string) =>
    draft.changes[name]?.base !== null && same(known.values[name], draft.changes[name]?.value)
  const settled = Object.keys(draft.changes).filter(stale)
  const conflicts = Object.fromEntries(
    Object.entries(without(draft.conflicts, settled)).map(([name, conflict]) => [
      name,
      known.version > conflict.version
        ? { ...conflict, theirs: known.values[name] ?? null, version: known.version }
        : conflict,
    ]),
  )
  return { ...draft, changes: without(draft.changes, settled), conflicts }
}

/** After a refusal, what was sent becomes unsent again, except where a newer value was typed. */
export const restoreUnsent = (draft: Draft): Draft => {
  const { sending } = draft
  if (sending === null) return draft
  const sent = Object.fromEntries(
    Object.entries(sending.fields).map(([name, value]) => [name, { value, base: sending.baseVersion }]),
  )
  const newer = Object.fromEntries(
    Object.entries(draft.changes).map(([name, change]) => [
      name,
      { ...change, base: change.base ?? sending.baseVersion },
    ]),
  )
  return { ...draft, changes: { ...sent, ...newer }, sending: null }
}

export const conflicted = (draft: Draft, found: readonly Readonly<{ name: string } & Conflict>[]): Draft => {
  const back = restoreUnsent(draft)
  return {
    ...back,
    conflicts: {
      ...back.conflicts,
      ...Object.fromEntries(
        found.flatMap(({ name, ...conflict }) => (name in back.changes ? [[name, conflict]] : [])),
      ),
    },
  }
}

/** Keeps the reasons at their fields; a field that was edited in the meantime is sent again. */
export const refused = (draft: Draft, reasons: Readonly<Record<string, string>>): Draft => {
  const known = Object.entries(reasons).filter(
    ([name]) => draft.sending !== null && name in draft.sending.fields && !(name in draft.changes),
  )
  return { ...restoreUnsent(draft), refusals: { ...draft.refusals, ...Object.fromEntries(known) } }
}

/** Resolves a conflict: `theirs` drops the change, `mine` is sent over the value that was shown. */
export const choose = (draft: Draft, name: string, choice: 'mine' | 'theirs'): Draft => {
  const conflict = draft.conflicts[name]
  const change = draft.changes[name]
  if (conflict === undefined) return draft
  const conflicts = without(draft.conflicts, [name])
  if (choice === 'theirs' || change === undefined)
    return { ...draft, conflicts, changes: without(draft.changes, [name]) }
  return { ...draft, conflicts, changes: { ...draft.changes, [name]: { ...change, base: conflict.version } } }
}
