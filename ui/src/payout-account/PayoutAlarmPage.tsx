import { useState } from 'react'
import { Button } from '@mui/material'
import type { z } from 'zod'
import type { zPayoutAlarmed } from '@hearth/contracts/payout-account'
import { to } from '../navigation/paths.ts'
import { post } from '../data/http/post.ts'
import { problemCode } from '../data/http/problems.ts'
import { payoutAccountTexts } from '../i18n/en/payoutAccount.ts'
import { addTexts } from '../i18n/i18nProvider.ts'
import { useText } from '../i18n/text.ts'
import { useFragmentToken } from '../navigation/useFragmentToken.ts'
import { LoginProblem } from '../sign-in-card/LoginProblem.tsx'
import { CardLink, SignInCard } from '../sign-in-card/SignInCard.tsx'
import { StoppedCard } from '../sign-in-card/StoppedCard.tsx'
import { useAsk } from '../sign-in-card/useAsk.ts'

addTexts({ payoutAccount: payoutAccountTexts })

type Alarmed = z.infer<typeof zPayoutAlarmed>
const ENDED = ['TICKET_EXPIRED', 'TICKET_INVALID'] as const

/**
 * `/payout-alarm#token=…`, linked from an email about a change of payout settings. Only the button stops
 * payouts, so that software which prefetches links does not.
 */
const PayoutAlarmPage = () => {
  const t = useText()
  const token = useFragmentToken()
  const [alarmed, setAlarmed] = useState<Alarmed>()
  const { pending, error, wait, ask } = useAsk()
  if (alarmed)
    return (
      <StoppedCard
        title={
          alarmed.accountName === null
            ? t('payoutAccount.alarm.stoppedPlain')
            : t('payoutAccount.alarm.stopped', { name: alarmed.accountName })
        }
        text={t('payoutAccount.alarm.next')}
      />
    )
  const code = problemCode(error)
  if (code === 'TICKET_USED')
    return (
      <StoppedCard
        title={t('payoutAccount.alarm.TICKET_USED.title')}
        text={t('payoutAccount.alarm.TICKET_USED.text')}
      />
    )
  const ended =
    token === null
      ? 'missing'
      : (ENDED.find((one) => one === code) ?? (code === 'VALIDATION_FAILED' ? 'TICKET_INVALID' : undefined))
  if (ended)
    return (
      <SignInCard
        title={t(`login.ticket.${ended}.title`)}
        text={t(`login.ticket.${ended}.text`)}
        footer={<CardLink to={to.login()}>{t('login.back')}</CardLink>}
      />
    )
  return (
    <SignInCard
      title={t('payoutAccount.alarm.title')}
      text={t('payoutAccount.alarm.text')}
      footer={<CardLink to={to.login()}>{t('login.back')}</CardLink>}
    >
      <LoginProblem error={error} wait={wait} wrong="problems.VALIDATION_FAILED" />
      <Button
        variant="contained"
        color="error"
        loading={pending}
        disabled={wait > 0}
        onClick={() => void ask(async () => setAlarmed(await post<Alarmed>('/api/payout-alarm', { token })))}
      >
        {t('payoutAccount.alarm.stop')}
      </Button>
    </SignInCard>
  )
}
export default PayoutAlarmPage
