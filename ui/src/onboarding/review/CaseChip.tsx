import type { OnboardingState } from '@hearth/contracts/onboarding'
import { useText } from '../../i18n/text.ts'
import type { Tone } from '../../theme/tokens.ts'
import { StatusChip } from '../../components/status/StatusChip.tsx'

const TONES: Readonly<Record<OnboardingState, Tone>> = {
  started: 'mute',
  in_progress: 'mute',
  submitted: 'warn',
  in_review: 'info',
  changes_requested: 'warn',
  approved: 'ok',
  live: 'ok',
  abandoned: 'mute',
  rejected: 'bad',
}

/** A listing's onboarding state, for staff. */
export const CaseChip = ({ state }: { state: OnboardingState }) => {
  const t = useText()
  return (
    <StatusChip tone={TONES[state]} plain={state === 'started' || state === 'in_progress'}>
      {t(`review.state.${state}`)}
    </StatusChip>
  )
}
