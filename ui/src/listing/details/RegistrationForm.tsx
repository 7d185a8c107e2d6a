import { useState } from 'react'
import { Button, OutlinedInput, Select } from '@mui/material'
import { REGISTRATION_SCHEMES, type RegistrationScheme } from '@hearth/contracts/listing'
import type { Listing } from '../../data/records/records.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { Field } from '../../components/form/Field.tsx'
import { addDays, todayIn } from '../../components/dates/localDate.ts'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import styles from './Details.module.css'

const SCHEMES = Object.keys(REGISTRATION_SCHEMES) as RegistrationScheme[]

export const RegistrationForm = ({
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
