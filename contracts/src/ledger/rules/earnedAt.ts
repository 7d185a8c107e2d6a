import { addHours, type Instant } from '../../kernel/dates.ts'
import type { LedgerEntry } from '../entry.ts'
import type { LedgerKind } from '../kinds.ts'

/** A stay's earnings count from its first night on, a day before they can be paid out. */
export const EARLY_KINDS: readonly LedgerKind[] = ['booking_earnings', 'cancellation_earnings']

/** The instant whose day an entry counts on (docs/domain/ledger.md#breakdown). */
export const earnedAt = ({ kind, availableAt }: Pick<LedgerEntry, 'kind' | 'availableAt'>): Instant =>
  EARLY_KINDS.includes(kind) ? addHours(availableAt, -24) : availableAt
