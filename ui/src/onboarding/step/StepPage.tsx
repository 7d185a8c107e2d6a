import { useState } from 'react'
import { Button } from '@mui/material'
import { pageOf, STEPS, type OnboardingStep } from '@hearth/contracts/onboarding'
import { stepProblems } from '@hearth/contracts/onboarding/rules/stepProblems'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom'
import { useCan } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import { statusOf } from '../../data/http/problems.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { NotFound } from '../../components/feedback/NotFound.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import { SaveStatus } from '../../listing-sections/fields/SaveStatus.tsx'
import { MissingList } from './MissingList.tsx'
import styles from '../Onboarding.module.css'
import { Requests } from '../Requests.tsx'
import { requestsOf } from './stepRequests.ts'
import { factsOf } from '../stepFacts.ts'
import { StepForm } from './StepForm.tsx'
import { isStepPage, STEP_PAGE_PATHS, STEP_PAGES } from './stepPages.ts'
import '../../listing-sections/texts.ts'
import { useCase, useListing } from '../../data/queries/useCase.ts'
import { useSection, useUnsentDrafts } from '../../listing-sections/saving/useSection.ts'

/** The step after this one on the host's way. */
const nextOf = (step: OnboardingStep): OnboardingStep | undefined => {
  const order = STEP_PAGE_PATHS.map((path) => STEP_PAGES[path].step as OnboardingStep)
  return order[order.indexOf(step) + 1]
}

const Step = ({
  listingId,
  step,
  section,
}: { listingId: string } & (typeof STEP_PAGES)[keyof typeof STEP_PAGES]) => {
  const t = useText()
  const navigate = useNavigate()
  const mayWrite = useCan('listing.write')
  const editor = useSection(listingId, section)
  const onboarding = useCase(listingId)
  const listing = useListing(listingId)
  const [flushing, setFlushing] = useState(false)
  const next = nextOf(step)
  const onward = () =>
    void navigate(next === undefined ? to.onboardingCase(listingId) : pageOf(next, listingId))
  const complete = useCommand({
    resource: 'onboarding',
    verb: 'complete-step',
    touches: ['listings'],
    onSuccess: onward,
  })
  useUnsentDrafts()
  const error = editor.loadError ?? onboarding.error ?? listing.error
  const { row } = editor
  if (
    row === undefined ||
    onboarding.data === undefined ||
    listing.data === undefined ||
    editor.fields === undefined
  ) {
    if (statusOf(error) === 404 || statusOf(error) === 422) return <NotFound />
    if (error)
      return (
        <Card>
          <ErrorState
            title={t('onboarding.page.failed')}
            error={error}
            onRetry={() => void Promise.all([editor.refetch(), onboarding.refetch(), listing.refetch()])}
          />
        </Card>
      )
    return (
      <div className={styles['loading']} aria-busy="true">
        <Skeleton height={72} />
        <Skeleton height={420} />
      </div>
    )
  }
  const line = onboarding.data.steps.find((one) => one.step === step)
  const problems = stepProblems(step, factsOf(row, listing.data, onboarding.data, section, editor))
  const blocking = problems.filter(({ awaits }) => awaits === undefined)
  const isDone = line?.state === 'complete' || line?.state === 'not_applicable'
  const asked = requestsOf(line?.requests ?? [], { step, section }, editor.fields)
  const finish = async () => {
    setFlushing(true)
    await editor.flush()
    setFlushing(false)
    if (!editor.isSaved()) return
    if (isDone) onward()
    else complete.run({ record: { id: listingId }, body: { step } })
  }
  const name = t(`onboarding.steps.${step}.name`)
  return (
    <>
      <PageHeader
        title={name}
        detail={onboarding.data.name}
        crumbs={[
          { label: t('onboarding.title'), to: to.onboarding() },
          { label: onboarding.data.name, to: to.onboardingCase(listingId) },
          { label: name },
        ]}
        actions={mayWrite && <SaveStatus editor={editor} />}
      />
      <p className={`q ${styles['intro']}`}>{t(`onboarding.steps.${step}.intro`)}</p>
      {!mayWrite && <p className={`small c ${styles['intro']}`}>{t('onboarding.page.readOnly')}</p>}
      <div className={styles['cols']}>
        <fieldset className={styles['form']} disabled={!mayWrite}>
          <Requests comments={asked.general} />
          <StepForm
            step={step}
            listingId={listingId}
            currency={listing.data.currency}
            editor={editor}
            onboarding={onboarding.data}
            commentsAt={asked.at}
          />
        </fieldset>
        <aside className={styles['aside']}>
          <MissingList
            problems={problems}
            state={line?.state ?? 'not_started'}
            notApplicable={line?.notApplicable ?? null}
          />
          {mayWrite && (
            <div className={styles['finish']}>
              <Button
                variant="contained"
                color="primary"
                fullWidth
                disabled={!isDone && blocking.length > 0}
                loading={complete.pending || flushing}
                onClick={() => void finish()}
              >
                {t(isDone ? 'onboarding.page.next' : 'onboarding.page.done')}
              </Button>
              {!isDone && blocking.length > 0 && (
                <p className="small q">
                  {t('onboarding.page.missingCount', { smart_count: blocking.length })}
                </p>
              )}
              {editor.state !== 'saved' && editor.state !== 'saving' && editor.state !== 'unsaved' && (
                <p className="small q">{t('onboarding.page.saveFirst')}</p>
              )}
              <ProblemText error={complete.error} />
            </div>
          )}
          <LinkButton to={to.onboardingCase(listingId)} className={styles['back'] ?? ''}>
            {t('onboarding.page.back')}
          </LinkButton>
        </aside>
      </div>
    </>
  )
}

/**
 * `/onboarding/{listingId}/{basics|amenities|pre-arrival}/{step}`: the questions of one step, each saved as it is answered.
 */
const StepPage = () => {
  const { listingId = '' } = useParams()
  const path = useLocation().pathname.replace(/\/$/, '').split('/').slice(3).join('/')
  const first = STEP_PAGE_PATHS.find((one) => one.startsWith(`${path}/`))
  if (first !== undefined) return <Navigate to={`${to.onboardingCase(listingId)}/${first}`} replace />
  return isStepPage(path) && STEPS[STEP_PAGES[path].step].page === path ? (
    <Step key={`${listingId}/${path}`} listingId={listingId} {...STEP_PAGES[path]} />
  ) : (
    <NotFound />
  )
}
export default StepPage
