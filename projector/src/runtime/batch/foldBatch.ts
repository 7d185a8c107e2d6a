import type { RecordedEvent } from '@hearth/contracts/kernel/message'
import { givesRevision, type Projection, type Row } from '@hearth/contracts/kernel/projection'
import type { Recorded } from '@hearth/platform/event-store/port'

/** An event, as the log has it and opened, and the ids of the rows it touches, or why it cannot be read. */
export type Entry = Readonly<{
  recorded: Recorded
  event: RecordedEvent
  keys: readonly string[]
  error?: Error
}>

export type RowKey = Readonly<{ tenantId: string; id: string }>

/**
 * A row before and after a batch: `before` undefined when it is new, `row` undefined when it is to be
 * deleted. Position and time are those of the last event that touched it, and so is the revision, which
 * undefined leaves as it is (`givesRevision`).
 */
export type Change = RowKey &
  Readonly<{
    before: Row | undefined
    row: Row | undefined
    revision: bigint | undefined
    commit: bigint
    at: string
  }>

/** Thrown when a fold or its event is wrong: repeating it cannot help. */
export class FoldError extends Error {
  override name = 'FoldError'
  readonly event: RecordedEvent
  constructor(event: RecordedEvent, trouble: string, options?: ErrorOptions) {
    super(`${event.type} ${trouble}`, options)
    this.event = event
  }
}

/** Rows belong to the tenant of the event; equal ids of two tenants are two rows. */
export const formatRowName = ({ tenantId, id }: RowKey) => `${tenantId}\n${id}`

export const readTenantId = (event: RecordedEvent): string => {
  const tenantId = event.metadata['tenantId']
  if (tenantId === undefined || tenantId === '') throw new FoldError(event, 'names no tenant')
  return tenantId
}

/** The distinct rows that a batch touches. */
export const listRowKeys = (entries: readonly Entry[]): readonly RowKey[] => {
  const found = new Map<string, RowKey>()
  for (const { event, keys, error } of entries) {
    if (error) throw new FoldError(event, 'cannot be read', { cause: error })
    const tenantId = readTenantId(event)
    for (const id of keys) found.set(formatRowName({ tenantId, id }), { tenantId, id })
  }
  return [...found.values()]
}

const foldOne = (
  { fold }: Pick<Projection, 'fold'>,
  row: Row | undefined,
  event: RecordedEvent,
  id: string,
): Row | undefined => {
  try {
    const folded = fold(row, event, id)
    if (folded && folded['id'] !== id) throw new Error(`The row for key ${id} has id ${String(folded['id'])}`)
    return folded
  } catch (cause) {
    throw new FoldError(event, 'cannot be folded', { cause })
  }
}

// Any order will do as long as all writers keep it: who locks rows in one order never deadlocks.
const byKey = (a: RowKey, b: RowKey) =>
  a.tenantId < b.tenantId ? -1 : a.tenantId > b.tenantId ? 1 : a.id < b.id ? -1 : 1

/**
 * Folds a batch over the rows it touches, purely and in the order of events; one change per row, sorted by
 * key.
 */
export const foldBatch = (
  projection: Pick<Projection, 'fold' | 'erasesTexts'>,
  current: ReadonlyMap<string, Row>,
  entries: readonly Entry[],
): readonly Change[] => {
  const changes = new Map<string, Change>()
  for (const { event, keys } of entries) {
    const tenantId = readTenantId(event)
    for (const id of keys) {
      const name = formatRowName({ tenantId, id })
      const known = changes.get(name)
      const before = current.get(name)
      const row = foldOne(projection, known ? known.row : before, event, id)
      changes.set(name, {
        tenantId,
        id,
        before,
        row,
        revision: givesRevision(projection, event) ? event.revision : known?.revision,
        commit: event.position.commit,
        at: event.recordedAt,
      })
    }
  }
  return [...changes.values()].toSorted(byKey)
}
