import type { Claim } from '../../data/records/records.ts'
import { createStore } from '../../data/store.ts'

/**
 * A block as it will be once the read model has the command; `revision` is null until the command is
 * answered.
 */
export type PendingBlock = Readonly<{ key: string; row: Claim; revision: number | null; until: number }>
/** A row that is never read again must not be patched forever. */
const LIFETIME_MS = 60_000
const NEW = 'new:'

const store = createStore<readonly PendingBlock[]>([])

export const usePendingBlocks = () => store.use()

/** Shows a block immediately; a new one gets a temporary id. Returns the key to settle or drop it. */
export const holdBlock = (row: Claim): string => {
  const key = row.id === '' ? `${NEW}${crypto.randomUUID()}` : row.id
  const kept = store.get().filter((one) => one.key !== key && one.until > Date.now())
  store.set([...kept, { key, row: { ...row, id: key }, revision: null, until: Infinity }])
  return key
}

export const settleBlock = (key: string, id: string, revision: number) =>
  store.set(
    store
      .get()
      .map((one) =>
        one.key === key
          ? { key: id, row: { ...one.row, id }, revision, until: Date.now() + LIFETIME_MS }
          : one,
      ),
  )

export const dropBlock = (key: string) => store.set(store.get().filter((one) => one.key !== key))

/** A block whose command has not been answered has no page yet. */
export const isNew = (id: string) => id.startsWith(NEW)

const isSame = (a: Claim, b: Claim) =>
  a.listingId === b.listingId && a.kind === b.kind && a.start === b.start && a.end === b.end

/**
 * The read model is up to date: it has reached the command, or shows a new block before the answer arrives.
 */
const isShown = ({ row, revision }: PendingBlock, read: readonly Claim[]) =>
  revision === null
    ? isNew(row.id) && read.some((one) => one.state !== 'released' && isSame(one, row))
    : read.some((one) => one.id === row.id && one.revision >= revision)

/** The rows with this tab's pending changes applied until the read model has caught up. Pure. */
export const withPendingBlocks = (
  read: readonly Claim[],
  pending: readonly PendingBlock[],
  now = Date.now(),
): readonly Claim[] => {
  const applied = pending.filter((one) => one.until > now && !isShown(one, read))
  if (applied.length === 0) return read
  const ids = new Set(applied.map(({ row }) => row.id))
  return [...read.filter(({ id }) => !ids.has(id)), ...applied.map(({ row }) => row)]
}
