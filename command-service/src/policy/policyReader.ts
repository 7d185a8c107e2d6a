import type { Instant } from '@hearth/contracts/kernel/dates'
import { POLICY_BODIES, type PolicyName, type PublishedPolicy } from '@hearth/contracts/policy'
import type { Streams } from '../runtime/streams.ts'
import { policyAt, policyFold } from './policy.state.ts'

/** How old a cached registry may be. Versions only start in the future, so this delay is never wrong. */
const MAX_AGE_MS = 1_000

/** Reads the version in force at an instant; throws while none is published. */
export type ReadPolicy = <N extends PolicyName>(name: N, at: Instant) => Promise<PublishedPolicy<N>>

export const createPolicyReader = (streams: Pick<Streams, 'view'>): ReadPolicy => {
  const bodies = new WeakMap<object, unknown>()
  return async <N extends PolicyName>(name: N, at: string): Promise<PublishedPolicy<N>> => {
    const { state } = await streams.view(policyFold, name, MAX_AGE_MS)
    const found = policyAt(state, at)
    if (found === undefined) throw new Error(`No version of the policy ${name} is in force at ${at}`)
    // Parsed once per version, with the schema of that policy.
    const body = bodies.get(found) ?? POLICY_BODIES[name].parse(found.body)
    bodies.set(found, body)
    return {
      name,
      version: found.version,
      effectiveFrom: found.effectiveFrom,
      body: body as PublishedPolicy<N>['body'],
    }
  }
}
