import { UnreadableEventError } from '@hearth/platform/read-model/eventReader'
import { FencedError } from './commitBatch.ts'
import { FoldError } from './foldBatch.ts'
import { ReplacedError } from './tables.ts'

/**
 * What to do about a failed batch: `fenced` read the checkpoint again; `missing` the tables are gone or changed, prepare them again;
 * `hopeless` repeating cannot help; `transient` wait and repeat, for ever.
 */
export type Verdict = 'fenced' | 'missing' | 'hopeless' | 'transient'

const hopeless = [FoldError, UnreadableEventError, ReplacedError, TypeError, RangeError, SyntaxError]
const SCHEMA_CHANGED = new Set(['42P01', '3F000', '42703', '0A000'])
// Data that the table cannot take, or SQL that is wrong: the same batch would fail again.
const HOPELESS_STATES = /^(22|23|42|54)/

export const judge = (error: unknown): Verdict => {
  if (error instanceof FencedError) return 'fenced'
  if (hopeless.some((kind) => error instanceof kind)) return 'hopeless'
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return 'transient'
  if (SCHEMA_CHANGED.has(error.code)) return 'missing'
  return HOPELESS_STATES.test(error.code) ? 'hopeless' : 'transient'
}
