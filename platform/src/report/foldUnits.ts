import { foldAccount } from './foldAccount.ts'
import { foldListings } from './foldListings.ts'
import { foldRows } from './foldRows.ts'
import type { FoldedTwice, FoldOptions } from './foldStreams.ts'

/**
 * What an account has, as it was at two instants (docs/domain/report.md#as-of). A page of rows or one listing is in
 * memory at a time.
 */
export const foldUnits = (options: FoldOptions): AsyncGenerator<FoldedTwice> => {
  const { source } = options.definition
  if (source.of === 'account') return foldAccount(options, source)
  return source.of === 'rows' ? foldRows(options, source) : foldListings(options, source)
}
