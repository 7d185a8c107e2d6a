import { useNotify } from 'react-admin'
import { referee } from '@hearth/contracts/referral'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { CommandForm } from '../components/form/CommandForm.tsx'
import { TextField } from '../components/form/fields/TextField.tsx'
import { SubmitButton } from '../components/form/SubmitButton.tsx'
import { useCommandForm } from '../components/form/useCommandForm.ts'
import { Card } from '../components/layout/Card.tsx'
import { useCommand } from '../data/commands/useCommand.ts'
import { useText } from '../i18n/text.ts'
import { forgetReferralCode } from '../session/keptReferralCode.ts'
import { useSession } from '../session/session.ts'
import { formatReaderDay } from './formatReferral.ts'
import styles from './Referral.module.css'
import { TermsCard } from './TermsCard.tsx'
import type { Referee } from './useReferrals.ts'

const { schema } = referee.commands.AcceptReferral

/** For the owner of a new account: the code of the host who invited them. */
export const AcceptCard = ({ code }: { code: string }) => {
  const t = useText()
  const notify = useNotify()
  const id = useSession()?.account?.id ?? ''
  const accept = useCommand({
    resource: 'referrals',
    verb: 'accept',
    touches: ['referees'],
    onSuccess: () => {
      forgetReferralCode()
      notify(t('referral.accept.done'), { type: 'success' })
    },
  })
  const form = useCommandForm({
    schema,
    values: { code },
    command: accept,
    mode: 'onSubmit',
    send: (body) => accept.run({ record: { id }, body }),
  })
  return (
    <Card title={t('referral.accept.title')} className={styles['first']}>
      <CommandForm form={form} className={styles['body']} label={t('referral.accept.title')}>
        <p className="small q">{t('referral.accept.text')}</p>
        <TextField
          control={form.control}
          name="code"
          autoComplete="off"
          label={t('referral.accept.code')}
          wrong={t('referral.accept.badCode')}
        />
        <ProblemText error={form.error} />
        <SubmitButton form={{ body: {}, pending: form.pending }}>{t('referral.accept.submit')}</SubmitButton>
      </CommandForm>
    </Card>
  )
}

/** The invitation that the account has accepted, with the terms that bind it. */
export const AcceptedCard = ({ accepted }: { accepted: Referee }) => {
  const t = useText()
  const { code, acceptedAt, state, leftAt, qualifyBy, terms } = accepted
  const outcome = {
    accepted: t('referral.accept.stayBy', { day: formatReaderDay(qualifyBy) }),
    counted: t('referral.accept.counted', { day: formatReaderDay(leftAt) }),
    reversed: t('referral.accept.reversed'),
  }[state]
  const text = t('referral.accept.acceptedText', { code, day: formatReaderDay(acceptedAt) })
  return (
    <TermsCard
      title={t('referral.accept.accepted')}
      terms={terms}
      isOurs={false}
      note={`${text} ${outcome}`}
    />
  )
}
