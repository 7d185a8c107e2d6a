import { Button } from '@mui/material'
import { formatStepPage, type OnboardingStep } from '@hearth/contracts/onboarding'
import { useCan } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import type { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { formatDay, wallClock } from '../../components/dates/localDate.ts'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import styles from './CasePage.module.css'
import { MINUTES, listOpenSteps } from './hub.ts'
import type { OnboardingCase } from '../../data/queries/useCase.ts'

/** Whether the host can still edit and submit. */
export const canSubmit = ({ state }: Pick<OnboardingCase, 'state'>) =>
  ['started', 'in_progress', 'changes_requested'].includes(state)

type Props = Readonly<{ onboarding: OnboardingCase; zone: string; submit: ReturnType<typeof useCommand> }>

const ContinueButton = ({ onboarding: { id, nextStep } }: Pick<Props, 'onboarding'>) => {
  const t = useText()
  const mayWrite = useCan('listing.write')
  return nextStep !== null && mayWrite ? (
    <LinkButton filled to={formatStepPage(nextStep, id)}>
      {t('onboarding.continue')}
    </LinkButton>
  ) : null
}

const NextStepCard = ({ onboarding, step }: Pick<Props, 'onboarding'> & { step: OnboardingStep }) => {
  const t = useText()
  const line = onboarding.steps.find((each) => each.step === step)
  return (
    <Card className={styles['next']}>
      <p className={styles['cap']}>{t('onboarding.next.minutes', { minutes: MINUTES[step] })}</p>
      <h2>{t(`onboarding.next.title.${step}`)}</h2>
      <p className="q small">
        {line?.requests[0]?.comment ?? line?.problems[0]?.detail ?? t(`onboarding.next.text.${step}`)}
      </p>
      <ContinueButton onboarding={onboarding} />
    </Card>
  )
}

const SubmitCard = ({ onboarding, submit }: Pick<Props, 'onboarding' | 'submit'>) => {
  const t = useText()
  const mayWrite = useCan('listing.write')
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

/** Who must act next, and by when. */
const WaitingCard = ({
  onboarding,
  zone,
  state,
}: Pick<Props, 'onboarding' | 'zone'> & {
  state: Exclude<OnboardingCase['state'], 'rejected' | 'abandoned'>
}) => {
  const t = useText()
  const { waitingFor, nextDate } = onboarding
  const day = nextDate === null ? undefined : formatDay(wallClock(nextDate, zone).date)
  return (
    <Card className={styles['next']}>
      <p className={styles['cap']}>{t(`onboarding.next.waiting.${waitingFor}`)}</p>
      <h2>{t(`onboarding.next.state.${state}`)}</h2>
      <p className="q small">
        {day === undefined ? t(`onboarding.next.stateText.${state}`) : t('onboarding.next.by', { day })}
      </p>
      {waitingFor === 'host' && <ContinueButton onboarding={onboarding} />}
      {state === 'live' && (
        <LinkButton to={to.listing(onboarding.id)}>{t('onboarding.banner.toListing')}</LinkButton>
      )}
    </Card>
  )
}

/**
 * The next step to do, or who must act next. `submit` belongs to the page, whose header has the same button.
 */
export const NextCard = ({ onboarding, zone, submit }: Props) => {
  const { nextStep, state } = onboarding
  if (canSubmit(onboarding) && nextStep !== null && listOpenSteps(onboarding).length > 0)
    return <NextStepCard onboarding={onboarding} step={nextStep} />
  if (canSubmit(onboarding)) return <SubmitCard onboarding={onboarding} submit={submit} />
  if (state === 'rejected' || state === 'abandoned') return null
  return <WaitingCard onboarding={onboarding} zone={zone} state={state} />
}
