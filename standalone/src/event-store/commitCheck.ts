import { type Expected, noEvents, type Position, type Revision } from './model.ts'
import type { StreamView } from './streamView.ts'

/** The place where an event id was written. */
export type Written = Readonly<{ id: string; revision: Revision; position: Position }>

/** Ids already in this stream: by id out of the recent window, by revision out of the log at any age. */
export type KnownIds = Readonly<{
  byId: (id: string) => Written | undefined
  at: (revision: Revision) => Written | undefined
}>

export type CommitDecision =
  | Readonly<{ kind: 'write' }>
  | Readonly<{ kind: 'already-written'; revision: Revision; position: Position }>
  | Readonly<{ kind: 'wrong-version' }>
  | Readonly<{ kind: 'deleted' }>

const alreadyWritten = (last: Written): CommitDecision => ({
  kind: 'already-written',
  revision: last.revision,
  position: last.position,
})

/** All ids known: a repeat. None of them: new. Only the first ones: the caller mixes old and new events. */
const compareWithWindow = (ids: readonly string[], known: KnownIds): CommitDecision => {
  let last: Written | undefined
  for (const id of ids) {
    const written = known.byId(id)
    if (!written) return last ? { kind: 'wrong-version' } : { kind: 'write' }
    last = written
  }
  return last ? alreadyWritten(last) : { kind: 'write' }
}

/** The caller is behind: it repeats its own write at this revision, or another writer was faster. */
const compareWithLog = (
  view: StreamView,
  expected: Revision,
  ids: readonly string[],
  known: KnownIds,
): CommitDecision => {
  let last: Written | undefined
  for (const [index, id] of ids.entries()) {
    const written = known.at(expected + 1n + BigInt(index))
    if (written?.id !== id) {
      const recreates = index === 0 && expected === noEvents && view.softDeleted
      return recreates ? { kind: 'write' } : { kind: 'wrong-version' }
    }
    last = written
  }
  return last ? alreadyWritten(last) : { kind: 'wrong-version' }
}

/** Decides about one write by the rules of EventStoreDB (docs/domain/event-store.md#appending). */
export const checkCommit = (
  view: StreamView,
  expected: Expected,
  ids: readonly string[],
  known: KnownIds,
): CommitDecision => {
  if (view.tombstoned) return { kind: 'deleted' }
  if (expected === 'stream_exists') {
    if (view.softDeleted) return { kind: 'deleted' }
    if (view.lastRevision === noEvents && !view.hasMetadata) return { kind: 'wrong-version' }
  }
  if (expected === 'any' || expected === 'stream_exists') return compareWithWindow(ids, known)
  const expectedRevision = expected === 'no_stream' ? noEvents : expected
  if (expectedRevision === view.lastRevision) return { kind: 'write' }
  if (expectedRevision > view.lastRevision) return { kind: 'wrong-version' }
  return compareWithLog(view, expectedRevision, ids, known)
}
