import { useState } from 'react'
import { Button, OutlinedInput, Select } from '@mui/material'
import {
  REGISTRATION_SCHEMES,
  schemeOfCountry,
  sectionOf,
  type listingContents,
  type RegistrationScheme,
} from '@hearth/contracts/listing'
import type { Shown } from '@hearth/contracts/kernel/resource'
import { useGetOne } from 'react-admin'
import { useCan } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import type { Listing } from '../../data/records/records.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { ExplainedCommand } from '../../components/dialog/ExplainedCommand.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { Field } from '../../components/form/Field.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { addDays, formatDay, todayIn } from '../../components/dates/localDate.ts'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import styles from './Details.module.css'

const TONES = { provided: 'info', verified: 'ok', rejected: 'bad' } as const
const SCHEMES = Object.keys(REGISTRATION_SCHEMES) as RegistrationScheme[]

/** For staff, also after verification: registrations expire. */
const Review = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const saved = useSaved()
  const verify = useCommand({
    resource: 'listings',
    verb: 'verify-registration',
    touches: ['onboarding'],
    onSuccess: () => saved(t('listingDetails.verified')),
  })
  if (listing.registration === null) return null
  return (
    <div className={styles['actions']}>
      <Button
        variant="contained"
        color="primary"
        disabled={listing.registration.status === 'verified'}
        loading={verify.pending}
        onClick={() => verify.run({ record: { id: listing.id } })}
      >
        {t('listingDetails.verify')}
      </Button>
      <ExplainedCommand
        resource="listings"
        id={listing.id}
        verb="reject-registration"
        touches={['onboarding']}
        field="reason"
        most={500}
        label={t('listingDetails.reject')}
        title={t('listingDetails.rejectTitle')}
        question={t('listingDetails.rejectWhy')}
        keep={t('listingDetails.keep')}
        saved={t('listingDetails.rejected')}
      />
      <ProblemText error={verify.error} />
    </div>
  )
}

const RegistrationForm = ({
  listing,
  needed,
}: {
  listing: Listing
  needed: RegistrationScheme | undefined
}) => {
  const t = useText()
  const saved = useSaved()
  const known = listing.registration
  const [draft, setDraft] = useState({
    scheme: known?.scheme ?? needed ?? 'other',
    number: known?.number ?? '',
    expiresOn: known?.expiresOn ?? '',
    landRegistryNumber: known?.landRegistryNumber ?? '',
  })
  const command = useCommand({
    resource: 'listings',
    verb: 'record-registration',
    touches: ['onboarding'],
    onSuccess: () => saved(t('listingDetails.recorded')),
  })
  const { pattern, example } = REGISTRATION_SCHEMES[draft.scheme]
  const number = draft.number.trim()
  const wrong = number !== '' && !pattern.test(number)
  const set = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part })
  return (
    <form
      className={styles['body']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (number !== '' && !wrong)
          command.run({
            record: { id: listing.id },
            body: {
              scheme: draft.scheme,
              number,
              expiresOn: draft.expiresOn === '' ? null : draft.expiresOn,
              landRegistryNumber:
                draft.landRegistryNumber.trim() === '' ? null : draft.landRegistryNumber.trim(),
            },
          })
      }}
    >
      <Field label={t('listingDetails.scheme')}>
        {({ id }) => (
          <Select
            native
            value={draft.scheme}
            onChange={({ target }) => set({ scheme: target.value as RegistrationScheme })}
            inputProps={{ id }}
          >
            {SCHEMES.map((scheme) => (
              <option key={scheme} value={scheme}>
                {scheme === 'other'
                  ? t('listingDetails.schemeOther')
                  : `${REGISTRATION_SCHEMES[scheme].country}: ${REGISTRATION_SCHEMES[scheme].label}`}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label={t('listingDetails.number')}
        help={t('listingDetails.numberHelp', { example })}
        error={wrong ? t('listingDetails.numberWrong', { example }) : undefined}
      >
        {({ error, ...field }) => (
          <OutlinedInput
            error={error}
            value={draft.number}
            onChange={({ target }) => set({ number: target.value })}
            inputProps={{ ...field, maxLength: 60 }}
          />
        )}
      </Field>
      <Field label={t('listingDetails.expiresOn')} help={t('listingDetails.expiresHelp')}>
        {({ error: _error, ...field }) => (
          <OutlinedInput
            type="date"
            value={draft.expiresOn}
            onChange={({ target }) => set({ expiresOn: target.value })}
            inputProps={{ ...field, min: addDays(todayIn(listing.timezone), 1) }}
          />
        )}
      </Field>
      <Field label={t('listingDetails.landRegistry')}>
        {({ error: _error, ...field }) => (
          <OutlinedInput
            value={draft.landRegistryNumber}
            onChange={({ target }) => set({ landRegistryNumber: target.value })}
            inputProps={{ ...field, maxLength: 60 }}
          />
        )}
      </Field>
      <ProblemText error={command.error} />
      <div className={styles['actions']}>
        <Button
          type="submit"
          variant="contained"
          color="primary"
          disabled={number === '' || wrong}
          loading={command.pending}
        >
          {t('listingDetails.record')}
        </Button>
      </div>
    </form>
  )
}

/** What the law and the contract require: the registration, checked by staff, and the agreement. */
export const ComplianceTab = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const mayWrite = useCan('listing.write') && listing.status !== 'delisted'
  const mayCurate = useCan('listing.curate')
  const { data } = useGetOne<Shown<typeof listingContents>>('listing-contents', { id: listing.id })
  const needed = schemeOfCountry(sectionOf(data, 'location').values.address?.country ?? '')
  const known = listing.registration
  return (
    <div className={styles['cols']}>
      <Card
        title={t('listingDetails.registration')}
        action={
          known && (
            <StatusChip tone={TONES[known.status]}>
              {t(`listingDetails.registrationStatus.${known.status}`)}
            </StatusChip>
          )
        }
      >
        <div className={styles['body']}>
          {known === null ? (
            <p className="q">
              {needed === undefined
                ? t('listingDetails.registrationNone')
                : t('listingDetails.registrationNeeded', { label: REGISTRATION_SCHEMES[needed].label })}
            </p>
          ) : (
            <p>
              <strong className="strong">{known.number}</strong>
              {known.expiresOn !== null && (
                <span className="q">
                  , {t('listingDetails.expiresOn').toLowerCase()} {formatDay(known.expiresOn)}
                </span>
              )}
            </p>
          )}
          {known?.rejectedBecause != null && <p className="bad-ink">{known.rejectedBecause}</p>}
          {mayCurate && <Review listing={listing} />}
        </div>
        {mayWrite && (
          <RegistrationForm
            key={`${known?.number ?? ''}/${needed ?? ''}`}
            listing={listing}
            needed={needed}
          />
        )}
      </Card>
      {listing.drafted && (
        <Card title={t('listingDetails.agreement')}>
          <div className={styles['body']}>
            <p className="q">{t('listingDetails.agreementText')}</p>
            <div className={styles['actions']}>
              <LinkButton to={`${to.onboardingCase(listing.id)}/management-agreement`}>
                {t('listingDetails.agreementOpen')}
              </LinkButton>
            </div>
          </div>
        </Card>
      )}
    </div>
  )
}
