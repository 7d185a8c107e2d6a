import { addHours, type Instant } from '../../kernel/dates.ts'
import type { PhotoshootStatus } from '../../photoshoot/photoshoot.ts'
import type { WaitingFor } from '../resource.ts'
import { isDone, ONBOARDING_STEPS, STEPS, type OnboardingStep } from '../steps.ts'
import type { OnboardingCase } from './evolve.ts'

/** Staff review a submission within this time, weekends apart. */
const REVIEW_HOURS = 48

/** The photo shoot as far as dates depend on it. */
export type ShootDates = Readonly<{
  status: PhotoshootStatus
  startsAt: Instant | null
  deliverBy: Instant | null
}>
export type Waiting = Readonly<{ waitingFor: WaitingFor; nextDate: Instant | null }>

const WEEKEND = [0, 6]
/** The end of the promise; a weekend does not count. */
const reviewedBy = (submittedAt: Instant): Instant => {
  let at = addHours(submittedAt, REVIEW_HOURS)
  while (WEEKEND.includes(new Date(at).getUTCDay())) at = addHours(at, 24)
  return at
}

const forPhotos = ({ status, startsAt, deliverBy }: ShootDates): Waiting | undefined => {
  if (status === 'scheduled' || status === 'in_progress')
    return { waitingFor: 'photographer', nextDate: startsAt }
  if (status === 'shot') return { waitingFor: 'photographer', nextDate: deliverBy }
  return undefined
}

/** The step that the host should take next; null: none is open. */
export const findNextStep = ({ steps }: Pick<OnboardingCase, 'steps'>): OnboardingStep | null =>
  ONBOARDING_STEPS.find((step) => steps[step] === 'needs_changes') ??
  ONBOARDING_STEPS.find(
    (step) =>
      steps[step] === 'not_started' &&
      STEPS[step].completedBy !== 'staff' &&
      STEPS[step].after.every((earlier) => isDone(steps[earlier]) || steps[earlier] === 'waiting'),
  ) ??
  null

/** Who must act next and by when (docs/domain/onboarding.md#who-acts-next). */
export const waitingFor = (known: OnboardingCase, shoot: ShootDates | null): Waiting => {
  const photos = shoot === null ? undefined : forPhotos(shoot)
  switch (known.state) {
    case 'live':
      return known.lapsed.length > 0
        ? { waitingFor: 'host', nextDate: known.pauseAt }
        : { waitingFor: 'nobody', nextDate: null }
    case 'rejected':
      return { waitingFor: 'nobody', nextDate: null }
    case 'submitted':
    case 'in_review':
      return { waitingFor: 'staff', nextDate: known.submittedAt && reviewedBy(known.submittedAt) }
    case 'approved':
      return (
        photos ?? {
          waitingFor: Object.values(known.awaits).find((awaited) => awaited !== undefined) ?? 'host',
          nextDate: null,
        }
      )
    case 'abandoned':
    case 'changes_requested':
      return { waitingFor: 'host', nextDate: null }
    default:
      // What is open for the host comes first; a submission is the host's, too.
      return { waitingFor: 'host', nextDate: photos?.nextDate ?? null }
  }
}
