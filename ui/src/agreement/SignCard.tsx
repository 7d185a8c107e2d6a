import { useState } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import { ESIGN_CONSENT, ESIGN_CONSENT_VERSION, type Signer } from '@hearth/contracts/agreement'
import { problemCode, readProblem } from '../data/http/problems.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { Field } from '../components/form/Field.tsx'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { useSaved } from '../components/feedback/useSaved.tsx'
import styles from './Agreement.module.css'
import { ReasonDialog } from './ReasonDialog.tsx'
import type { Agreement } from './useAgreement.ts'

/** Consent, intent and the typed name; the server requires identity confirmation. */
export const SignCard = ({
  agreement,
  me,
  name,
  readToEnd,
  readError,
}: {
  agreement: Agreement
  me: Signer
  name: string
  readToEnd: boolean
  /** Why reading to the end could not be recorded. */ readError: unknown
}) => {
  const t = useText()
  const saved = useSaved()
  const [typed, setTyped] = useState('')
  const [intent, setIntent] = useState(false)
  const [declining, setDeclining] = useState(false)
  const documentSha256 = agreement.documentSha256
  const consent = useCommand({ resource: 'agreements', verb: 'give-esign-consent' })
  const sign = useCommand({
    resource: 'agreements',
    verb: 'sign',
    touches: ['onboarding'],
    onSuccess: () => saved(t('agreement.sign.signed')),
  })
  const decline = useCommand({
    resource: 'agreements',
    verb: 'decline',
    touches: ['onboarding'],
    onSuccess: () => setDeclining(false),
  })
  const consented = me.consentedAt !== null
  const wrongName = readProblem(sign.error)?.errors?.find(({ pointer }) => pointer === '/typedName')?.detail
  const record = { id: agreement.id }
  return (
    <Card title={t('agreement.sign.title')}>
      <div className={styles['body']}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            sign.run({ record, body: { typedName: typed, intentChecked: true, documentSha256 } })
          }}
        >
          {!readToEnd && <p className="q">{t('agreement.sign.readFirst')}</p>}
          {!readToEnd && <ProblemText error={readError} />}
          <label className={styles['check']}>
            <input
              type="checkbox"
              checked={consented || consent.pending}
              disabled={consented || !readToEnd}
              onChange={() =>
                consent.run({ record, body: { consentTextVersion: ESIGN_CONSENT_VERSION, documentSha256 } })
              }
            />
            <span>
              {t('agreement.sign.consent')}
              <small>{ESIGN_CONSENT}</small>
            </span>
          </label>
          <label className={styles['check']}>
            <input
              type="checkbox"
              checked={intent}
              disabled={!readToEnd}
              onChange={() => setIntent(!intent)}
            />
            <span>{t('agreement.sign.intent')}</span>
          </label>
          <Field
            label={t('agreement.sign.name')}
            help={t('agreement.sign.nameHelp', { name })}
            error={wrongName}
          >
            {({ error, ...field }) => (
              <OutlinedInput
                value={typed}
                error={error}
                onChange={({ target }) => setTyped(target.value)}
                inputProps={{ ...field, maxLength: 120, autoComplete: 'name' }}
                sx={{ maxWidth: 420 }}
              />
            )}
          </Field>
          {problemCode(sign.error) === 'VERSION_CONFLICT' ? (
            <p role="alert" className="bad-ink">
              {t('agreement.changed')}
            </p>
          ) : (
            wrongName === undefined && <ProblemText error={sign.error ?? consent.error} />
          )}
          <div className={styles['actions']}>
            <Button
              type="submit"
              variant="contained"
              color="primary"
              disabled={!readToEnd || !consented || !intent || typed.trim().length < 2}
              loading={sign.pending}
            >
              {t('agreement.sign.button')}
            </Button>
            <Button onClick={() => setDeclining(true)}>{t('agreement.sign.decline')}</Button>
          </div>
          <p className="cap c">{t('agreement.sign.evidence')}</p>
        </form>
        <ReasonDialog
          open={declining}
          title={t('agreement.sign.declineTitle')}
          text={t('agreement.sign.declineText')}
          confirm={t('agreement.sign.decline')}
          pending={decline.pending}
          error={decline.error}
          onConfirm={(reason) => decline.run({ record, body: { reason } })}
          onClose={() => setDeclining(false)}
        />
      </div>
    </Card>
  )
}
