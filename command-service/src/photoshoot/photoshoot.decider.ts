import {
  type PhotoshootCommand,
  type PhotoshootEvent,
  type PhotoshootState,
} from '@hearth/contracts/photoshoot'
import type { Decider } from '../runtime/decider.ts'
import { photoshootFold } from './photoshoot.state.ts'
import { decideAppointment } from './appointment.ts'
import { decideHold } from './holding.ts'
import { decideImages } from './images.ts'
import type { PhotoshootFacts } from './photoshoot.facts.ts'

/** A photo shoot; its state is undefined until a slot is held. */
export const photoshoot: Decider<PhotoshootState, PhotoshootCommand, PhotoshootEvent, PhotoshootFacts> = {
  ...photoshootFold,
  decide: { ...decideHold, ...decideAppointment, ...decideImages },
}
