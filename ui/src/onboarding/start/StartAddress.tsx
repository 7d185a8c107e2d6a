import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Button } from '@mui/material'
import { zAddress, type Geo } from '@hearth/contracts/listing/sections/location'
import { useNavigate } from 'react-router-dom'
import { useSession } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { focusFirstError } from '../../components/form/focusFirstError.ts'
import { Card } from '../../components/layout/Card.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import {
  readAddressErrors,
  AddressFields,
  NO_ADDRESS,
  type TypedAddress,
} from '../../listing-sections/AddressFields.tsx'
import forms from '../../listing-sections/fields/Form.module.css'
import { formatIssue } from '../../listing-sections/fields/issueText.ts'
import { QuestionFrame } from '../../listing-sections/fields/Question.tsx'
import { SaveStatus } from '../../listing-sections/fields/SaveStatus.tsx'
import type { Issue } from '../../listing-sections/saving/sectionFields.ts'
import styles from './StartPage.module.css'
import { guessPin, type Pin } from './findPlaces.ts'
import { StartWaiting } from './StartQuestions.tsx'
import { useSection } from '../../listing-sections/saving/useSection.ts'

const AddressPicker = lazy(() => import('./AddressPicker.tsx'))

type Place = Readonly<{ address: TypedAddress }> & Pin
const NO_PLACE: Place = { address: NO_ADDRESS, geo: null, geoAccuracyMeters: null, pinConfirmed: false }

/**
 * What was typed before the listing exists stays in this tab, also when it is reloaded, and is visible only
 * to the person who typed it.
 */
const formatStorageKey = (userId: string) => `hearth.start/${userId}`
const readKept = (key: string): Place => {
  try {
    return { ...NO_PLACE, ...(JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Place>) }
  } catch {
    return NO_PLACE
  }
}

/** The address and pin that the host has entered so far, and the command that creates the draft from them. */
const useStartDraft = () => {
  const t = useText()
  const navigate = useNavigate()
  const key = formatStorageKey(useSession()?.user.id ?? '')
  const [place, setPlace] = useState(() => readKept(key))
  const [attempts, setAttempts] = useState(0)
  const [guessing, setGuessing] = useState(false)
  useEffect(() => sessionStorage.setItem(key, JSON.stringify(place)), [key, place])
  const draft = useCommand({
    resource: 'listing-drafts',
    touches: ['listings', 'onboarding', 'listing-contents'],
    onSuccess: ({ id }) => {
      sessionStorage.removeItem(key)
      void navigate(to.startListing({ listingId: id, page: 'kind' }), { replace: true })
    },
  })
  const read = zAddress.safeParse(place.address)
  const own =
    read.success || attempts === 0
      ? {}
      : Object.fromEntries(
          (read.error.issues as readonly Issue[])
            .map((issue) => [issue.path.join('/'), formatIssue(issue, t)])
            .toReversed(),
        )
  const refused = readAddressErrors(draft.error, t)
  const submit = async () => {
    setAttempts((count) => count + 1)
    if (!read.success || guessing) return
    setGuessing(true)
    const { geo, geoAccuracyMeters, pinConfirmed } =
      (place.geo === null ? await guessPin(read.data) : undefined) ?? place
    setGuessing(false)
    draft.run({ body: { address: read.data, geo, geoAccuracyMeters, pinConfirmed } })
  }
  return {
    place,
    setPlace,
    errors: { ...own, ...refused },
    hasRefusedFields: Object.keys(refused).length > 0,
    attempts,
    guessing,
    draft,
    submit,
  }
}

/** First page, before the listing exists: where it is. Continuing creates the draft. */
export const StartDraft = () => {
  const t = useText()
  const { place, setPlace, errors, hasRefusedFields, attempts, guessing, draft, submit } = useStartDraft()
  const form = useRef<HTMLFormElement>(null)
  // The button is below the map, the fields are above it.
  useEffect(() => {
    if (attempts > 0) focusFirstError(form.current)
  }, [attempts, draft.error])
  return (
    <form
      ref={form}
      noValidate
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Card title={t('onboarding.start.part.address')}>
        <div className={forms['fields']}>
          <AddressFields
            address={place.address}
            errors={errors}
            onChange={(address) => setPlace((now) => ({ ...now, address }))}
          />
          <Suspense fallback={<Skeleton height={320} />}>
            <AddressPicker
              address={place.address}
              pin={place}
              onPin={(pin) => setPlace((now) => ({ ...now, ...pin }))}
              onAddress={(address) => setPlace((now) => ({ ...now, address }))}
            />
          </Suspense>
        </div>
      </Card>
      {!hasRefusedFields && <ProblemText error={draft.error} />}
      <div className={styles['actions']}>
        <Button
          type="submit"
          variant="contained"
          color="primary"
          loading={guessing || (draft.pending && !draft.paused)}
        >
          {t('onboarding.start.continue')}
        </Button>
        <span className="small q">
          {t(draft.paused ? 'onboarding.start.waits' : 'onboarding.start.draftNote')}
        </span>
      </div>
    </form>
  )
}

/** First page of a listing that exists: the same questions, saved as they are answered. */
export const StartAddress = ({ listingId }: { listingId: string }) => {
  const t = useText()
  const editor = useSection(listingId, 'location')
  if (editor.fields === undefined) return <StartWaiting error={editor.loadError} onRetry={editor.refetch} />
  const { fields } = editor
  const address = { ...NO_ADDRESS, ...(fields['address'] as Partial<TypedAddress> | null | undefined) }
  const pin: Pin = {
    geo: (fields['geo'] ?? null) as Geo | null,
    geoAccuracyMeters: (fields['geoAccuracyMeters'] ?? null) as number | null,
    pinConfirmed: fields['pinConfirmed'] === true,
  }
  return (
    <>
      <Card title={t('onboarding.start.part.address')} action={<SaveStatus editor={editor} />}>
        <div className={forms['fields']}>
          <QuestionFrame editor={editor} section="location" name="address">
            {(errors) => (
              <AddressFields
                address={address}
                errors={Object.fromEntries(
                  Object.entries(errors).map(([at, error]) => [at.replace('address/', ''), error]),
                )}
                onChange={(next) => editor.set('address', next)}
              />
            )}
          </QuestionFrame>
          <QuestionFrame editor={editor} section="location" name="geo">
            {() => (
              <Suspense fallback={<Skeleton height={320} />}>
                <AddressPicker
                  address={address}
                  pin={pin}
                  onAddress={(next) => editor.set('address', next)}
                  onPin={(next) => {
                    editor.set('geo', next.geo)
                    editor.set('geoAccuracyMeters', next.geoAccuracyMeters)
                    editor.set('pinConfirmed', next.pinConfirmed)
                  }}
                />
              </Suspense>
            )}
          </QuestionFrame>
        </div>
      </Card>
      <div className={styles['actions']}>
        <LinkButton filled to={to.startListing({ listingId, page: 'kind' })}>
          {t('onboarding.start.continue')}
        </LinkButton>
      </div>
    </>
  )
}
