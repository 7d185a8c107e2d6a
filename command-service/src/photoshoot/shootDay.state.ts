import { evolveShootDay, type ShootClaim, type ShootDayEvent } from '@hearth/contracts/photoshoot'
import type { Fold } from '../runtime/decider.ts'

export type ShootDayState = Readonly<{ claims: readonly ShootClaim[] }>

export const shootDayFold: Fold<ShootDayState, ShootDayEvent> = {
  category: 'shootDay',
  initial: { claims: [] },
  evolve: evolveShootDay,
}
