import { UnreadableEventError } from '@hearth/platform/read-model/eventReader'
import { ReplacedError } from '../builds/builds.ts'
import { FencedError } from '../segments/moveSegments.ts'
import { FoldError, type Entry } from './foldBatch.ts'
import { TooManyParkedError } from '../parking/parkedStreams.ts'

/**
 * Why a batch failed. `fenced`: the segment may belong to another process. `missing`: the tables are gone or
 * changed and must be prepared again. `poison`: an event is wrong, so repeating cannot help. `stop`: neither
 * can going on. `transient`: it is repeated until it succeeds.
 */
export type Verdict = 'fenced' | 'missing' | 'poison' | 'stop' | 'transient'

const poison = [FoldError, UnreadableEventError, TypeError, RangeError, SyntaxError]
const SCHEMA_CHANGED = new Set(['42P01', '3F000', '42703', '0A000'])
// Data that the table cannot take: the same batch would fail again.
const POISON_STATES = /^(22|23|54)/
// SQL that is wrong or not allowed: so would every batch.
const STOP_STATES = /^42/

export const classifyFailure = (error: unknown): Verdict => {
  if (error instanceof FencedError) return 'fenced'
  if (error instanceof TooManyParkedError || error instanceof ReplacedError) return 'stop'
  if (poison.some((kind) => error instanceof kind)) return 'poison'
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return 'transient'
  if (SCHEMA_CHANGED.has(error.code)) return 'missing'
  if (STOP_STATES.test(error.code)) return 'stop'
  return POISON_STATES.test(error.code) ? 'poison' : 'transient'
}

/**
 * `read fence` to see whose the segment is, `restart` the round, `stop` at the entry, `park` its stream,
 * write `one by one` to find it, or `wait` and repeat.
 */
export type Remedy = Readonly<
  | { kind: 'park'; entry: Entry }
  | { kind: 'read fence' | 'restart' | 'stop' | 'one by one' | 'wait'; entry?: Entry | undefined }
>

/**
 * How to go on after a batch of these entries failed. Postgres does not say which row it refuses: writing one
 * by one finds it and keeps those before it.
 */
export const chooseRemedy = (error: Error, entries: readonly Entry[], canPark: boolean): Remedy => {
  const verdict = classifyFailure(error)
  if (verdict === 'fenced') return { kind: 'read fence' }
  if (verdict === 'missing') return { kind: 'restart' }
  if (verdict === 'stop') return { kind: 'stop', entry: entries.at(-1) }
  if (verdict === 'transient') return { kind: 'wait' }
  const culprit =
    error instanceof FoldError
      ? entries.find(({ event }) => event === error.event)
      : entries.length === 1
        ? entries[0]
        : undefined
  if (culprit) return { kind: canPark ? 'park' : 'stop', entry: culprit }
  return { kind: entries.length === 0 ? 'stop' : 'one by one' }
}
