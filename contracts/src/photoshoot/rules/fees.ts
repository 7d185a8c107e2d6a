import { hoursBetween, type Instant } from '../../kernel/dates.ts'
import type { AgreementModel } from '../../agreement/terms.ts'
import { FREE_CHANGE_HOURS, LATE_CHANGE_FEE_MINOR, SHOOT_FEE_MINOR, type Photoshoot } from '../photoshoot.ts'

/** What moving or cancelling costs now: nothing until 24 hours before, that moment included. Minor units. */
export const changeFeeMinor = (startsAt: Instant, now: Instant): number =>
  hoursBetween(now, startsAt) >= FREE_CHANGE_HOURS ? 0 : LATE_CHANGE_FEE_MINOR

/**
 * What delivered images cost: a first shoot nothing where we manage the home, a reshoot nothing where it is
 * the first and for quality. Minor units.
 */
export const shootFeeMinor = (
  model: AgreementModel,
  { reshoots, reshootFree }: Pick<Photoshoot, 'reshoots' | 'reshootFree'>,
): number => {
  if (reshoots > 0) return reshootFree ? 0 : SHOOT_FEE_MINOR
  return model === 'full_service' ? 0 : SHOOT_FEE_MINOR
}
