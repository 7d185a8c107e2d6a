import { useState } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import { agreementText, type AgreementText, type AgreementWords } from '@hearth/contracts/agreement'
import { useCan } from '../session/session.ts'
import { readProblem } from '../data/http/problems.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { Field } from '../components/form/Field.tsx'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { formatInstant } from '../components/dates/localDate.ts'
import { useSaved } from '../components/feedback/useSaved.tsx'
import styles from './Agreement.module.css'
import { ReasonDialog } from './ReasonDialog.tsx'
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

/** Proposed terms that the signers have not accepted yet: what changes, clause by clause. */
export const AmendmentCard = ({
  agreement,
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
  const may = useCan('agreement.sign')
  const saved = useSaved()
  const [typed, setTyped] = useState('')
  const [declining, setDeclining] = useState(false)
  const record = { id: agreement.id }
  const accept = useCommand({
    resource: 'agreements',
    verb: 'accept-amendment',
    onSuccess: () => saved(t('agreement.amendment.accepted')),
  })
  const decline = useCommand({
    resource: 'agreements',
    verb: 'decline-amendment',
    onSuccess: () => {
      setDeclining(false)
      saved(t('agreement.amendment.declined'))
    },
  })
  const { amendment, model, terms } = agreement
  const name = words.names[userId]
  if (amendment === null || agreement.status !== 'active') return null
  const wrongName = readProblem(accept.error)?.errors?.find(({ pointer }) => pointer === '/typedName')?.detail
  const clauses = changedClauses(
    agreementText(model, terms, words.merge),
    agreementText(model, amendment.terms, words.merge),
  )
  const waits = may && name !== undefined && !amendment.acceptedBy.includes(userId)
  return (
    <Card title={t('agreement.amendment.title')}>
      <div className={styles['body']}>
        <p className="q">
          {t('agreement.amendment.text', {
            reason: amendment.reason,
            until: formatInstant(amendment.expiresAt, zone),
          })}
        </p>
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
        {!waits && <p className="small q">{t('agreement.amendment.waits')}</p>}
        {waits && (
          <form
            onSubmit={(event) => {
              event.preventDefault()
              accept.run({
                record,
                body: { typedName: typed, intentChecked: true, documentSha256: amendment.documentSha256 },
              })
            }}
          >
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
                  inputProps={{ ...field, maxLength: 120 }}
                  sx={{ maxWidth: 420 }}
                />
              )}
            </Field>
            {wrongName === undefined && <ProblemText error={accept.error} />}
            <div className={styles['actions']}>
              <Button
                type="submit"
                variant="contained"
                color="primary"
                disabled={typed.trim().length < 2}
                loading={accept.pending}
              >
                {t('agreement.amendment.accept')}
              </Button>
              <Button onClick={() => setDeclining(true)}>{t('agreement.amendment.decline')}</Button>
            </div>
          </form>
        )}
        <ReasonDialog
          open={declining}
          title={t('agreement.amendment.decline')}
          text={t('agreement.amendment.declined')}
          confirm={t('agreement.amendment.decline')}
          pending={decline.pending}
          error={decline.error}
          onConfirm={(reason) => decline.run({ record, body: { reason } })}
          onClose={() => setDeclining(false)}
        />
      </div>
    </Card>
  )
}
