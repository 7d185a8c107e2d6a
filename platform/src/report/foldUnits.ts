import type { RecordedEvent } from '@hearth/contracts/kernel/message'
import { occurredAtOf } from '@hearth/contracts/kernel/projection'
import type { ReportSource } from '@hearth/contracts/kernel/report'
import { foldListings } from './foldListings.ts'
import { foldRows } from './foldRows.ts'
import { createFold, toUnits, type FoldedTwice, type FoldOptions } from './foldStreams.ts'
import { readByTime, type TimePlace } from './readEvents.ts'

/** Rows of the account's own stream that are in memory at a time. */
const ROW_WINDOW = 10_000

/**
 * The rows of one long stream, a window at a time: the events that open the window's rows, then the others about
 * them. Without it, an account's whole ledger would be in memory.
 */
const foldAccount = async function* (
  options: FoldOptions,
  { prefix, opensRow }: Extract<ReportSource, { of: 'account' }>,
): AsyncGenerator<FoldedTwice> {
  const { sources, account, definition, instants, signal } = options
  const wanted = { account, stream: `${prefix}-${account}`, until: instants[1] }
  const readKeys = (event: RecordedEvent) => definition.projections.flatMap(({ keys }) => keys(event))
  let start: TimePlace | undefined
  for (let isFull = true; isFull;) {
    const keys = new Set<string>()
    const fold = createFold(options, (key) => keys.has(key))
    isFull = false
    for await (const event of readByTime(sources, wanted, { is: opensRow }, start)) {
      signal.throwIfAborted()
      for (const key of readKeys(event)) keys.add(key)
      fold.add(event)
      start = { at: occurredAtOf(event), id: event.id }
      isFull = keys.size >= ROW_WINDOW
      if (isFull) break
    }
    const about: RecordedEvent[] = []
    for await (const event of readByTime(sources, wanted, { isNot: opensRow })) {
      signal.throwIfAborted()
      if (readKeys(event).some((key) => keys.has(key))) about.push(event)
    }
    for (const event of about.toSorted((a, b) => Number(a.revision - b.revision))) fold.add(event)
    yield toUnits(account, fold.finish())
  }
}

/**
 * What an account has, as it was at two instants (docs/domain/report.md#as-of). A page of rows, one listing or a
 * window of a long stream is in memory at a time.
 */
export const foldUnits = (options: FoldOptions): AsyncGenerator<FoldedTwice> => {
  const { source } = options.definition
  if (source.of === 'account') return foldAccount(options, source)
  return source.of === 'rows' ? foldRows(options, source) : foldListings(options, source)
}
