import { useState } from 'react'
import { Button } from '@mui/material'
import { agreementText, type AgreementText, type AgreementWords } from '@hearth/contracts/agreement'
import { useCan } from '../session/session.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { CommandForm } from '../components/form/CommandForm.tsx'
import { SubmitButton } from '../components/form/SubmitButton.tsx'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { useFormatDeadline } from '../components/dates/useDeadline.ts'
import { useSaved } from '../components/feedback/useSaved.tsx'
import styles from './Agreement.module.css'
import { ReasonDialog } from './ReasonDialog.tsx'
import { TypedNameField, useTypedName } from './typedName.tsx'
import type { Agreement } from './useAgreement.ts'

/** The clauses that change; a new or removed clause has one empty side. */
const changedClauses = (now: AgreementText, later: AgreementText) => {
  const textIn = ({ clauses }: AgreementText, heading: string) =>
    clauses.find((clause) => clause.heading === heading)?.paragraphs.join(' ') ?? ''
  const headings = new Set([...now.clauses, ...later.clauses].map(({ heading }) => heading))
  return [...headings]
    .map((heading) => ({ heading, now: textIn(now, heading), later: textIn(later, heading) }))
    .filter((clause) => clause.now !== clause.later)
}

type Amendment = NonNullable<Agreement['amendment']>

const Changes = ({ clauses }: { clauses: ReturnType<typeof changedClauses> }) => {
  const t = useText()
  return (
    <dl className={styles['changes']}>
      {clauses.map(({ heading, now, later }) => (
        <div key={heading}>
          <dt>{heading}</dt>
          <dd className="q">
            <span className="cap c">{t('agreement.amendment.now')}</span>
            {now || t('agreement.amendment.none')}
          </dd>
          <dd>
            <span className="cap c">{t('agreement.amendment.later')}</span>
            {later || t('agreement.amendment.none')}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const AcceptForm = ({
  id,
  amendment,
  name,
  onDecline,
}: {
  id: string
  amendment: Amendment
  name: string
  onDecline: () => void
}) => {
  const t = useText()
  const saved = useSaved()
  const accept = useCommand({
    resource: 'agreements',
    verb: 'accept-amendment',
    onSuccess: () => saved(t('agreement.amendment.accepted')),
  })
  const form = useTypedName(accept, ({ typedName }) =>
    accept.run({
      record: { id },
      body: { typedName, intentChecked: true, documentSha256: amendment.documentSha256 },
    }),
  )
  return (
    <CommandForm form={form}>
      <TypedNameField form={form} name={name} />
      <ProblemText error={form.error} />
      <div className={styles['actions']}>
        <SubmitButton form={form}>{t('agreement.amendment.accept')}</SubmitButton>
        <Button onClick={onDecline}>{t('agreement.amendment.decline')}</Button>
      </div>
    </CommandForm>
  )
}

const DeclineDialog = ({ id, open, onClose }: { id: string; open: boolean; onClose: () => void }) => {
  const t = useText()
  const saved = useSaved()
  const decline = useCommand({
    resource: 'agreements',
    verb: 'decline-amendment',
    onSuccess: () => {
      onClose()
      saved(t('agreement.amendment.declined'))
    },
  })
  return (
    <ReasonDialog
      open={open}
      title={t('agreement.amendment.decline')}
      text={t('agreement.amendment.declined')}
      confirm={t('agreement.amendment.decline')}
      pending={decline.pending}
      error={decline.error}
      onConfirm={(reason) => decline.run({ record: { id }, body: { reason } })}
      onClose={onClose}
    />
  )
}

/** Proposed terms that the signers have not accepted yet: what changes, clause by clause. */
export const AmendmentCard = ({
  agreement: { id, status, amendment, model, terms },
  words,
  userId,
  zone,
}: {
  agreement: Agreement
  words: AgreementWords
  userId: string
  zone: string
}) => {
  const t = useText()
  const format = useFormatDeadline()
  const maySign = useCan('agreement.sign')
  const [declining, setDeclining] = useState(false)
  const name = words.names[userId]
  if (amendment === null || status !== 'active') return null
  const clauses = changedClauses(
    agreementText(model, terms, words.merge),
    agreementText(model, amendment.terms, words.merge),
  )
  const waits = maySign && name !== undefined && !amendment.acceptedBy.includes(userId)
  return (
    <Card title={t('agreement.amendment.title')}>
      <div className={styles['body']}>
        <p className="q">
          {t('agreement.amendment.text', {
            reason: amendment.reason,
            until: format(amendment.expiresAt, zone),
          })}
        </p>
        <Changes clauses={clauses} />
        {waits ? (
          <AcceptForm id={id} amendment={amendment} name={name} onDecline={() => setDeclining(true)} />
        ) : (
          <p className="small q">{t('agreement.amendment.waits')}</p>
        )}
        <DeclineDialog id={id} open={declining} onClose={() => setDeclining(false)} />
      </div>
    </Card>
  )
}
