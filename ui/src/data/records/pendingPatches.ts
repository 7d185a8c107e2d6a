/**
 * What this tab changed, laid over every row read until the read side has caught up with it: no screen ever
 * flips back, however late a projection is and whichever read was under way.
 */
type Pending = { patch: Readonly<Record<string, unknown>>; revision: number | null; until: number }
/** A row that never reports the revision (another stream's) must not stay patched for ever. */
const LIFETIME_MS = 60_000

const pending = new Map<string, Pending>()
const keyOf = (resource: string, id: unknown) => `${resource}/${String(id)}`

export const holdPatch = (resource: string, id: unknown, patch: Pending['patch']) =>
  void pending.set(keyOf(resource, id), { patch, revision: null, until: Infinity })

/** The command was accepted: from this revision on the read side knows by itself. */
export const settlePatch = (resource: string, id: unknown, revision: number) => {
  const held = pending.get(keyOf(resource, id))
  if (held) pending.set(keyOf(resource, id), { ...held, revision, until: Date.now() + LIFETIME_MS })
}

export const dropPatch = (resource: string, id: unknown) => void pending.delete(keyOf(resource, id))

/** For another session or account. */
export const forgetPatches = () => pending.clear()

type Row = { id?: unknown; revision?: unknown }
export const withPending = <T extends Row>(resource: string, row: T): T => {
  const key = keyOf(resource, row.id)
  const held = pending.get(key)
  if (!held) return row
  if ((held.revision !== null && Number(row.revision) >= held.revision) || held.until < Date.now()) {
    pending.delete(key)
    return row
  }
  return { ...row, ...held.patch }
}
