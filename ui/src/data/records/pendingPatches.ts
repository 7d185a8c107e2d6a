/**
 * Changes of this tab that are applied to every row until the read side has caught up, so that no screen
 * shows the old value again, however late a projection is and whichever read was running.
 */
type Pending = { patch: Readonly<Record<string, unknown>>; revision: number | null; until: number }
/** Limits how long a row is patched whose revision is never reported (the row of another stream). */
const LIFETIME_MS = 60_000

const pending = new Map<string, Pending>()
const rowKey = (resource: string, id: unknown) => `${resource}/${String(id)}`

export const holdPatch = (resource: string, id: unknown, patch: Pending['patch']) =>
  void pending.set(rowKey(resource, id), { patch, revision: null, until: Infinity })

/** The command was accepted: rows of this revision and later include the change. */
export const settlePatch = (resource: string, id: unknown, revision: number) => {
  const held = pending.get(rowKey(resource, id))
  if (held) pending.set(rowKey(resource, id), { ...held, revision, until: Date.now() + LIFETIME_MS })
}

export const dropPatch = (resource: string, id: unknown) => void pending.delete(rowKey(resource, id))

/** Forgets all patches when the session or account changes. */
export const forgetPatches = () => pending.clear()

type Row = { id?: unknown; revision?: unknown }
export const withPending = <T extends Row>(resource: string, row: T): T => {
  const key = rowKey(resource, row.id)
  const held = pending.get(key)
  if (!held) return row
  if ((held.revision !== null && Number(row.revision) >= held.revision) || held.until < Date.now()) {
    pending.delete(key)
    return row
  }
  return { ...row, ...held.patch }
}
