import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Id } from '@hearth/contracts/kernel/ids'
import type { Principal } from '@hearth/platform/session/principal'
import type { Scene, Sent } from './openStream.ts'
import type { PlannedTenant } from './plan.ts'
import type { Run } from './run.ts'

const importer: Principal = {
  actor: { id: 'importer', kind: 'service', role: 'importer', name: 'importer' },
  listingIds: 'all',
}
export const provider: Principal = {
  actor: { id: 'provider', kind: 'service', role: 'provider', name: 'provider' },
  listingIds: 'all',
}

/** What the streams of one tenant have in common. */
export type Setting = Readonly<{
  run: Run
  tenant: PlannedTenant
  scene: Scene
  /** The id of the tenant's n-th command of this name. */
  deriveId: (name: string, number: number) => Id
}>

export const sentAt = (at: Instant, commandId: Id, principal: Principal = importer): Sent => ({
  at,
  commandId,
  correlationId: commandId,
  principal,
})
