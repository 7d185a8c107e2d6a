import type { Instant } from '@hearth/contracts/kernel/dates'
import { deriveEventId, deriveId, PLATFORM_TENANT } from '@hearth/contracts/kernel/ids'
import { firstPolicyEvent, policy, zPolicyName } from '@hearth/contracts/policy'
import type { EventStore } from '@hearth/platform/event-store/port'

/**
 * Publishes version 1 of each policy that has no version yet. Safe to run at every boot, by several processes
 * (docs/domain/policy.md#versions).
 */
export const publishFirstPolicies = async (
  store: Pick<EventStore, 'append'>,
  now: Instant,
): Promise<void> => {
  for (const name of zPolicyName.options) {
    const { type, data } = firstPolicyEvent(name)
    const commandId = deriveId('first-policy', name)
    const metadata = {
      $correlationId: commandId,
      $causationId: commandId,
      commandId,
      commandHash: '',
      tenantId: PLATFORM_TENANT,
      actorId: data.publishedBy,
      actorKind: 'service',
      schema: String(policy.events[type].version),
      occurredAt: now,
    }
    // A conflict means that the version is already published.
    await store.append(
      `policy-${name}`,
      [{ id: deriveEventId(commandId, 0), type, data, metadata }],
      'absent',
    )
  }
}
