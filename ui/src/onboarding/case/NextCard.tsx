import { Button } from '@mui/material'
import { pageOf } from '@hearth/contracts/onboarding'
import { useCan } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import type { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { formatDay, wallClock } from '../../components/dates/localDate.ts'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import styles from './CasePage.module.css'
import { MINUTES, openSteps } from './hub.ts'
import type { OnboardingCase } from '../../data/queries/useCase.ts'

/** While the details are the host's. */
export const canSubmit = ({ state }: Pick<OnboardingCase, 'state'>) =>
  ['started', 'in_progress', 'changes_requested'].includes(state)

/**
 * The one thing to do next, or whom everything waits for. `submit` belongs to the page: its header has the
 * same button.
 */
export const NextCard = ({
  onboarding,
  zone,
  submit,
}: {
  onboarding: OnboardingCase
  zone: string
  submit: ReturnType<typeof useCommand>
}) => {
  const t = useText()
  const mayWrite = useCan('listing.write')
  const { nextStep, waitingFor, nextDate, state } = onboarding
  const day = nextDate === null ? undefined : formatDay(wallClock(nextDate, zone).date)
  if (canSubmit(onboarding) && nextStep !== null && openSteps(onboarding).length > 0) {
    const line = onboarding.steps.find(({ step }) => step === nextStep)
    const text =
      line?.requests[0]?.comment ?? line?.problems[0]?.detail ?? t(`onboarding.next.text.${nextStep}`)
    return (
      <Card className={styles['next']}>
        <p className={styles['cap']}>{t('onboarding.next.minutes', { minutes: MINUTES[nextStep] })}</p>
        <h2>{t(`onboarding.next.title.${nextStep}`)}</h2>
        <p className="q small">{text}</p>
        {mayWrite && (
          <LinkButton filled to={pageOf(nextStep, onboarding.id)}>
            {t('onboarding.continue')}
          </LinkButton>
        )}
      </Card>
    )
  }
  if (canSubmit(onboarding)) {
    return (
      <Card className={styles['next']}>
        <p className={styles['cap']}>{t('onboarding.next.label')}</p>
        <h2>{t('onboarding.next.submit')}</h2>
        <p className="q small">{t('onboarding.next.submitText')}</p>
        <ProblemText error={submit.error} />
        {mayWrite && (
          <Button
            variant="contained"
            color="primary"
            loading={submit.pending}
            onClick={() => submit.run({ record: { id: onboarding.id } })}
          >
            {t('onboarding.submit')}
          </Button>
        )}
      </Card>
    )
  }
  if (state === 'rejected' || state === 'abandoned') return null
  return (
    <Card className={styles['next']}>
      <p className={styles['cap']}>{t(`onboarding.next.waiting.${waitingFor}`)}</p>
      <h2>{t(`onboarding.next.state.${state}`)}</h2>
      <p className="q small">
        {day === undefined ? t(`onboarding.next.stateText.${state}`) : t('onboarding.next.by', { day })}
      </p>
      {waitingFor === 'host' && nextStep !== null && mayWrite && (
        <LinkButton filled to={pageOf(nextStep, onboarding.id)}>
          {t('onboarding.continue')}
        </LinkButton>
      )}
      {state === 'live' && (
        <LinkButton to={to.listing(onboarding.id)}>{t('onboarding.banner.toListing')}</LinkButton>
      )}
    </Card>
  )
}
