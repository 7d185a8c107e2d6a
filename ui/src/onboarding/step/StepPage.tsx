import { STEPS } from '@hearth/contracts/onboarding'
import { stepProblems } from '@hearth/contracts/onboarding/rules/stepProblems'
import { Navigate, useLocation, useParams } from 'react-router-dom'
import { useCan } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import { readStatus } from '../../data/http/problems.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { NotFound } from '../../components/feedback/NotFound.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import { ReadOnlyAnswers } from '../../listing-sections/fields/readOnlyAnswers.ts'
import { SaveStatus } from '../../listing-sections/fields/SaveStatus.tsx'
import { MissingList } from './MissingList.tsx'
import styles from '../Onboarding.module.css'
import { Requests } from '../Requests.tsx'
import { FinishStep } from './FinishStep.tsx'
import { sortRequests } from './stepRequests.ts'
import { readFacts } from '../stepFacts.ts'
import { StepForm } from './StepForm.tsx'
import { isStepPage, STEP_PAGE_PATHS, STEP_PAGES } from './stepPages.ts'
import '../../listing-sections/texts.ts'
import { useCase, useListing, type OnboardingCase } from '../../data/queries/useCase.ts'
import type { Listing } from '../../data/records/records.ts'
import {
  useSection,
  useUnsentDrafts,
  type Content,
  type SectionEditor,
} from '../../listing-sections/saving/useSection.ts'

type StepKeys = { listingId: string } & (typeof STEP_PAGES)[keyof typeof STEP_PAGES]
type Loaded = Readonly<{ editor: SectionEditor; row: Content; onboarding: OnboardingCase; listing: Listing }>

const StepView = ({ listingId, step, section, editor, row, onboarding, listing }: StepKeys & Loaded) => {
  const t = useText()
  const mayWrite = useCan('listing.write')
  const line = onboarding.steps.find((one) => one.step === step)
  const problems = stepProblems(step, readFacts(row, listing, onboarding, section, editor))
  const requests = sortRequests(line?.requests ?? [], { step, section }, editor.fields ?? {})
  const name = t(`onboarding.steps.${step}.name`)
  return (
    <>
      <PageHeader
        title={name}
        detail={onboarding.name}
        crumbs={[
          { label: t('onboarding.title'), to: to.onboarding() },
          { label: onboarding.name, to: to.onboardingCase(listingId) },
          { label: name },
        ]}
        actions={mayWrite && <SaveStatus editor={editor} />}
      />
      <p className={`q ${styles['intro']}`}>{t(`onboarding.steps.${step}.intro`)}</p>
      {!mayWrite && <p className={`small c ${styles['intro']}`}>{t('onboarding.page.readOnly')}</p>}
      <div className={styles['cols']}>
        <fieldset className={styles['form']} disabled={!mayWrite}>
          <Requests comments={requests.general} />
          <ReadOnlyAnswers value={!mayWrite}>
            <StepForm
              step={step}
              listingId={listingId}
              currency={listing.currency}
              editor={editor}
              onboarding={onboarding}
              commentsAt={requests.at}
            />
          </ReadOnlyAnswers>
        </fieldset>
        <aside className={styles['aside']}>
          <MissingList
            problems={problems}
            state={line?.state ?? 'not_started'}
            notApplicable={line?.notApplicable ?? null}
          />
          {mayWrite && (
            <FinishStep
              listingId={listingId}
              step={step}
              editor={editor}
              isDone={line?.state === 'complete' || line?.state === 'not_applicable'}
              missingCount={problems.filter(({ awaits }) => awaits === undefined).length}
            />
          )}
          <LinkButton to={to.onboardingCase(listingId)}>{t('onboarding.page.back')}</LinkButton>
        </aside>
      </div>
    </>
  )
}

/** Loads what a step needs. */
const Step = (keys: StepKeys) => {
  const t = useText()
  const { listingId, section } = keys
  const editor = useSection(listingId, section)
  const onboarding = useCase(listingId)
  const listing = useListing(listingId)
  useUnsentDrafts()
  const { row, fields } = editor
  if (row && onboarding.data && listing.data && fields)
    return (
      <StepView {...keys} editor={editor} row={row} onboarding={onboarding.data} listing={listing.data} />
    )
  const error = editor.loadError ?? onboarding.error ?? listing.error
  if (readStatus(error) === 404 || readStatus(error) === 422) return <NotFound />
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

/**
 * `/onboarding/{listingId}/{basics|amenities|pre-arrival}/{step}`: the questions of one step, each saved as
 * it is answered.
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
