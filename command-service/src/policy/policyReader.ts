import { POLICY_BODIES, type PolicyName, type PublishedPolicy } from '@hearth/contracts/policy'
import type { Sources } from '../runtime/decider.ts'
import type { Streams } from '../runtime/streams.ts'
import { policyFold, policyAt, type PolicyState } from './policy.state.ts'

/**
 * The registry as this process knows it, at most this old. Versions start in the future only, so a moment
 * late is never wrong. Milliseconds.
 */
const REFRESH_MS = 1_000

/** The version in force at an instant; fails while none is published. */
export const readPolicies = (streams: Streams, monotonic: () => number): Sources['policiesAt'] => {
  const bodies = new WeakMap<object, unknown>()
  return async <N extends PolicyName>(name: N, at: string): Promise<PublishedPolicy<N>> => {
    const view = await streams.load(policyFold, `policy-${name}`, monotonic() - REFRESH_MS)
    const found = policyAt(view.state as PolicyState, at)
    if (found === undefined) throw new Error(`No version of the policy ${name} is in force at ${at}`)
    // Parsed once per version: the schema of that name says which of the bodies it is.
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
