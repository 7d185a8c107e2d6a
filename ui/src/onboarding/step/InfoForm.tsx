import { useState } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import { REGISTRATION_SCHEMES, schemeOfCountry, readSection } from '@hearth/contracts/listing'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { Field } from '../../components/form/Field.tsx'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { useListing } from '../../data/queries/useCase.ts'
import styles from '../../listing-sections/fields/Form.module.css'
import type { FormProps } from '../../listing-sections/fields/formProps.ts'
import { formatAnchor } from '../../listing-sections/fields/Question.tsx'
import { SectionCards } from '../../listing-sections/forms/SectionCards.tsx'

/** The registration number where the law requires one: recorded with a button, because staff verify it. */
const Registration = ({ listingId, editor }: FormProps) => {
  const t = useText()
  const listing = useListing(listingId).data
  const [text, setText] = useState<string | null>(null)
  const command = useCommand({
    resource: 'listings',
    verb: 'record-registration',
    touches: ['onboarding'],
    onSuccess: () => setText(null),
  })
  const scheme = schemeOfCountry(readSection(editor.row, 'location').values.address?.country ?? '')
  if (scheme === undefined || listing === undefined) return null
  const { label, pattern, example } = REGISTRATION_SCHEMES[scheme]
  const known = listing.registration
  const number = text ?? known?.number ?? ''
  const wrong = text !== null && text.trim() !== '' && !pattern.test(text.trim())
  return (
    <Card title={t('onboarding.cards.info.registration')}>
      <form
        id={formatAnchor('registration', '')}
        className={`${styles['fields']} ${styles['narrow']}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!wrong && number.trim() !== '')
            command.run({ record: { id: listingId }, body: { scheme, number: number.trim() } })
        }}
      >
        <Field
          label={label}
          help={
            known?.status === 'rejected'
              ? t('onboarding.registration.rejected', { reason: known.rejectedBecause ?? '' })
              : t('onboarding.registration.help', { example })
          }
          error={wrong ? t('onboarding.registration.wrong', { example }) : undefined}
        >
          {({ error, ...field }) => (
            <OutlinedInput
              error={error}
              value={number}
              onChange={({ target }) => setText(target.value)}
              inputProps={{ ...field, maxLength: 60 }}
            />
          )}
        </Field>
        <ProblemText error={command.error} />
        <div className={styles['actions']} style={{ alignItems: 'center' }}>
          <Button
            type="submit"
            disabled={wrong || number.trim() === '' || number === known?.number}
            loading={command.pending}
          >
            {t('onboarding.registration.record')}
          </Button>
          {known !== null && (
            <span className="small q">{t(`onboarding.registration.status.${known.status}`)}</span>
          )}
        </div>
      </form>
    </Card>
  )
}

export const InfoForm = (props: FormProps) => (
  <>
    <SectionCards {...props} section="info" />
    <Registration {...props} />
  </>
)
