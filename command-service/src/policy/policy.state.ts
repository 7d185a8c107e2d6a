import type { PolicyEvent } from '@hearth/contracts/policy'
import type { Instant } from '@hearth/contracts/kernel/dates'
import type { OfType } from '@hearth/contracts/kernel/message'
import type { Fold } from '../runtime/decider.ts'

export type Proposal = OfType<PolicyEvent, 'PolicyVersionProposed'>['data']
type Published = Omit<OfType<PolicyEvent, 'PolicyVersionPublished'>['data'], 'publishedBy' | 'reason'>

export type PolicyState = Readonly<{
  /** The highest version number of a proposal or publication so far. */
  lastVersion: number
  proposals: readonly Proposal[]
  /** Oldest publication first. */
  published: readonly Published[]
}>

/**
 * The version in force: the published one that started last, the later publication among equals
 * (docs/domain/policy.md#versions).
 */
export const policyAt = (state: PolicyState, at: Instant): Published | undefined =>
  state.published.reduce<Published | undefined>(
    (best, candidate) =>
      candidate.effectiveFrom <= at && (best === undefined || candidate.effectiveFrom >= best.effectiveFrom)
        ? candidate
        : best,
    undefined,
  )

export const policyFold: Fold<PolicyState, PolicyEvent> = {
  category: 'policy',
  initial: { lastVersion: 0, proposals: [], published: [] },
  evolve: {
    PolicyVersionProposed: (state, data) => ({
      ...state,
      lastVersion: Math.max(state.lastVersion, data.version),
      proposals: [...state.proposals, data],
    }),
    PolicyVersionPublished: (state, { name, version, effectiveFrom, body }) => ({
      lastVersion: Math.max(state.lastVersion, version),
      proposals: state.proposals.filter((proposal) => proposal.version !== version),
      published: [...state.published, { name, version, effectiveFrom, body }],
    }),
  },
}
