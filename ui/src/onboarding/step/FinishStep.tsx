import { useState } from 'react'
import { Button } from '@mui/material'
import { formatStepPage, type OnboardingStep } from '@hearth/contracts/onboarding'
import { useNavigate } from 'react-router-dom'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import type { SectionEditor } from '../../listing-sections/saving/useSection.ts'
import { to } from '../../navigation/paths.ts'
import styles from '../Onboarding.module.css'
import { STEP_PAGE_PATHS, STEP_PAGES } from './stepPages.ts'

/** The host's next step after this one. */
const nextStep = (step: OnboardingStep): OnboardingStep | undefined => {
  const order = STEP_PAGE_PATHS.map((path) => STEP_PAGES[path].step as OnboardingStep)
  return order[order.indexOf(step) + 1]
}

type Props = {
  listingId: string
  step: OnboardingStep
  editor: SectionEditor
  isDone: boolean
  /** How many answers are missing. */
  missingCount: number
}

/** Saves pending changes, completes the step and opens the next one. */
export const FinishStep = ({ listingId, step, editor, isDone, missingCount }: Props) => {
  const t = useText()
  const navigate = useNavigate()
  const [flushing, setFlushing] = useState(false)
  const next = nextStep(step)
  const goOn = () =>
    void navigate(next === undefined ? to.onboardingCase(listingId) : formatStepPage(next, listingId))
  const complete = useCommand({
    resource: 'onboarding',
    verb: 'complete-step',
    touches: ['listings'],
    onSuccess: goOn,
  })
  const finish = async () => {
    setFlushing(true)
    await editor.flush()
    setFlushing(false)
    if (!editor.isSaved()) return
    if (isDone) goOn()
    else complete.run({ record: { id: listingId }, body: { step } })
  }
  const isBlocked = !isDone && missingCount > 0
  return (
    <div className={styles['finish']}>
      <Button
        variant="contained"
        color="primary"
        fullWidth
        disabled={isBlocked}
        loading={complete.pending || flushing}
        onClick={() => void finish()}
      >
        {t(isDone ? 'onboarding.page.next' : 'onboarding.page.done')}
      </Button>
      {isBlocked && (
        <p className="small q">{t('onboarding.page.missingCount', { smart_count: missingCount })}</p>
      )}
      {editor.state !== 'saved' && editor.state !== 'saving' && editor.state !== 'unsaved' && (
        <p className="small q">{t('onboarding.page.saveFirst')}</p>
      )}
      <ProblemText error={complete.error} />
    </div>
  )
}
