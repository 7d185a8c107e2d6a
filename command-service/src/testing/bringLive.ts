import type { Instant } from '@hearth/contracts/kernel/dates'
import { deriveId, type Id } from '@hearth/contracts/kernel/ids'
import { createAddress, listGoLiveSteps, listRoomsToShow } from '@hearth/contracts/listing/goLiveSteps'
import { IMPORTER } from './given.ts'
import type { World } from './world.ts'

/**
 * Gives a started listing with one bedroom in the US what it lacks, and publishes it, in a world in memory. Its
 * account has a verified bank account.
 */
export const bringLive = async (
  { send }: Pick<World, 'send'>,
  { tenantId, listingId, now }: Readonly<{ tenantId: string; listingId: Id; now: Instant }>,
): Promise<void> => {
  const steps = listGoLiveSteps({
    address: createAddress('US', 'Hudson', '12 Warren Street', listingId),
    bedrooms: 1,
    photoIds: listRoomsToShow(1).map((room) => deriveId('test', listingId, room)),
    verified: { verifiedBy: 'Hudson', verifiedOn: now.slice(0, 10) },
  })
  for (const { name, type, data } of steps) {
    const commandId = deriveId('test', name, listingId)
    const decision = await send({ actor: IMPORTER, tenantId, now, id: listingId, type, data, commandId })
    if (!decision.ok) throw new Error(`${type} is refused: ${decision.code}, ${decision.detail}`)
  }
}
