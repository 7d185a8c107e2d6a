import { useState } from 'react'
import { Button } from '@mui/material'
import { MAX_DEPOSIT_MINOR, VERIFICATION_TRIES, type PayoutMethod } from '@hearth/contracts/payout-account'
import { useText } from '../../i18n/text.ts'
import { parseAmount } from '../../components/form/amountInput.ts'
import { NumberInput } from '../../components/form/NumberInput.tsx'
import { moneyText } from '../../components/display/Money.tsx'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import styles from '../PayoutSettings.module.css'
import { usePayoutCommand } from '../usePayoutAccount.ts'

/** Both deposits as on the bank statement, in any order. */
export const VerifyForm = ({
  method: { methodId, currency, wrongTries },
  name,
}: {
  method: PayoutMethod
  name: string
}) => {
  const t = useText()
  const [first, setFirst] = useState('')
  const [second, setSecond] = useState('')
  const [wrong, setWrong] = useState(false)
  const left = VERIFICATION_TRIES - wrongTries
  const verify = usePayoutCommand('verify-method', {
    onSuccess: ({ events }) => setWrong(events.includes('PayoutMethodVerificationFailed')),
  })
  const read = (text: string) => {
    const minor = parseAmount(text, currency)
    return minor !== null && minor >= 1 && minor <= MAX_DEPOSIT_MINOR ? minor : undefined
  }
  const problem = (text: string) =>
    text !== '' && read(text) === undefined
      ? t('payoutAccount.verify.badAmount', {
          least: moneyText(1, currency),
          most: moneyText(MAX_DEPOSIT_MINOR, currency),
        })
      : undefined
  const [firstMinor, secondMinor] = [read(first), read(second)]
  const ready = firstMinor !== undefined && secondMinor !== undefined
  return (
    <form
      className={styles['verify']}
      noValidate
      aria-label={t('payoutAccount.verify.label', { name })}
      onSubmit={(event) => {
        event.preventDefault()
        setWrong(false)
        if (ready) verify.run({ methodId, firstMinor, secondMinor })
      }}
    >
      <p className="small q">{t('payoutAccount.verify.text')}</p>
      <div className={styles['deposits']}>
        <NumberInput
          label={t('payoutAccount.verify.first')}
          unit={currency}
          value={first}
          error={problem(first)}
          onChange={setFirst}
        />
        <NumberInput
          label={t('payoutAccount.verify.second')}
          unit={currency}
          value={second}
          error={problem(second)}
          onChange={setSecond}
        />
        <Button type="submit" variant="contained" color="primary" disabled={!ready} loading={verify.pending}>
          {t('payoutAccount.verify.submit')}
        </Button>
      </div>
      {wrong ? (
        <p role="alert" className="bad-ink small">
          {t('payoutAccount.verify.wrong', { smart_count: left })}
        </p>
      ) : (
        <p className="cap c">{t('payoutAccount.verify.left', { smart_count: left })}</p>
      )}
      <ProblemText error={verify.error} />
    </form>
  )
}
