import { evolvePhotoshoot, type PhotoshootEvent, type PhotoshootState } from '@hearth/contracts/photoshoot'
import type { Fold } from '../runtime/decider.ts'

/** Undefined until a slot is held. */
export const photoshootFold: Fold<PhotoshootState, PhotoshootEvent> = {
  category: 'photoshoot',
  initial: undefined,
  evolve: evolvePhotoshoot,
}
