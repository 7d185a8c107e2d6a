import { useState } from 'react'
import { Button } from '@mui/material'
import { zPropertyType } from '@hearth/contracts/listing/sections/type'
import type { StepProblem } from '@hearth/contracts/onboarding/rules/facts'
import { stepProblems } from '@hearth/contracts/onboarding/rules/stepProblems'
import { Link, useNavigate } from 'react-router-dom'
import { to } from '../../navigation/paths.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import { START_FIELDS } from '../../listing-sections/forms/cards.ts'
import forms from '../../listing-sections/fields/Form.module.css'
import { Question } from '../../listing-sections/fields/Question.tsx'
import { SaveStatus } from '../../listing-sections/fields/SaveStatus.tsx'
import styles from './StartPage.module.css'
import { readFacts } from '../stepFacts.ts'
import { useCase, useListing } from '../../data/queries/useCase.ts'
import { useSection } from '../../listing-sections/saving/useSection.ts'

const isAnswered = (value: unknown) => value !== null && value !== undefined

/** Space for a page that is loading, or why it couldn't be loaded. */
export const StartWaiting = ({ error, onRetry }: { error: unknown; onRetry: () => unknown }) => {
  const t = useText()
  return error ? (
    <Card>
      <ErrorState title={t('onboarding.page.failed')} error={error} onRetry={() => void onRetry()} />
    </Card>
  ) : (
    <div aria-busy="true">
      <Skeleton height={280} />
    </div>
  )
}

/** Second page: the property type, and the number of bedrooms. */
export const StartKind = ({ listingId }: { listingId: string }) => {
  const t = useText()
  const type = useSection(listingId, 'type')
  const info = useSection(listingId, 'info')
  const currency = useListing(listingId).data?.currency ?? 'EUR'
  if (type.fields === undefined || info.fields === undefined)
    return <StartWaiting error={type.loadError} onRetry={type.refetch} />
  const complete = isAnswered(type.fields['propertyType']) && isAnswered(info.fields['bedrooms'])
  return (
    <>
      <Card
        title={t('onboarding.start.part.kind')}
        action={<SaveStatus editor={type.state === 'saved' ? info : type} />}
      >
        <div className={`${forms['fields']} ${forms['narrow']}`}>
          <Question
            editor={type}
            section="type"
            listingId={listingId}
            currency={currency}
            spec={{ kind: 'choice', name: 'propertyType', options: zPropertyType.options }}
          />
          <Question
            editor={info}
            section="info"
            listingId={listingId}
            currency={currency}
            spec={{ kind: 'number', name: 'bedrooms' }}
          />
        </div>
      </Card>
      <div className={styles['actions']}>
        <LinkButton to={to.startListing({ listingId, page: 'address' })}>
          {t('onboarding.start.back')}
        </LinkButton>
        <LinkButton filled disabled={!complete} to={to.startListing({ listingId, page: 'right' })}>
          {t('onboarding.start.continue')}
        </LinkButton>
        {!complete && <span className="small q">{t('onboarding.start.both')}</span>}
      </div>
    </>
  )
}

/** The pin can wait until the listing is to go live (docs/domain/listing.md); the step stays open until then. */
const isPinProblem = ({ pointer }: StepProblem) => /^\/location\/(geo|pinConfirmed)$/.test(pointer)

/** What the first two pages still lack, each with a link to its page. */
const MissingOnOtherPages = ({
  listingId,
  problems,
}: {
  listingId: string
  problems: readonly StepProblem[]
}) => {
  const t = useText()
  const elsewhere = problems.filter(({ pointer }) => !/\/(relationship|consentToList)$/.test(pointer))
  if (elsewhere.length === 0) return null
  return (
    <Card title={t(elsewhere.every(isPinProblem) ? 'onboarding.start.later' : 'onboarding.page.missing')}>
      <ul className={styles['missing']}>
        {elsewhere.map(({ pointer, detail }) => (
          <li key={pointer}>
            <Link
              className="link small"
              to={to.startListing({
                listingId,
                page: pointer.startsWith('/location') ? 'address' : 'kind',
              })}
            >
              {detail}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Saves what is pending, completes the step, and opens the listing's own page. */
const FinishActions = ({
  listingId,
  editor,
  problems,
}: {
  listingId: string
  editor: ReturnType<typeof useSection>
  problems: readonly StepProblem[]
}) => {
  const t = useText()
  const navigate = useNavigate()
  const [flushing, setFlushing] = useState(false)
  const leave = () => void navigate(to.onboardingCase(listingId))
  const complete = useCommand({
    resource: 'onboarding',
    verb: 'complete-step',
    touches: ['listings'],
    onSuccess: leave,
  })
  const missing = problems.filter((problem) => !isPinProblem(problem)).length
  const finish = async () => {
    setFlushing(true)
    await editor.flush()
    setFlushing(false)
    if (!editor.isSaved()) return
    if (problems.length > 0) leave()
    else complete.run({ record: { id: listingId }, body: { step: 'start' } })
  }
  return (
    <>
      <ProblemText error={complete.error} />
      <div className={styles['actions']}>
        <LinkButton to={to.startListing({ listingId, page: 'kind' })}>
          {t('onboarding.start.back')}
        </LinkButton>
        <Button
          variant="contained"
          color="primary"
          disabled={missing > 0}
          loading={complete.pending || flushing}
          onClick={() => void finish()}
        >
          {t('onboarding.start.finish')}
        </Button>
        {missing > 0 && (
          <span className="small q">{t('onboarding.page.missingCount', { smart_count: missing })}</span>
        )}
      </div>
    </>
  )
}

/** Third page: the host's right to let the home, and their consent; then the listing's own page. */
export const StartRight = ({ listingId }: { listingId: string }) => {
  const t = useText()
  const editor = useSection(listingId, 'type')
  const onboarding = useCase(listingId)
  const place = useListing(listingId)
  const { row } = editor
  const listing = place.data
  if (
    row === undefined ||
    editor.fields === undefined ||
    listing === undefined ||
    onboarding.data === undefined
  )
    return (
      <StartWaiting
        error={editor.loadError ?? place.error ?? onboarding.error}
        onRetry={() => Promise.all([editor.refetch(), place.refetch(), onboarding.refetch()])}
      />
    )
  const problems = stepProblems('start', readFacts(row, listing, onboarding.data, 'type', editor))
  return (
    <>
      <Card title={t('onboarding.start.part.right')} action={<SaveStatus editor={editor} />}>
        <div className={`${forms['fields']} ${forms['narrow']}`}>
          {START_FIELDS.map((spec) => (
            <Question
              key={spec.name}
              editor={editor}
              section="type"
              listingId={listingId}
              currency={listing.currency}
              spec={spec}
            />
          ))}
        </div>
      </Card>
      <MissingOnOtherPages listingId={listingId} problems={problems} />
      <FinishActions listingId={listingId} editor={editor} problems={problems} />
    </>
  )
}
