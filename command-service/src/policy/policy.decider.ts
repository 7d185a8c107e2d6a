import {
  POLICY_BODIES,
  CANCELLATION_POLICY_CODES,
  zPolicyName,
  type PolicyCommand,
  type PolicyEvent,
} from '@hearth/contracts/policy'
import { accept, reject, type Decider } from '../runtime/decider.ts'
import { policyFold, type PolicyState, type Proposal } from './policy.state.ts'

const invalid = (pointer: string, detail: string) =>
  reject('VALIDATION_FAILED', detail, { errors: [{ pointer, detail }] })

export const policy: Decider<PolicyState, PolicyCommand, PolicyEvent> = {
  ...policyFold,
  decide: {
    ProposePolicyVersion: ({ effectiveFrom, body, reason }, state, ctx) => {
      const name = zPolicyName.safeParse(ctx.id)
      if (!name.success) return reject('NOT_FOUND', 'This policy doesn’t exist.')
      if (!POLICY_BODIES[name.data].safeParse(body).success)
        return invalid('/body', `is not a ${name.data} policy`)
      const missing =
        name.data === 'cancellation' ? CANCELLATION_POLICY_CODES.filter((code) => !(code in body)) : []
      if (missing.length > 0) return invalid('/body', `must still have ${missing.join(', ')}`)
      if (effectiveFrom <= ctx.now)
        return reject('POLICY_VIOLATION', 'A version can only start in the future. Choose a later start.', {
          rule: 'not_retroactive',
        })
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
        return reject('ALREADY_DECIDED', 'This version has already been published.')
      const proposal = state.proposals.find((candidate) => candidate.version === version)
      if (proposal === undefined) return reject('NOT_FOUND', 'This version hasn’t been proposed.')
      if (proposal.proposedBy === ctx.actor.id)
        return reject('FOUR_EYES_SAME_ACTOR', 'You proposed this version, so someone else has to approve it.')
      if (proposal.effectiveFrom <= ctx.now)
        return reject(
          'WINDOW_CLOSED',
          'The start of this version has passed. Propose it again with a later start.',
          { closedAt: proposal.effectiveFrom },
        )
      const { proposedBy: _proposedBy, ...published } = proposal
      return accept([{ type: 'PolicyVersionPublished', data: { ...published, publishedBy: ctx.actor.id } }])
    },
  },
}
