import { createHash } from 'node:crypto'
import { addDays, type Instant } from '@hearth/contracts/kernel/dates'
import type { RecordedEvent } from '@hearth/contracts/kernel/message'
import {
  LOCK_DAY,
  LOCK_TIME,
  nextMonth,
  statementFileKey,
  type Month,
  type StatementCommand,
  type StatementContent,
  type StatementSection,
} from '@hearth/contracts/statement'
import type { Storage } from '@hearth/platform/storage/port'
import { toLocalDate, toInstant } from '@hearth/platform/zones/localTime'
import { accountFold, readTimezone, type AccountState } from '../account/account.state.ts'
import { contentOf, listingFold } from '../listing/listing.state.ts'
import { payoutFold } from '../payout/payout.state.ts'
import type { Load, LoadRequest, ReadState } from '../runtime/decider.ts'
import { printStatement, type StatementParty } from './printStatement.ts'
import { statementFold, type StatementState } from './statement.state.ts'
import { createSummary, type SectionDraft, type StatementPeriod } from './summary.ts'

/** A statement with its files. */
export type PrintedStatement = Readonly<{
  content: StatementContent
  json: Buffer
  contentSha256: string
  pdf: Buffer
  sha256: string
}>

export type StatementFacts = Readonly<{
  /** The month whose statement comes next. */
  nextMonth: Month
  timezone: string
  lockAt: (month: Month) => Instant
  /** Null unless the statement can be locked and the ledger has entries. */
  printed: PrintedStatement | null
}>

export type StatementPorts = Readonly<{
  /** The account's ledger from its first event, opened, never a moment old. */
  readLedger: (hostAccountId: string) => AsyncIterable<RecordedEvent>
  storage: Pick<Storage, 'put'>
}>

/** Whether the month may be locked now. */
export const isLockable = ({ last }: StatementState, month: Month, lockAt: Instant, now: Instant): boolean =>
  (last === null || month > last.month) && now >= lockAt

const computeLockAt = (month: Month, timezone: string): Instant =>
  toInstant(addDays(`${nextMonth(month)}-01`, LOCK_DAY - 1), LOCK_TIME, timezone)

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const readParty = (account: AccountState): StatementParty =>
  account.status === 'none'
    ? { name: '', address: null }
    : {
        name: textOf(account.legal['legalName']) ?? textOf(account.profile['displayName']) ?? '',
        address: textOf(account.legal['legalAddress']),
      }

const addReferences = (
  sections: readonly SectionDraft[],
  readState: ReadState,
): Promise<StatementSection[]> =>
  Promise.all(
    sections.map(async (section) => ({
      ...section,
      payouts: await Promise.all(
        section.payouts.map(async (payout) => {
          const state = await readState(payoutFold, payout.payoutId)
          return { ...payout, reference: 'providerRef' in state ? state.providerRef : '' }
        }),
      ),
    })),
  )

const readTitles = async (sections: readonly SectionDraft[], readState: ReadState) => {
  const ids = new Set(sections.flatMap(({ entries }) => entries.flatMap(({ listingId }) => listingId ?? [])))
  const titles = await Promise.all(
    [...ids].toSorted().map(async (id) => {
      const state = await readState(listingFold, id)
      if (state.status === 'none') return [id, ''] as const
      const { description, info } = contentOf(state)
      return [id, description?.title ?? info?.internalName ?? state.place] as const
    }),
  )
  return Object.fromEntries(titles)
}

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const readContent = async (
  hostAccountId: string,
  period: StatementPeriod,
  readState: ReadState,
  { readLedger }: StatementPorts,
): Promise<StatementContent | null> => {
  const summary = createSummary(period)
  for await (const event of readLedger(hostAccountId)) summary.add(event)
  const { ledgerRevision, sections } = summary.finish()
  if (ledgerRevision < 0) return null
  const [listings, whole] = await Promise.all([
    readTitles(sections, readState),
    addReferences(sections, readState),
  ])
  const { month, timezone, previous } = period
  const previousMonth = previous?.month ?? null
  return { hostAccountId, month, timezone, previousMonth, ledgerRevision, sections: whole, listings }
}

const print = async (content: StatementContent, party: StatementParty): Promise<PrintedStatement> => {
  const json = Buffer.from(JSON.stringify(content))
  const pdf = await printStatement(content, party)
  return { content, json, contentSha256: sha256Of(json), pdf, sha256: sha256Of(pdf) }
}

export const createStatementFactLoader =
  (ports: StatementPorts): Load<StatementCommand, StatementFacts> =>
  async (command, { id, now, recordedAt }, readState) => {
    const [state, account] = await Promise.all([
      readState(statementFold, id, { fresh: true }),
      readState(accountFold, id),
    ])
    const ownZone = readTimezone(account)
    const next =
      state.last === null ? toLocalDate(recordedAt, ownZone).slice(0, 7) : nextMonth(state.last.month)
    const month = command.type === 'LockStatement' ? command.data.month : next
    // A month keeps the zone in which it was begun.
    const timezone = state.drafts[month]?.timezone ?? ownZone
    const facts = { nextMonth: next, timezone, lockAt: (of: Month) => computeLockAt(of, timezone) }
    if (command.type !== 'LockStatement' || !isLockable(state, month, facts.lockAt(month), now))
      return { ...facts, printed: null }
    const content = await readContent(id, { month, timezone, previous: state.last }, readState, ports)
    return { ...facts, printed: content && (await print(content, readParty(account))) }
  }

/** The files are stored before the event that names them. */
export const createStatementKeeper =
  ({ storage }: StatementPorts) =>
  async ({ printed }: StatementFacts, { id }: LoadRequest): Promise<void> => {
    if (printed === null) return
    const { json, contentSha256, pdf, sha256 } = printed
    await storage.put(statementFileKey(id, contentSha256, 'json'), json, 'application/json')
    await storage.put(statementFileKey(id, sha256, 'pdf'), pdf, 'application/pdf')
  }
