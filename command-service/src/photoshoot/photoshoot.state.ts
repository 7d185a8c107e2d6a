import { evolvePhotoshoot, type PhotoshootEvent, type PhotoshootState } from '@hearth/contracts/photoshoot'
import type { Fold } from '../runtime/decider.ts'

/** Undefined before the first slot was held. */
export const photoshootFold: Fold<PhotoshootState, PhotoshootEvent> = {
  category: 'photoshoot',
  initial: undefined,
  evolve: evolvePhotoshoot,
}
