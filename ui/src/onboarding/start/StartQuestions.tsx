import { useState } from 'react'
import { Button } from '@mui/material'
import { zPropertyType } from '@hearth/contracts/listing/sections/type'
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
import { factsOf } from '../stepFacts.ts'
import { useCase, useListing } from '../../data/queries/useCase.ts'
import { useSection } from '../../listing-sections/saving/useSection.ts'

const isAnswered = (value: unknown) => value !== null && value !== undefined

/** What was asked for, space of its height until it is there, or why it is not. */
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

/** Second page: what it is, and how many bedrooms it has. */
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

/** Third page: by which right, and that it is wanted; then the listing's own page. */
export const StartRight = ({ listingId }: { listingId: string }) => {
  const t = useText()
  const navigate = useNavigate()
  const editor = useSection(listingId, 'type')
  const onboarding = useCase(listingId)
  const place = useListing(listingId)
  const [flushing, setFlushing] = useState(false)
  const finished = () => void navigate(to.onboardingCase(listingId))
  const complete = useCommand({
    resource: 'onboarding',
    verb: 'complete-step',
    touches: ['listings'],
    onSuccess: finished,
  })
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
  const problems = stepProblems('start', factsOf(row, listing, onboarding.data, 'type', editor))
  const elsewhere = problems.filter(({ pointer }) => !/\/(relationship|consentToList)$/.test(pointer))
  const finish = async () => {
    setFlushing(true)
    await editor.flush()
    setFlushing(false)
    if (editor.isSaved()) complete.run({ record: { id: listingId }, body: { step: 'start' } })
  }
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
      {elsewhere.length > 0 && (
        <Card title={t('onboarding.page.missing')}>
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
      )}
      <ProblemText error={complete.error} />
      <div className={styles['actions']}>
        <LinkButton to={to.startListing({ listingId, page: 'kind' })}>
          {t('onboarding.start.back')}
        </LinkButton>
        <Button
          variant="contained"
          color="primary"
          disabled={problems.length > 0}
          loading={complete.pending || flushing}
          onClick={() => void finish()}
        >
          {t('onboarding.start.finish')}
        </Button>
        {problems.length > 0 && (
          <span className="small q">
            {t('onboarding.page.missingCount', { smart_count: problems.length })}
          </span>
        )}
      </div>
    </>
  )
}
