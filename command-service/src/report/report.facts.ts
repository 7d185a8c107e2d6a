import type { Instant } from '@hearth/contracts/kernel/dates'
import type { ReportCommand } from '@hearth/contracts/report'
import { accountFold } from '../account/account.state.ts'
import { listingFold } from '../listing/listing.state.ts'
import type { Load } from '../runtime/decider.ts'

export type ReportFacts = Readonly<{
  openedAt: Instant | null
  /** The listings that the person may see; null: all of them. */
  listingIds: readonly string[] | null
  /** Whether the listing that is named belongs to the account. */
  ownsListing: boolean
}>

/** Reads what the person who asks may see. */
export const loadReportFacts: Load<ReportCommand, ReportFacts> = async (
  command,
  { id, actor },
  readState,
) => {
  const account = await readState(accountFold, id)
  if (account.status === 'none') return { openedAt: null, listingIds: [], ownsListing: false }
  const { openedAt, members } = account
  const member = Object.values(members).find(
    ({ userId, status }) => userId === actor.id && status === 'active',
  )
  const named = command.type === 'RequestReport' ? command.data.listingId : undefined
  const listing = named === undefined ? undefined : await readState(listingFold, named)
  return {
    openedAt,
    listingIds: actor.role === 'owner' ? null : member === undefined ? [] : member.listingIds,
    ownsListing: listing !== undefined && listing.status !== 'none' && listing.hostAccountId === id,
  }
}
