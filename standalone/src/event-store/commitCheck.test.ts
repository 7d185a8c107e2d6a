import { describe, expect, it } from 'vitest'
import { checkCommit, type CommitDecision, type KnownIds, type Written } from './commitCheck.ts'
import { type Expected, noEvents, tombstoneRevision } from './model.ts'
import type { StreamView } from './streamView.ts'

const at = (revision: number): Written => ({ id: `id-${revision}`, revision, position: 100 + revision })

/** A stream whose events have ids id-0, id-1, …; those below `windowFrom` have left the memory window. */
const known = (lastRevision: number, windowFrom = 0): KnownIds => ({
  byId: (id) => {
    const revision = id.startsWith('id-') ? Number(id.slice(3)) : Number.NaN
    return revision >= windowFrom && revision <= lastRevision ? at(revision) : undefined
  },
  at: (revision) => (revision >= 0 && revision <= lastRevision ? at(revision) : undefined),
})

const view = (lastRevision: number, changes: Partial<StreamView> = {}): StreamView => ({
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
const repeat = (revision: number): CommitDecision => ({
  kind: 'already-written',
  revision,
  position: 100 + revision,
})

const tombstoned = view(tombstoneRevision, { tombstoned: true })
const softDeleted = view(4, { softDeleted: true, hasMetadata: true })

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
  ['a new stream, revision 0', view(noEvents), 0, ['a'], wrong],
  ['an existing stream, its revision', view(4), 4, ['a', 'b'], write],
  ['an existing stream, any', view(4), 'any', ['a'], write],
  ['an existing stream, stream_exists', view(4), 'stream_exists', ['a'], write],
  ['an existing stream, no_stream', view(4), 'no_stream', ['a'], wrong],
  ['an existing stream, a lower revision', view(4), 2, ['a'], wrong],
  ['an existing stream, a higher revision', view(4), 5, ['a'], wrong],
  ['the same ids at a lower revision', view(4), 2, ['id-3', 'id-4'], repeat(4)],
  ['the same ids from the beginning', view(4), 'no_stream', ['id-0', 'id-1'], repeat(1)],
  ['the same ids, then a new one', view(4), 2, ['id-3', 'b'], wrong],
  ['the same ids beyond the end', view(4), 3, ['id-4', 'id-5'], wrong],
  ['the same ids elsewhere', view(4), 1, ['id-3'], wrong],
  ['the same ids at the current revision', view(4), 4, ['id-4'], write],
  ['no events at a lower revision', view(4), 2, [], wrong],
  ['no events at the current revision', view(4), 4, [], write],
  ['known ids with any', view(4), 'any', ['id-3', 'id-4'], repeat(4)],
  ['known ids with stream_exists', view(4), 'stream_exists', ['id-3'], repeat(3)],
  ['known ids first, then new ones, with any', view(4), 'any', ['id-4', 'b'], wrong],
  ['new ids first, then known ones, with any', view(4), 'any', ['b', 'id-4'], write],
  ['a tombstoned stream, any', tombstoned, 'any', ['a'], deleted],
  ['a tombstoned stream, no_stream', tombstoned, 'no_stream', ['a'], deleted],
  ['a tombstoned stream, stream_exists', tombstoned, 'stream_exists', ['a'], deleted],
  ['a soft-deleted stream, any', softDeleted, 'any', ['a'], write],
  ['a soft-deleted stream, no_stream', softDeleted, 'no_stream', ['a'], write],
  ['a soft-deleted stream, its revision', softDeleted, 4, ['a'], write],
  ['a soft-deleted stream, stream_exists', softDeleted, 'stream_exists', ['a'], deleted],
  ['a soft-deleted stream, a lower revision', softDeleted, 2, ['a'], wrong],
  ['a soft-deleted stream, the same ids', softDeleted, 'no_stream', ['id-0', 'id-1'], repeat(1)],
  ['a soft-deleted stream, the same ids, then a new one', softDeleted, 'no_stream', ['id-0', 'b'], wrong],
]

describe('commit check', () => {
  it.each(cases)('%s', (_what, stream, expected, ids, decision) => {
    expect(
      checkCommit(stream, expected, ids, known(stream.tombstoned ? noEvents : stream.lastRevision)),
    ).toEqual(decision)
  })

  it('forgets ids that have left the window, but not those at their revision', () => {
    expect(checkCommit(view(4), 'any', ['id-1'], known(4, 3))).toEqual(write)
    expect(checkCommit(view(4), 0, ['id-1'], known(4, 3))).toEqual(repeat(1))
  })
})
