import { useState } from 'react'
import { Button } from '@mui/material'
import { ESIGN_CONSENT, ESIGN_CONSENT_VERSION, type Signer } from '@hearth/contracts/agreement'
import { problemCode } from '../data/http/problems.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { CommandForm } from '../components/form/CommandForm.tsx'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { useSaved } from '../components/feedback/useSaved.tsx'
import styles from './Agreement.module.css'
import { ReasonDialog } from './ReasonDialog.tsx'
import { TypedNameField, useTypedName } from './typedName.tsx'
import type { Agreement } from './useAgreement.ts'

type Props = {
  agreement: Agreement
  me: Signer
  name: string
  readToEnd: boolean
  /** Why reading to the end could not be recorded. */
  readError: unknown
}

type ChecksProps = Readonly<{
  readToEnd: boolean
  consented: boolean
  intent: boolean
  consenting: boolean
  onConsent: () => void
  onIntent: () => void
}>

/** The consent to sign electronically, which can't be taken back here, and the intent to sign. */
const Checks = ({ readToEnd, consented, intent, consenting, onConsent, onIntent }: ChecksProps) => {
  const t = useText()
  return (
    <>
      <label className={styles['check']}>
        <input
          type="checkbox"
          checked={consented || consenting}
          disabled={consented || !readToEnd}
          onChange={onConsent}
        />
        <span>
          {t('agreement.sign.consent')}
          <small>{ESIGN_CONSENT}</small>
        </span>
      </label>
      <label className={styles['check']}>
        <input type="checkbox" checked={intent} disabled={!readToEnd} onChange={onIntent} />
        <span>{t('agreement.sign.intent')}</span>
      </label>
    </>
  )
}

const useConsent = ({ id, documentSha256 }: Agreement) => {
  const consent = useCommand({ resource: 'agreements', verb: 'give-esign-consent' })
  const give = () =>
    consent.run({ record: { id }, body: { consentTextVersion: ESIGN_CONSENT_VERSION, documentSha256 } })
  return { ...consent, give }
}

const useSign = ({ id, documentSha256 }: Agreement) => {
  const t = useText()
  const saved = useSaved()
  const sign = useCommand({
    resource: 'agreements',
    verb: 'sign',
    touches: ['onboarding'],
    onSuccess: () => saved(t('agreement.sign.signed')),
  })
  const form = useTypedName(sign, ({ typedName }) =>
    sign.run({ record: { id }, body: { typedName, intentChecked: true, documentSha256 } }),
  )
  return { form, changed: problemCode(sign.error) === 'VERSION_CONFLICT' }
}

const SignForm = ({
  agreement,
  me,
  name,
  readToEnd,
  readError,
  onDecline,
}: Props & { onDecline: () => void }) => {
  const t = useText()
  const [intent, setIntent] = useState(false)
  const consent = useConsent(agreement)
  const { form, changed } = useSign(agreement)
  const consented = me.consentedAt !== null
  return (
    <CommandForm form={form}>
      {!readToEnd && <p className="q">{t('agreement.sign.readFirst')}</p>}
      {!readToEnd && <ProblemText error={readError} />}
      <Checks
        readToEnd={readToEnd}
        consented={consented}
        intent={intent}
        consenting={consent.pending}
        onConsent={consent.give}
        onIntent={() => setIntent(!intent)}
      />
      <TypedNameField form={form} name={name} />
      {changed ? (
        <p role="alert" className="bad-ink">
          {t('agreement.changed')}
        </p>
      ) : (
        <ProblemText error={form.error ?? consent.error} />
      )}
      <div className={styles['actions']}>
        <Button
          type="submit"
          variant="contained"
          color="primary"
          disabled={!readToEnd || !consented || !intent || form.body === undefined}
          loading={form.pending}
        >
          {t('agreement.sign.button')}
        </Button>
        <Button onClick={onDecline}>{t('agreement.sign.decline')}</Button>
      </div>
      <p className="cap c">{t('agreement.sign.evidence')}</p>
    </CommandForm>
  )
}

const DeclineDialog = ({ id, open, onClose }: { id: string; open: boolean; onClose: () => void }) => {
  const t = useText()
  const decline = useCommand({
    resource: 'agreements',
    verb: 'decline',
    touches: ['onboarding'],
    onSuccess: onClose,
  })
  return (
    <ReasonDialog
      open={open}
      title={t('agreement.sign.declineTitle')}
      text={t('agreement.sign.declineText')}
      confirm={t('agreement.sign.decline')}
      pending={decline.pending}
      error={decline.error}
      onConfirm={(reason) => decline.run({ record: { id }, body: { reason } })}
      onClose={onClose}
    />
  )
}

/** Consent, intent and the typed name; the server requires identity confirmation. */
export const SignCard = (props: Props) => {
  const t = useText()
  const [declining, setDeclining] = useState(false)
  return (
    <Card title={t('agreement.sign.title')}>
      <div className={styles['body']}>
        <SignForm {...props} onDecline={() => setDeclining(true)} />
        <DeclineDialog id={props.agreement.id} open={declining} onClose={() => setDeclining(false)} />
      </div>
    </Card>
  )
}
