import { addHours, type Instant } from '../../kernel/dates.ts'
import type { LedgerEntry } from '../entry.ts'

/** A stay's earnings count from its first night on, a day before they can be paid out. */
const EARLY: readonly LedgerEntry['kind'][] = ['booking_earnings', 'cancellation_earnings']

/** The instant whose day an entry counts on (docs/domain/ledger.md#breakdown). */
export const earnedAt = ({ kind, availableAt }: Pick<LedgerEntry, 'kind' | 'availableAt'>): Instant =>
  EARLY.includes(kind) ? addHours(availableAt, -24) : availableAt
