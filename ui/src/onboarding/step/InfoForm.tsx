import { Button } from '@mui/material'
import {
  REGISTRATION_SCHEMES,
  schemeOfCountry,
  readSection,
  type RegistrationScheme,
} from '@hearth/contracts/listing'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { CommandForm } from '../../components/form/CommandForm.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import type { Listing } from '../../data/records/records.ts'
import { useListing } from '../../data/queries/useCase.ts'
import { zRegistrationNumber } from '../../listing-sections/registration.ts'
import styles from '../../listing-sections/fields/Form.module.css'
import type { FormProps } from '../../listing-sections/fields/formProps.ts'
import { formatAnchor } from '../../listing-sections/fields/Question.tsx'
import { SectionCards } from '../../listing-sections/forms/SectionCards.tsx'

const RegistrationForm = ({ listing, scheme }: { listing: Listing; scheme: RegistrationScheme }) => {
  const t = useText()
  const known = listing.registration
  const { label, example } = REGISTRATION_SCHEMES[scheme]
  const command = useCommand({
    resource: 'listings',
    verb: 'record-registration',
    touches: ['onboarding'],
    onSuccess: () => form.reset(),
  })
  const form = useCommandForm({
    schema: zRegistrationNumber,
    values: { scheme, number: known?.number ?? '' },
    command,
    send: (body) => command.run({ record: { id: listing.id }, body }),
  })
  return (
    <CommandForm form={form} className={`${styles['fields']} ${styles['narrow']}`}>
      <TextField
        control={form.control}
        name="number"
        label={label}
        help={
          known?.status === 'rejected'
            ? t('onboarding.registration.rejected', { reason: known.rejectedBecause ?? '' })
            : t('onboarding.registration.help', { example })
        }
        wrong={t('onboarding.registration.wrong', { example })}
        input={{ maxLength: 60 }}
      />
      <ProblemText error={form.error} />
      <div className={styles['actions']} style={{ alignItems: 'center' }}>
        <Button type="submit" disabled={form.body === undefined || !form.dirty} loading={form.pending}>
          {t('onboarding.registration.record')}
        </Button>
        {known !== null && (
          <span className="small q">{t(`onboarding.registration.status.${known.status}`)}</span>
        )}
      </div>
    </CommandForm>
  )
}

/** The registration number where the law requires one: recorded with a button, because staff verify it. */
const Registration = ({ listingId, editor }: FormProps) => {
  const t = useText()
  const listing = useListing(listingId).data
  const scheme = schemeOfCountry(readSection(editor.row, 'location').values.address?.country ?? '')
  if (scheme === undefined || listing === undefined) return null
  return (
    <Card title={t('onboarding.cards.info.registration')}>
      <div id={formatAnchor('registration', '')}>
        <RegistrationForm key={scheme} listing={listing} scheme={scheme} />
      </div>
    </Card>
  )
}

export const InfoForm = (props: FormProps) => (
  <>
    <SectionCards {...props} section="info" />
    <Registration {...props} />
  </>
)
