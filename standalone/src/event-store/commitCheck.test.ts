import { describe, expect, it } from 'vitest'
import { checkCommit, type CommitDecision, type KnownIds, type Written } from './commitCheck.ts'
import { type Expected, noEvents, type Revision, tombstoneRevision } from './model.ts'
import type { StreamView } from './streamView.ts'

const at = (revision: Revision): Written => ({ id: `id-${revision}`, revision, position: 100n + revision })

/** A stream whose events have ids id-0, id-1, …; those below `windowFrom` have left the memory window. */
const known = (lastRevision: Revision, windowFrom = 0n): KnownIds => ({
  byId: (id) => {
    const revision = id.startsWith('id-') ? BigInt(id.slice(3)) : noEvents
    return revision >= windowFrom && revision <= lastRevision ? at(revision) : undefined
  },
  at: (revision) => (revision >= 0n && revision <= lastRevision ? at(revision) : undefined),
})

const view = (lastRevision: Revision, changes: Partial<StreamView> = {}): StreamView => ({
  lastRevision,
  tombstoned: false,
  softDeleted: false,
  hasMetadata: false,
  metadataText: undefined,
  retention: {},
  ...changes,
})

const write: CommitDecision = { kind: 'write' }
const wrong: CommitDecision = { kind: 'wrong-version' }
const deleted: CommitDecision = { kind: 'deleted' }
const repeat = (revision: Revision): CommitDecision => ({
  kind: 'already-written',
  revision,
  position: 100n + revision,
})

const tombstoned = view(tombstoneRevision, { tombstoned: true })
const softDeleted = view(4n, { softDeleted: true, hasMetadata: true })

type Case = [what: string, view: StreamView, expected: Expected, ids: string[], decision: CommitDecision]

const cases: Case[] = [
  ['a new stream, no_stream', view(noEvents), 'no_stream', ['a'], write],
  ['a new stream, any', view(noEvents), 'any', ['a'], write],
  ['a new stream, stream_exists', view(noEvents), 'stream_exists', ['a'], wrong],
  [
    'a stream with metadata only, stream_exists',
    view(noEvents, { hasMetadata: true }),
    'stream_exists',
    ['a'],
    write,
  ],
  ['a new stream, revision 0', view(noEvents), 0n, ['a'], wrong],
  ['an existing stream, its revision', view(4n), 4n, ['a', 'b'], write],
  ['an existing stream, any', view(4n), 'any', ['a'], write],
  ['an existing stream, stream_exists', view(4n), 'stream_exists', ['a'], write],
  ['an existing stream, no_stream', view(4n), 'no_stream', ['a'], wrong],
  ['an existing stream, a lower revision', view(4n), 2n, ['a'], wrong],
  ['an existing stream, a higher revision', view(4n), 5n, ['a'], wrong],
  ['the same ids at a lower revision', view(4n), 2n, ['id-3', 'id-4'], repeat(4n)],
  ['the same ids from the beginning', view(4n), 'no_stream', ['id-0', 'id-1'], repeat(1n)],
  ['the same ids, then a new one', view(4n), 2n, ['id-3', 'b'], wrong],
  ['the same ids beyond the end', view(4n), 3n, ['id-4', 'id-5'], wrong],
  ['the same ids elsewhere', view(4n), 1n, ['id-3'], wrong],
  ['the same ids at the current revision', view(4n), 4n, ['id-4'], write],
  ['no events at a lower revision', view(4n), 2n, [], wrong],
  ['no events at the current revision', view(4n), 4n, [], write],
  ['known ids with any', view(4n), 'any', ['id-3', 'id-4'], repeat(4n)],
  ['known ids with stream_exists', view(4n), 'stream_exists', ['id-3'], repeat(3n)],
  ['known ids first, then new ones, with any', view(4n), 'any', ['id-4', 'b'], wrong],
  ['new ids first, then known ones, with any', view(4n), 'any', ['b', 'id-4'], write],
  ['a revision that as a double equals the current one', view(2n ** 53n), 2n ** 53n + 1n, ['a'], wrong],
  ['a tombstoned stream, any', tombstoned, 'any', ['a'], deleted],
  ['a tombstoned stream, no_stream', tombstoned, 'no_stream', ['a'], deleted],
  ['a tombstoned stream, stream_exists', tombstoned, 'stream_exists', ['a'], deleted],
  ['a soft-deleted stream, any', softDeleted, 'any', ['a'], write],
  ['a soft-deleted stream, no_stream', softDeleted, 'no_stream', ['a'], write],
  ['a soft-deleted stream, its revision', softDeleted, 4n, ['a'], write],
  ['a soft-deleted stream, stream_exists', softDeleted, 'stream_exists', ['a'], deleted],
  ['a soft-deleted stream, a lower revision', softDeleted, 2n, ['a'], wrong],
  ['a soft-deleted stream, the same ids', softDeleted, 'no_stream', ['id-0', 'id-1'], repeat(1n)],
  ['a soft-deleted stream, the same ids, then a new one', softDeleted, 'no_stream', ['id-0', 'b'], wrong],
]

describe('commit check', () => {
  it.each(cases)('%s', (_what, stream, expected, ids, decision) => {
    expect(
      checkCommit(stream, expected, ids, known(stream.tombstoned ? noEvents : stream.lastRevision)),
    ).toEqual(decision)
  })

  it('forgets ids that have left the window, but not those at their revision', () => {
    expect(checkCommit(view(4n), 'any', ['id-1'], known(4n, 3n))).toEqual(write)
    expect(checkCommit(view(4n), 0n, ['id-1'], known(4n, 3n))).toEqual(repeat(1n))
  })
})
