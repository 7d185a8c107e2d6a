import type { Readiness } from '@hearth/contracts/listing'
import { Card } from '../../components/layout/Card.tsx'
import type { OnboardingCase } from '../../data/queries/useCase.ts'
import { useText } from '../../i18n/text.ts'
import { ReadinessList } from '../../listing-sections/readiness/ReadinessList.tsx'
import { useReadiness } from '../../listing-sections/readiness/useReadiness.ts'

type Condition = Readiness['conditions'][number]['code']

/** No step asks for these, or they can stop to hold after theirs; curators see to the others during a review. */
const MEANWHILE: readonly Condition[] = ['payout_method', 'tax']

/** What keeps a listing that was sent for review from going live, and where the host completes it. */
export const StillNeeded = ({ onboarding: { id, state } }: { onboarding: OnboardingCase }) => {
  const t = useText()
  const isApproved = state === 'approved'
  const { data } = useReadiness(id, isApproved || state === 'submitted' || state === 'in_review')
  const missing = (data?.conditions ?? []).filter(
    ({ code, detail }) => detail !== null && (isApproved || MEANWHILE.includes(code)),
  )
  return missing.length === 0 ? null : (
    <Card title={t('onboarding.readiness.title')}>
      <ReadinessList conditions={missing} />
    </Card>
  )
}
