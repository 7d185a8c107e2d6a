import type { LocalDate } from '@hearth/contracts/kernel/dates'
import type { ListingCommand } from '@hearth/contracts/listing'
import type { CancellationTerms } from '@hearth/contracts/policy'
import { account } from '../account/account.decider.ts'
import { localDate } from '../runtime/localTime.ts'
import type { Load } from '../runtime/decider.ts'
import { listing } from './listing.decider.ts'

export type ListingFacts = Readonly<{
  accountOpen: boolean
  /** The cancellation policies in force, by code. */
  cancellation: Readonly<Record<string, CancellationTerms>>
  /** The listing's own day; null before it exists. */
  today: LocalDate | null
}>

export const loadListingFacts: Load<ListingCommand, ListingFacts> = async (command, { id, tenantId, now }, { readState, policiesAt }) => {
  const starts = command.type === 'StartListing'
  const state = starts ? listing.initial : await readState(listing, id)
  return {
    accountOpen: starts ? (await readState(account, tenantId)).status === 'open' : true,
    cancellation: starts || command.type === 'SetCancellationPolicy' ? (await policiesAt('cancellation', now)).body : {},
    today: state.status === 'none' ? null : localDate(now, state.timezone),
  }
}
