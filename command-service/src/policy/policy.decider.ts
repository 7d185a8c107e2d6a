import {
  POLICY_BODIES,
  CANCELLATION_POLICY_CODES,
  zPolicyName,
  type PolicyCommand,
  type PolicyEvent,
} from '@hearth/contracts/policy'
import type { Instant } from '@hearth/contracts/kernel/dates'
import type { OfType } from '@hearth/contracts/kernel/message'
import { accept, reject, type Decider } from '../runtime/decider.ts'

type Proposal = OfType<PolicyEvent, 'PolicyVersionProposed'>['data']
type Published = Omit<OfType<PolicyEvent, 'PolicyVersionPublished'>['data'], 'publishedBy' | 'reason'>

export type PolicyState = Readonly<{
  /** The last version number given away, to a proposal or a publication. */
  lastVersion: number
  proposals: readonly Proposal[]
  /** Oldest publication first. */
  published: readonly Published[]
}>

const invalid = (pointer: string, detail: string) =>
  reject('VALIDATION_FAILED', detail, { errors: [{ pointer, detail }] })

/**
 * The version in force: the published one that started last, the later publication among equals (domain.md
 * §2.1).
 */
export const policyAt = (state: PolicyState, at: Instant): Published | undefined =>
  state.published.reduce<Published | undefined>(
    (best, candidate) =>
      candidate.effectiveFrom <= at && (best === undefined || candidate.effectiveFrom >= best.effectiveFrom)
        ? candidate
        : best,
    undefined,
  )

export const policy: Decider<PolicyState, PolicyCommand, PolicyEvent> = {
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
  decide: {
    ProposePolicyVersion: ({ effectiveFrom, body, reason }, state, ctx) => {
      const name = zPolicyName.safeParse(ctx.id)
      if (!name.success) return reject('NOT_FOUND', 'There is no such policy.')
      if (!POLICY_BODIES[name.data].safeParse(body).success)
        return invalid('/body', `is not a ${name.data} policy`)
      const missing =
        name.data === 'cancellation' ? CANCELLATION_POLICY_CODES.filter((code) => !(code in body)) : []
      if (missing.length > 0) return invalid('/body', `must still have ${missing.join(', ')}`)
      if (effectiveFrom <= ctx.now)
        return reject(
          'POLICY_VIOLATION',
          'A version can only start in the future; what happened is judged by the versions of its time.',
          { rule: 'not_retroactive' },
        )
      const isSame = (other: Proposal) =>
        other.effectiveFrom === effectiveFrom &&
        other.proposedBy === ctx.actor.id &&
        JSON.stringify(other.body) === JSON.stringify(body)
      if (state.proposals.some(isSame)) return accept([])
      const version = state.lastVersion + 1
      return accept([
        {
          type: 'PolicyVersionProposed',
          data: { name: name.data, version, effectiveFrom, body, reason, proposedBy: ctx.actor.id },
        },
      ])
    },
    ApprovePolicyVersion: ({ version }, state, ctx) => {
      if (state.published.some((published) => published.version === version))
        return reject('ALREADY_DECIDED', 'This version is published already.')
      const proposal = state.proposals.find((candidate) => candidate.version === version)
      if (proposal === undefined) return reject('NOT_FOUND', 'Nobody proposed this version.')
      if (proposal.proposedBy === ctx.actor.id)
        return reject('FOUR_EYES_SAME_ACTOR', 'Somebody else than its author must approve a version.')
      if (proposal.effectiveFrom <= ctx.now)
        return reject(
          'WINDOW_CLOSED',
          'The version should have started already; propose it again with a later start.',
          { closedAt: proposal.effectiveFrom },
        )
      const { proposedBy: _proposedBy, ...published } = proposal
      return accept([{ type: 'PolicyVersionPublished', data: { ...published, publishedBy: ctx.actor.id } }])
    },
  },
}
