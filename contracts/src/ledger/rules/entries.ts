import { v5 } from 'uuid'
import type { Instant } from '../../kernel/dates.ts'
import { deriveStepId, type Id } from '../../kernel/ids.ts'
import { formatStream, type RecordedEvent } from '../../kernel/message.ts'
import { sum } from '../../kernel/money.ts'
import type { SystemCommand } from '../../kernel/process.ts'
import type { Component, EntrySource, LedgerEntry } from '../entry.ts'
import type { LedgerKind } from '../kinds.ts'
import type { LedgerCommand } from '../messages.ts'

/**
 * uuidv5(source event, kind, n): one cause posts an entry once, however often it is processed
 * (docs/domain/ledger.md#entries).
 */
export const deriveEntryId = (sourceEventId: Id, kind: LedgerKind, n = 0): Id =>
  v5(`${kind}/${n}`, sourceEventId)

/** The event as the cause of an entry. */
export const describeSource = ({
  stream,
  revision,
  id,
}: Pick<RecordedEvent, 'stream' | 'revision' | 'id'>): EntrySource => ({
  stream,
  revision: Number(revision),
  eventId: id,
})

/** What an entry is about; all but its components, their sum and its id. */
export type EntryHead = Omit<LedgerEntry, 'entryId' | 'amountMinor' | 'components'>

/**
 * An entry from its parts; parts of 0 are left out. Undefined: it would be 0, and no entry is
 * (docs/domain/ledger.md#entries).
 */
export const entryFrom = (head: EntryHead, parts: readonly Component[], n = 0): LedgerEntry | undefined => {
  const components = parts.filter(({ amountMinor }) => amountMinor !== 0)
  const amountMinor = sum(components.map((component) => component.amountMinor))
  return amountMinor === 0
    ? undefined
    : { ...head, entryId: deriveEntryId(head.source.eventId, head.kind, n), amountMinor, components }
}

/**
 * The command by which a process manager posts entries; `cause` is the command that led to them, `at` when
 * that was.
 */
export const postEntries = (
  cause: Id,
  accountId: Id,
  entries: readonly LedgerEntry[],
  at: Instant,
): SystemCommand<LedgerCommand> => ({
  kind: 'command',
  commandId: deriveStepId(cause, formatStream('hostLedger', accountId), 'post'),
  type: 'PostEntries',
  data: { accountId, entries: [...entries] },
  occurredAt: at,
})
